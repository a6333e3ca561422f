// Transient failures and when to retry.
import { RequestError } from '../../browser/request.ts';
import type { Failure } from '../../download-client/failure.ts';
import { refusesServer } from '../../download-client/patience.ts';
import type { PauseReason } from './batch-state.ts';

const OFFLINE_PAUSE_MS = 4000;
const BUSY_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 60_000;
const BUSY: readonly (string | undefined)[] = [
  'too_many_jobs',
  'too_many_requests',
  'server_busy',
  'server_full',
  'interrupted',
];

/** Whether a platform may be requested again later; otherwise the failure is about the link or about the server. */
export function isPlatformWait(failure: Failure): boolean {
  const { code, params } = failure;
  return (
    refusesServer(failure) || (Number(params['retryAfterSeconds'] ?? 0) > 0 && !BUSY.includes(code))
  );
}

/** Why the queue pauses, and the retry delay in milliseconds; null if the failure is about the link. */
export function retryDelayOf(error: unknown): { reason: PauseReason; ms: number } | null {
  if (!(error instanceof RequestError)) return { reason: 'offline', ms: OFFLINE_PAUSE_MS };
  if (!BUSY.includes(error.answer?.code)) return null;
  const seconds = Number(error.answer?.params?.['retryAfterSeconds'] ?? 0);
  const ms = seconds >= 1 ? Math.min(LONGEST_PAUSE_MS, seconds * 1000) : BUSY_PAUSE_MS;
  return { reason: 'busy', ms };
}
