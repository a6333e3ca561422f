// The options for an audio file of an item, best first.
import {
  FILE_FORMAT_IDS,
  FILE_FORMATS,
  type FileFormat,
  type Mp3Rate,
} from '../../shared/formats.ts';
import type { AudioCodec, Item, Sound, Track } from '../../shared/media.ts';
import type { SoundChoice } from './choice.ts';
import { mp3Recipe, type PlanOption, type Recipe } from './plan.ts';
import { chooseSounds, soundTracks } from './rank-tracks.ts';
import { bytesOf } from './video-options.ts';

/** The format in which audio of a codec is saved without re-encoding. */
function originalFormatOf(codec: AudioCodec): FileFormat {
  const stores = (format: FileFormat) =>
    (FILE_FORMATS[format].originalAudio as readonly AudioCodec[]).includes(codec);
  return FILE_FORMAT_IDS.find(stores) ?? 'm4a';
}

/** The options for MP3 at a rate, best first; empty when the item has no such audio. */
export function mp3Options(
  item: Item,
  choice: SoundChoice,
  kilobitsPerSecond: Mp3Rate,
): PlanOption[] {
  const bytes =
    item.durationSeconds === null
      ? null
      : Math.round(kilobitsPerSecond * 125 * item.durationSeconds);
  return soundSources(item, choice).map((track) => ({
    sources: [{ kind: 'track', trackId: track.id, role: track.picture ? 'both' : 'sound' }],
    recipe: mp3Recipe(kilobitsPerSecond),
    expect: { picture: null, sound: { codec: 'mp3' }, durationSeconds: item.durationSeconds },
    estimate: { bytes, exact: false },
  }));
}

/** The options for audio without re-encoding, best first. A combined file gives none while it is unknown whether it has audio. */
export function originalSoundOptions(item: Item, choice: SoundChoice): PlanOption[] {
  return soundSources(item, choice).flatMap((track) => {
    const { sound } = track;
    if (sound === null || sound === 'unknown') return [];
    const container = originalFormatOf(sound.codec);
    const recipe: Recipe = { kind: track.picture ? 'mux' : 'copy', container };
    return {
      sources: [{ kind: 'track', trackId: track.id, role: track.picture ? 'both' : 'sound' }],
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
 * Audio-only tracks first, then combined files, smallest first, because their video is fetched only to be dropped. A music
 * track is used only when there is no other audio: it may differ from the audio of the video.
 */
function soundSources(item: Item, choice: SoundChoice): Track[] {
  const alone = chooseSounds(soundTracks(item.tracks), choice, null);
  const combined = item.tracks
    .filter(
      (track) =>
        track.picture !== null && track.sound !== null && matchesChoice(track.sound, choice),
    )
    .sort(
      (a, b) =>
        (bytesOf(a, item.durationSeconds) ?? Number.MAX_SAFE_INTEGER) -
        (bytesOf(b, item.durationSeconds) ?? Number.MAX_SAFE_INTEGER),
    );
  const own = [...alone.filter(({ sound }) => sound.role !== 'music'), ...combined];
  return own.length > 0 ? own : alone;
}

function matchesChoice(sound: Sound | 'unknown', choice: SoundChoice): boolean {
  if (choice.kind === 'original') return sound === 'unknown' || sound.role !== 'dub';
  return choice.kind === 'language' && sound !== 'unknown' && sound.language === choice.language;
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
