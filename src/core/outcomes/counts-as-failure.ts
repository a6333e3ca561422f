// Which errors say something about the state of a platform or of this server.
import { ERRORS, type ErrorCode } from '../../shared/errors.ts';

/** Whether an attempt with this outcome counts as a failure of the platform or of this server. */
export function countsAsFailure(code: ErrorCode): boolean {
  const { cause } = ERRORS[code];
  return cause === 'platform' || cause === 'server';
}
