// Under which names BullMQ keeps the jobs in Redis.

/** The beginning of BullMQ's keys. */
export const PREFIX = 'keepreel:bull';
/** The queue of jobs. */
export const QUEUE = 'jobs';

/** Whether an error only says that Redis is away, which is logged elsewhere. */
export function isAway(error: NodeJS.ErrnoException): boolean {
  return error.code !== undefined || /connection is closed|isn't writeable/i.test(error.message);
}
