// Decides by the `played` ranges, which exclude pauses and skipped parts, whether a video was watched.

/** A video counts as seen after this time; a shorter one once nearly all of it was played. */
const SEEN_SECONDS = 3;
const SEEN_SHARE = 0.9;

/** The properties of a player that decide. */
export type PlayedFilm = Pick<HTMLMediaElement, 'played' | 'duration'>;

/** Returns whether enough was played to count as a view. */
export function isSeen({ played, duration }: PlayedFilm): boolean {
  let seconds = 0;
  for (let index = 0; index < played.length; index += 1)
    seconds += played.end(index) - played.start(index);
  return seconds >= Math.min(SEEN_SECONDS, duration * SEEN_SHARE);
}
