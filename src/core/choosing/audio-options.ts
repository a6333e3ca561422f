// Every way to make a file of an item's sound, in the order in which they are to be tried.
import type { AudioCodec, Item, Sound, Track } from '../../shared/media.ts';
import type { Mp3Rate, SoundChoice } from './choice.ts';
import type { FileContainer, PlanOption, Recipe } from './plan.ts';
import { chooseSounds, soundTracks } from './rank-tracks.ts';
import { bytesOf } from './video-options.ts';

/** Where each coding of sound lives when it is kept as it is. */
const CONTAINER_OF: Readonly<Record<AudioCodec, FileContainer>> = {
  aac: 'm4a',
  ac3: 'm4a',
  eac3: 'm4a',
  flac: 'm4a',
  other: 'm4a',
  mp3: 'mp3',
  opus: 'ogg',
  vorbis: 'ogg',
};

/** The options for MP3 at a rate, best first; empty when the item has no such sound. */
export function mp3Options(
  item: Item,
  wish: SoundChoice,
  kilobitsPerSecond: Mp3Rate,
): PlanOption[] {
  const bytes =
    item.durationSeconds === null
      ? null
      : Math.round(kilobitsPerSecond * 125 * item.durationSeconds);
  return soundSources(item, wish).map((track) => ({
    sources: [{ trackId: track.id, role: track.picture ? 'both' : 'sound' }],
    recipe: { kind: 'encode', container: 'mp3', kilobitsPerSecond },
    expect: { picture: null, sound: { codec: 'mp3' }, durationSeconds: item.durationSeconds },
    estimate: { bytes, exact: false },
  }));
}

/** The options for the sound without coding it again, best first. A combined file of unknown sound cannot promise one. */
export function originalSoundOptions(item: Item, wish: SoundChoice): PlanOption[] {
  return soundSources(item, wish).flatMap((track) => {
    const { sound } = track;
    if (sound === null || sound === 'unknown') return [];
    const recipe: Recipe = {
      kind: track.picture ? 'mux' : 'copy',
      container: CONTAINER_OF[sound.codec],
    };
    return {
      sources: [{ trackId: track.id, role: track.picture ? 'both' : 'sound' }],
      recipe,
      expect: {
        picture: null,
        sound: { codec: sound.codec },
        durationSeconds: item.durationSeconds,
      },
      estimate: estimateSound(track, sound, item.durationSeconds),
    } satisfies PlanOption;
  });
}

/**
 * Sound alone first; else the combined files, the smallest first, for all of their picture is fetched in vain; a song that lies
 * beside a video only where there is nothing else, for it need not be what is heard in it.
 */
function soundSources(item: Item, wish: SoundChoice): Track[] {
  const alone = chooseSounds(soundTracks(item.tracks), wish, null);
  const combined = item.tracks
    .filter((track) => track.picture !== null && track.sound !== null && meets(track.sound, wish))
    .sort(
      (a, b) =>
        (bytesOf(a, item.durationSeconds) ?? Number.MAX_SAFE_INTEGER) -
        (bytesOf(b, item.durationSeconds) ?? Number.MAX_SAFE_INTEGER),
    );
  const own = [...alone.filter(({ sound }) => sound.role !== 'music'), ...combined];
  return own.length > 0 ? own : alone;
}

function meets(sound: Sound | 'unknown', wish: SoundChoice): boolean {
  if (wish.kind === 'original') return sound === 'unknown' || sound.role !== 'dub';
  return wish.kind === 'language' && sound !== 'unknown' && sound.language === wish.language;
}

function estimateSound(
  track: Track,
  sound: Sound,
  durationSeconds: number | null,
): PlanOption['estimate'] {
  if (track.picture === null) return { bytes: bytesOf(track, durationSeconds), exact: false };
  if (sound.bitsPerSecond === null || durationSeconds === null)
    return { bytes: null, exact: false };
  return { bytes: Math.round((sound.bitsPerSecond / 8) * durationSeconds), exact: false };
}
