// Keeps the most useful tracks of an item that has more than its share of the post's.
import type { Track } from '../../../shared/media/media.ts';

/**
 * At most `most` of the tracks, in their order. yt-dlp lists the best last, so video and audio tracks are each dropped
 * from the front; audio-only tracks get half of the places, and either kind may use what the other does not need.
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
