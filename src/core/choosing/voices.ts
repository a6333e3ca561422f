// Which audio a choice of a voice means: one rule for every format.
import type { Sound, Track } from '../../shared/media/media.ts';
import type { SoundChoice } from './choice.ts';

/** Lower is nearer to what was asked for: an unknown voice may be the original, a dub is not. */
const ROLE_ORDER = { original: 0, unknown: 1, dub: 2, description: 3, music: 4 } as const;
/** Audio in another voice is never a silent replacement for one of these. */
const MAYBE_ORIGINAL: number = ROLE_ORDER.unknown;

/** The order of a voice among others of one choice. Unknown audio may be the original. */
export function voiceOrder(sound: Sound | 'unknown'): number {
  return ROLE_ORDER[sound === 'unknown' ? 'unknown' : sound.role];
}

/** The same for voices that may replace each other. */
export function voiceClass(sound: Sound | 'unknown'): number {
  return Math.max(voiceOrder(sound), MAYBE_ORIGINAL);
}

/** Whether a voice is the original, as far as the platform tells. */
export function mayBeOriginal(sound: Sound | 'unknown'): boolean {
  return voiceClass(sound) === MAYBE_ORIGINAL;
}

/** Those whose voice is the nearest to what was asked for. */
export function nearestVoices<Some>(
  all: readonly Some[],
  classOf: (one: Some) => number,
): readonly Some[] {
  const nearest = Math.min(...all.map(classOf));
  return all.filter((one) => classOf(one) === nearest);
}

/**
 * Whether the audio of a track is what a choice means. A language is the exact tag where the item has it, else the same language
 * in the same script, else the same language; of a description only where no other audio has it.
 */
export function voiceFilter(
  tracks: readonly Track[],
  choice: SoundChoice,
): (track: Track) => boolean {
  if (choice.kind === 'original') return ({ sound }) => sound !== null;
  if (choice.kind === 'track')
    return ({ id, picture, sound }) => id === choice.trackId && picture === null && sound !== null;
  const distances = new Map(tracks.map((track) => [track.id, distanceOf(track, choice.language)]));
  const nearest = Math.min(...distances.values());
  return ({ id }) => nearest < Number.POSITIVE_INFINITY && distances.get(id) === nearest;
}

function distanceOf({ sound }: Track, language: string): number {
  const fit = sound && sound !== 'unknown' ? languageFit(sound.language, language) : null;
  if (sound === null || fit === null) return Number.POSITIVE_INFINITY;
  return fit + (voiceOrder(sound) > ROLE_ORDER.dub ? OTHER_LANGUAGE : 0);
}

const OTHER_LANGUAGE = 3;

/** 0 for the same tag, 1 for the same language in the same script, 2 for the same language; null for another. */
export function languageFit(have: string | null, want: string): number | null {
  const [one, other] = [localeOf(have), localeOf(want)];
  if (!one || !other || one.language !== other.language) return null;
  if (one.baseName === other.baseName) return 0;
  return one.maximize().script === other.maximize().script ? 1 : 2;
}

function localeOf(tag: string | null): Intl.Locale | null {
  try {
    return tag === null ? null : new Intl.Locale(tag);
  } catch {
    // Not a language tag, which a visitor may have sent.
    return null;
  }
}
