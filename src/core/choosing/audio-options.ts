// The options for an audio file of an item, best first.

import { EDIT_TARGETS } from '../../shared/media/edit-targets.ts';
import { FILE_FORMAT_IDS, FILE_FORMATS, type FileFormat } from '../../shared/media/formats.ts';
import type { AudioCodec, Item, Sound, Track } from '../../shared/media/media.ts';
import type { AudioChoice, Choice, SoundChoice } from './choice.ts';
import { encodeRecipe, expectationOf, keepsAll, type Streams } from './make-recipe.ts';
import { encodedBytes, type PlanOption, type Recipe } from './plan.ts';
import { cleanTracks, compareStanding, rankSounds, soundTracks } from './rank-tracks.ts';
import { bytesOf } from './video-options.ts';
import { nearestVoices, voiceClass, voiceFilter, voiceOrder } from './voices.ts';

/** The format in which audio of a codec is saved without re-encoding. */
function originalFormatOf(codec: AudioCodec): FileFormat {
  const stores = (format: FileFormat) =>
    (FILE_FORMATS[format].originalAudio as readonly AudioCodec[]).includes(codec);
  return FILE_FORMAT_IDS.find(stores) ?? 'm4a';
}

/** The options for an audio file, best first; empty when the item has no such audio. */
export function audioOptions(
  item: Item,
  { container, sound: choice, kilobitsPerSecond, loudness }: AudioChoice & Pick<Choice, 'loudness'>,
): PlanOption[] {
  const { durationSeconds } = item;
  const target = EDIT_TARGETS[container];
  const bounds = { quality: null, kilobitsPerSecond: kilobitsPerSecond ?? null };
  // Audio that is copied loses nothing; what is encoded begins with the best.
  const preferred = kilobitsPerSecond === undefined ? target.encodesSound : null;
  return soundSources(item, choice, preferred).map((track) => {
    const { sound } = track;
    const streams: Streams = { picture: null, sound: sound === 'unknown' ? UNKNOWN : sound };
    const source = { kind: 'track', trackId: track.id, role: roleOf(track) } as const;
    const isReencoded = loudness === 'level';
    const isKept = !isReencoded && keepsAll(streams, bounds, target);
    if (sound && sound !== 'unknown' && isKept)
      return {
        sources: [source],
        recipe: { kind: track.picture ? 'mux' : 'copy', container },
        expect: { picture: null, sound: { codec: sound.codec }, durationSeconds },
        estimate: estimateSound(track, sound, durationSeconds),
      };
    const encoding = { ...bounds, container, span: null, maxBytes: null, fit: null, isReencoded };
    const recipe = encodeRecipe(streams, encoding, target);
    return {
      sources: [source],
      recipe,
      expect: expectationOf(streams, recipe, target, durationSeconds),
      estimate: { bytes: encodedBytes(recipe, durationSeconds), exact: false },
    };
  });
}

const UNKNOWN = { codec: 'other' } as const;

const roleOf = ({ picture }: Track) => (picture ? 'both' : 'sound');

/** The options for audio without re-encoding, best first. A combined file gives none while it is unknown whether it has audio. */
export function originalSoundOptions(item: Item, choice: SoundChoice): PlanOption[] {
  return soundSources(item, choice, null).flatMap((track) => {
    const { sound } = track;
    if (sound === null || sound === 'unknown') return [];
    const container = originalFormatOf(sound.codec);
    const recipe: Recipe = { kind: track.picture ? 'mux' : 'copy', container };
    return {
      sources: [{ kind: 'track', trackId: track.id, role: roleOf(track) }],
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
 * Audio-only tracks first, then combined files, smallest first, because their video is fetched only to be dropped; those with a
 * watermark, which may end with a jingle of the platform, only if there are no others. A music
 * track is used only when there is no other audio: it may differ from the audio of the video.
 */
function soundSources(item: Item, choice: SoundChoice, preferred: AudioCodec | null): Track[] {
  const tracks = item.tracks.filter(voiceFilter(item.tracks, choice));
  // Where no size is known, yt-dlp lists the smallest first.
  const combined = cleanTracks(tracks.filter(({ picture }) => picture !== null)).sort(
    (a, b) =>
      (bytesOf(a, item.durationSeconds) ?? Number.MAX_SAFE_INTEGER) -
      (bytesOf(b, item.durationSeconds) ?? Number.MAX_SAFE_INTEGER),
  );
  const all = [...rankSounds(soundTracks(tracks), preferred), ...combined];
  const known = all.flatMap(({ sound }) => (sound && sound !== 'unknown' ? [sound] : []));
  const first = Math.min(voiceOrder('unknown'), ...known.map(voiceOrder));
  // Of a video whose audio is unknown, all is: it is no worse than the others.
  const orderOf = ({ sound }: Track) => (sound && sound !== 'unknown' ? voiceOrder(sound) : first);
  return nearestVoices(all, ({ sound }) => voiceClass(sound ?? 'unknown')).toSorted(
    (a, b) => orderOf(a) - orderOf(b) || compareStanding(a, b),
  );
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
