// When the tracks of a run of segments begin and end, and how far the next run is moved to follow on.

/** What a track is; of several of a kind the first counts. */
export type TrackKind = 'video' | 'sound';

/** In seconds of the run's own clock. */
export type TrackTimes = ReadonlyMap<TrackKind, { readonly pts: number; readonly dts: number }>;

/** Clocks that differ by less are one. */
const SAME_SECONDS = 0.1;

/**
 * How many seconds the clock of a run is ahead of its place: behind `ends` of all before it. `moved` is how far that was
 * moved. Where there is one track, and the playlist agrees, the run begins at `listedAt`, so that it stays beside the
 * tracks of another list.
 */
export function secondsToMove(
  ends: TrackTimes,
  begins: TrackTimes,
  { moved, listedAt }: { readonly moved: number; readonly listedAt: number },
): number {
  const distances = [...begins].flatMap(([kind, begin]) => {
    const end = ends.get(kind);
    return end ? [end.pts - begin.pts, end.dts - begin.dts] : [];
  });
  // Not one in common: the first to begin follows the last to end.
  const latest = () => Math.max(...[...ends.values()].map(({ pts }) => pts));
  const earliest = () => Math.min(...[...begins.values()].map(({ pts }) => pts));
  const needed = distances.length > 0 ? Math.max(...distances) : latest() - earliest();
  if (Math.abs(needed - moved) <= SAME_SECONDS) return moved;
  const listed = listedAt - earliest();
  const isAlone = begins.size === 1 && ends.size === 1;
  return isAlone && Math.abs(listed - needed) <= SAME_SECONDS ? listed : needed;
}
