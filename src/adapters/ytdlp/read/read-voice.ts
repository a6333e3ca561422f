// Which voice the audio of a format is: the original, a dub or a description, as far as the platform reports it.
import type { Sound } from '../../../shared/media/media.ts';
import type { RawFormat } from './info-shape.ts';
import { languageTag } from './read-text.ts';

/** The voice that a format names itself; null where it names none. */
type Mark = 'original' | 'dub' | 'description' | null;

/** What all formats of an item together show about its voices. */
export type Voices = {
  /** Its audio has more than one language. */
  readonly areSeveral: boolean;
  /** The languages of the original; null is audio of its own without a language. */
  readonly originals: ReadonlySet<string | null>;
  /** Some are marked as dubs, and not all: where all are, the marks mean nothing. */
  readonly areDubsDistinct: boolean;
  /** yt-dlp prefers one of them to the others. */
  readonly isOnePreferred: boolean;
};

/** yt-dlp's `language_preference` for the original; YouTube's default has 5, a description -10, and any other voice -1. */
const ORIGINAL = 10;

/** The voice that a format names itself, whatever the others are. */
export function markOf({ format_note, language, language_preference }: RawFormat): Mark {
  const note = (format_note ?? '').toLowerCase();
  if (note.includes('descriptive') || /-desc$/u.test(language ?? '')) return 'description';
  const isPreferred = language_preference !== null && language_preference >= ORIGINAL;
  if (isPreferred || /\boriginal\b/u.test(note)) return 'original';
  return /\bdubbed\b/u.test(note) ? 'dub' : null;
}

/** The voices of an item's formats. Where all are marked as dubs except one, that one is the original. */
export function readVoices(formats: readonly RawFormat[]): Voices {
  const voices = formats
    .filter(({ acodec }) => acodec !== 'none')
    .map((format) => ({ mark: markOf(format), tag: languageTag(format.language), format }));
  const tagsOf = (mark: Mark) =>
    new Set(
      voices
        .filter((one) => one.mark === mark && isIdentified(one.format, one.tag))
        .map(({ tag }) => tag),
    );
  const [originals, others] = [tagsOf('original'), tagsOf(null)];
  const isLeftOver = originals.size === 0 && others.size === 1 && tagsOf('dub').size > 0;
  const areSeveral = new Set(voices.flatMap(({ tag }) => tag ?? [])).size > 1;
  return {
    areSeveral,
    areDubsDistinct: !areSeveral || originals.size > 0 || others.size > 0,
    originals: isLeftOver ? others : originals,
    isOnePreferred: voices.some(({ format }) => (format.language_preference ?? -1) >= 0),
  };
}

/** The voice of a format among those of its item; `unknown` where nothing shows it. */
export function readVoice(format: RawFormat, voices: Voices): Sound['role'] {
  const mark = markOf(format);
  if (mark !== null && (mark !== 'dub' || voices.areDubsDistinct)) return mark;
  if (!voices.areSeveral) return 'original';
  const tag = languageTag(format.language);
  if (isIdentified(format, tag) && voices.originals.has(tag)) return 'original';
  const isLess = (format.language_preference ?? -1) < 0;
  // That all are preferred as little distinguishes none of them.
  const isOther = voices.originals.size > 0 || voices.isOnePreferred;
  return tag !== null && isLess && isOther ? 'dub' : 'unknown';
}

/** A video with audio of no language may have any voice. */
function isIdentified({ vcodec }: RawFormat, tag: string | null): boolean {
  return tag !== null || vcodec === 'none';
}
