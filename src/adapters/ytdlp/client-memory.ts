// Remembers by egress whether YouTube takes yt-dlp's usual client for a bot, and whether another one beside it helped.
import type { Clock } from '../../core/async/clock.ts';

const REMEMBER_MS = 3_600_000;

export type ClientMemory = {
  /** Whether to ask with another client as well: the last one alone was refused, and this has not failed since. */
  readonly beginsWithBoth: (egress: string) => boolean;
  /** Whether the other one helped when it was last tried. */
  readonly hasHelped: (egress: string) => boolean;
  /** Notes how an attempt ended, with the usual client alone or with both. */
  readonly note: (egress: string, withBoth: boolean, isRefused: boolean) => void;
};

/** Creates it. No request is made for its sake: after a refusal it is the next visitor's that is asked with both. */
export function createClientMemory(clock: Pick<Clock, 'monotonic'>): ClientMemory {
  const untilMs = new Map<string, number>();
  const helped = new Set<string>();
  return {
    beginsWithBoth: (egress) => (untilMs.get(egress) ?? 0) > clock.monotonic(),
    hasHelped: (egress) => helped.has(egress),
    note(egress, withBoth, isRefused) {
      if (!withBoth && isRefused) untilMs.set(egress, clock.monotonic() + REMEMBER_MS);
      if (withBoth && isRefused) untilMs.delete(egress);
      if (withBoth && !isRefused) helped.add(egress);
      else helped.delete(egress);
    },
  };
}
