// How long lists and ZIP files wait for a platform that says "later" to this server, and when they stop requesting it.
import type { Failure } from './failure.ts';

/** Refusals by a platform of this server, and so of every visitor. */
const REFUSED: readonly string[] = ['rate_limited', 'bot_check', 'platform_paused'];
/** As long as the server's own first pause. */
const REFUSED_SECONDS = 60;
/** As long as the server's own longest pause. */
const LONGEST_SECONDS = 15 * 60;
/** Each wait is so many times as long as the one before: few requests have to last as long as a platform refuses, often an hour. */
const GROWTH = 4;
/** As many in a row reach a platform that gives nothing, of those that no answer could stop. */
const MOST_REQUESTS = 10;
/** A job may request picture and sound. */
const REQUESTS_OF_A_JOB = 2;

/** Whether the platform refuses this server. */
export function refusesServer({ code }: Failure): boolean {
  return REFUSED.includes(code);
}

/** The patience with a platform, until that gives something. */
export type Patience = {
  /** Takes a refusal, of a job or of what was to become one. Returns after how many seconds to go on; null: not at all. */
  readonly refused: (failure: Failure, isJob: boolean) => number | null;
};

/** `now` returns epoch milliseconds. */
export function createPatience(now: () => number): Patience {
  let sent = 0;
  let waits = 0;
  let nextFrom = 0;
  return {
    refused({ code, params }, isJob) {
      const seconds = Math.ceil(Number(params['retryAfterSeconds'] ?? 0)) || REFUSED_SECONDS;
      // The server has sent no request.
      if (code === 'platform_paused') return seconds;
      const requests = Number(params['requests'] ?? 1) * (isJob ? REQUESTS_OF_A_JOB : 1);
      sent += requests;
      // Those that were sent together count as one, however late the last is refused.
      if (now() >= nextFrom) {
        waits += 1;
        nextFrom = now() + 1000 * Math.max(seconds, REFUSED_SECONDS);
      }
      if (waits > 1 && sent + requests > MOST_REQUESTS) return null;
      const growing = Math.min(LONGEST_SECONDS, REFUSED_SECONDS * GROWTH ** (waits - 1));
      return waits === 1 ? seconds : Math.max(seconds, growing);
    },
  };
}
