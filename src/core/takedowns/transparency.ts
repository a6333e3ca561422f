// Monthly counts of notices and decisions, without names, links or ids.
import type { Clock } from '../async/clock.ts';
import { rememberFor } from '../async/remember-for.ts';
import type { Blocks } from '../blocks/ports.ts';
import type { Takedowns } from './ports.ts';
import type { TakedownState } from './takedown.ts';

const MINUTE_MS = 60_000;

/** The counts of one month (UTC), such as `2026-11`. */
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
  // A kept block was counted when it was accepted.
  kept: null,
};

export type TransparencyNeeds = {
  readonly takedowns: Pick<Takedowns, 'stepsPerDay'>;
  readonly blocks: Pick<Blocks, 'addedPerDay'>;
  readonly clock: Clock;
};

/** Creates a function that returns the counts, newest month first. They are read at most once a minute. */
export function createTransparency(
  needs: TransparencyNeeds,
): () => Promise<readonly TransparencyMonth[]> {
  return rememberFor(MINUTE_MS, needs.clock, () => countMonths(needs));
}

async function countMonths({
  takedowns,
  blocks,
}: TransparencyNeeds): Promise<readonly TransparencyMonth[]> {
  const months = new Map<string, Record<Counted, number>>();
  const add = (day: number, counted: Counted | null, more: number) => {
    if (counted === null) return;
    const month = new Date(day).toISOString().slice(0, 7);
    const counts = months.get(month) ?? none();
    counts[counted] += more;
    months.set(month, counts);
  };
  for (const { day, state, count } of await takedowns.stepsPerDay())
    add(day, COUNTED_AS[state], count);
  for (const { day, kind, count } of await blocks.addedPerDay())
    add(day, kind === 'uploader' ? 'blockedUploaders' : 'blockedVideos', count);
  return [...months]
    .map(([month, counts]) => ({ month, ...counts }))
    .sort((one, other) => (one.month < other.month ? 1 : -1));
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
