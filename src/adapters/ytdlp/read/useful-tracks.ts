// Keeps the most useful tracks of an item that has more than its share of the post's. Used by read-item.
import type { Track } from '../../../shared/media.ts';

/**
 * At most `most` of the tracks, in their order. yt-dlp lists the best last, so pictures and sounds are each left out from
 * the front; sounds alone get half of the places, and what either does not need goes to the other.
 */
export function mostUseful(tracks: readonly Track[], most: number): readonly Track[] {
  if (tracks.length <= most) return tracks;
  const pictures = tracks.filter(({ picture }) => picture !== null);
  const sounds = tracks.filter(({ picture }) => picture === null);
  const forSounds = Math.min(sounds.length, Math.max(Math.floor(most / 2), most - pictures.length));
  const kept = new Set([
    ...pictures.slice(pictures.length - Math.min(pictures.length, most - forSounds)),
    ...sounds.slice(sounds.length - forSounds),
  ]);
  return tracks.filter((track) => kept.has(track));
}
