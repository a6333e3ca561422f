// The names of BullMQ's keys in Redis, and the errors of its connection.

/** The prefix of BullMQ's keys. */
export const PREFIX = 'keepreel:bull';
/** The name of BullMQ's queue. */
export const QUEUE = 'jobs';

/** Whether an error only means that Redis is unavailable, which is logged elsewhere. */
export function isConnectionError(error: NodeJS.ErrnoException): boolean {
  return error.code !== undefined || /connection is closed|isn't writeable/i.test(error.message);
}
