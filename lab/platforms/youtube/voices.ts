// The voices of the lab's videos on YouTube, as the player API marks them, or does not.

/** An audio language. `mark` is YouTube's own term for it; its tone is shifted by `addHz`. */
export type Voice = {
  readonly id: string;
  readonly label: string;
  readonly language: string;
  readonly mark: 'original' | 'dubbed' | 'dubbed-auto' | 'descriptive' | 'none';
  readonly isDefault: boolean;
  readonly addHz: number;
};

/** The original voice. */
export const ORIGINAL: Voice = {
  id: 'en.4',
  label: 'English original',
  language: 'en',
  mark: 'original',
  isDefault: true,
  addHz: 0,
};
/** A dub. */
export const SPANISH: Voice = {
  id: 'es.3',
  label: 'Spanish',
  language: 'es',
  mark: 'dubbed',
  isDefault: false,
  addHz: 31,
};
/** A dub that the platform made by itself. */
export const GERMAN: Voice = {
  id: 'de-DE.10',
  label: 'German',
  language: 'de-DE',
  mark: 'dubbed-auto',
  isDefault: false,
  addHz: 62,
};
/** The original with a description of the pictures. */
export const DESCRIBED: Voice = {
  id: 'en.2',
  label: 'English descriptive',
  language: 'en',
  mark: 'descriptive',
  isDefault: false,
  addHz: 93,
};

/** Voices that are marked in their names only: all as dubs except English, as the platform does for some sessions. */
export const ALL_BUT_ONE_DUBBED: readonly Voice[] = unmarked([
  ['bn', 'bn - dubbed-auto'],
  ['de-DE', 'de-DE - dubbed-auto'],
  ['en', 'English'],
  ['fr-FR', 'fr-FR - dubbed-auto'],
]);

/** Voices of which nothing says which one is the original. */
export const ALL_ALIKE: readonly Voice[] = unmarked([
  ['bn', 'Bengali'],
  ['de-DE', 'German'],
  ['en', 'English'],
]);

function unmarked(voices: readonly (readonly [language: string, label: string])[]): Voice[] {
  return voices.map(([language, label], at) => ({
    id: `${language}.3`,
    label,
    language,
    mark: 'none',
    isDefault: false,
    addHz: 31 * at,
  }));
}
