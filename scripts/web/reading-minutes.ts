// How long a text takes to read.

const WORDS_PER_MINUTE = 220;

/** Whole minutes, at least one. Words are counted as the language knows them. */
export function readingMinutes(text: string, locale: string): number {
  const segments = new Intl.Segmenter(locale, { granularity: 'word' }).segment(text);
  const words = [...segments].filter(({ isWordLike }) => isWordLike).length;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE));
}
