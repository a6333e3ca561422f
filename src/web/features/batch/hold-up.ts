// Tells a failure that passes by itself from one that is about the link.
import { RequestError } from '../../browser/request.ts';
import type { HeldUp } from './batch-state.ts';

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

/** Why it should be tried again and when, in milliseconds from now; null if it is about the link. */
export function holdUpOf(error: unknown): { heldUp: HeldUp; ms: number } | null {
  if (!(error instanceof RequestError)) return { heldUp: 'offline', ms: OFFLINE_PAUSE_MS };
  if (!BUSY.includes(error.answer?.code)) return null;
  const seconds = Number(error.answer?.params?.['retryAfterSeconds'] ?? 0);
  const ms = seconds >= 1 ? Math.min(LONGEST_PAUSE_MS, seconds * 1000) : BUSY_PAUSE_MS;
  return { heldUp: 'busy', ms };
}
