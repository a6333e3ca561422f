// How many notices came and what became of them, month by month; without a name, a link or an id.

import type { Clock } from '../async/clock.ts';
import type { Blocks } from '../blocks/ports.ts';
import type { Takedowns } from './ports.ts';
import type { TakedownState } from './takedown.ts';

const MINUTE_MS = 60_000;

/** The counts of one month of UTC, such as `2026-11`. */
export type TransparencyMonth = { readonly month: string } & Readonly<Record<Counted, number>>;

type Counted =
  | 'received'
  | 'accepted'
  | 'refused'
  | 'counterNotices'
  | 'restored'
  | 'blockedVideos'
  | 'blockedUploaders';

const COUNTED_AS: Readonly<Record<TakedownState, Counted | null>> = {
  received: 'received',
  accepted: 'accepted',
  refused: 'refused',
  counter_notice: 'counterNotices',
  restored: 'restored',
  // What is kept was accepted before.
  kept: null,
};

/** Counts at most once a minute; who asks meanwhile gets the last counts, the newest month first. */
export function createTransparency(needs: {
  readonly takedowns: Pick<Takedowns, 'stepsPerDay'>;
  readonly blocks: Pick<Blocks, 'addedPerDay'>;
  readonly clock: Clock;
}): () => Promise<readonly TransparencyMonth[]> {
  const { clock } = needs;
  type Kept = { readonly at: number; readonly months: Promise<readonly TransparencyMonth[]> };
  let kept: Kept | null = null;

  const count = async () => {
    const months = new Map<string, Record<Counted, number>>();
    const add = (day: number, counted: Counted | null, more: number) => {
      if (counted === null) return;
      const month = new Date(day).toISOString().slice(0, 7);
      const counts = months.get(month) ?? none();
      counts[counted] += more;
      months.set(month, counts);
    };
    for (const { day, state, count } of await needs.takedowns.stepsPerDay())
      add(day, COUNTED_AS[state], count);
    for (const { day, kind, count } of await needs.blocks.addedPerDay())
      add(day, kind === 'uploader' ? 'blockedUploaders' : 'blockedVideos', count);
    return [...months]
      .map(([month, counts]) => ({ month, ...counts }))
      .sort((one, other) => (one.month < other.month ? 1 : -1));
  };

  return () => {
    if (kept && clock.monotonic() - kept.at < MINUTE_MS) return kept.months;
    const mine: Kept = { at: clock.monotonic(), months: count() };
    kept = mine;
    // A failure is told to those who wait, and not kept.
    mine.months.catch(() => {
      if (kept === mine) kept = null;
    });
    return mine.months;
  };
}

function none(): Record<Counted, number> {
  return {
    received: 0,
    accepted: 0,
    refused: 0,
    counterNotices: 0,
    restored: 0,
    blockedVideos: 0,
    blockedUploaders: 0,
  };
}
