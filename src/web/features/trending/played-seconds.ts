// What of a film was really played: the browser's own account, in which neither pauses nor what was jumped over are.

/** A film counts as seen after this much of it, a shorter one when nearly all of it was played. */
const SEEN_SECONDS = 3;
const SEEN_SHARE = 0.9;

/** The parts of a player that tell. */
export type PlayedFilm = Pick<HTMLMediaElement, 'played' | 'duration'>;

/** Whether enough of it was played to count as a view. */
export function isSeen({ played, duration }: PlayedFilm): boolean {
  let seconds = 0;
  for (let index = 0; index < played.length; index += 1)
    seconds += played.end(index) - played.start(index);
  return seconds >= Math.min(SEEN_SECONDS, duration * SEEN_SHARE);
}
