// When the files of some visitors arrive, on any side.
import { type Cost, median, medianCost } from '../processes.ts';

/**
 * `seconds` from the request to the last byte of the last visitor. Of the visitors' middle one, in milliseconds from the request:
 * when it knew the address to read from, and when it had the first byte; null where a side does not give a file before it is whole.
 */
export type Arrival = Cost & { readonly knownMs: number | null; readonly firstMs: number | null };

/** The files of visitors who came at once. `cpuSeconds` is that of all of them. */
export function together(arrivals: readonly Arrival[], cpuSeconds: number): Arrival {
  const seconds = Math.max(...arrivals.map((arrival) => arrival.seconds));
  return { ...medianArrival(arrivals), seconds, cpuSeconds };
}

/** The medians of all figures. */
export function medianArrival(arrivals: readonly Arrival[]): Arrival {
  const middle = (name: 'knownMs' | 'firstMs') => {
    const known = arrivals.flatMap((arrival) => arrival[name] ?? []);
    return known.length > 0 ? median(known) : null;
  };
  return { ...medianCost(arrivals), knownMs: middle('knownMs'), firstMs: middle('firstMs') };
}

/** What all of them gave. Waits for all, so that none runs on beside what is measured next; throws AggregateError. */
export async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  const ends = await Promise.allSettled(work);
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (reasons.length > 0) throw new AggregateError(reasons);
  return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
}
