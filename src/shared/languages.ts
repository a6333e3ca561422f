// The languages of the site, and the choice of one for a visitor.

/** A language: one folder of content/locales with its own row in `language.json`. */
export type Language = {
  /** The name of its folder and of a stored choice, such as `zh-CN` or `la-LA`. */
  readonly code: string;
  /** Its name in the language itself. */
  readonly name: string;
  /** The value of the `lang` and `hreflang` attributes. */
  readonly tag: string;
  /** The prefix of its paths, such as `/fr`; empty for English. In the built pages it begins with the base path. */
  readonly prefix: string;
  readonly dir: 'ltr' | 'rtl';
  /** The locale of its numbers, dates and plurals for `Intl`, which knows no Latin. */
  readonly intl: string;
};

const MAX_WISHES = 20;

/** The languages an `Accept-Language` header asks for, most preferred first; at most twenty are read. */
export function readAcceptLanguage(header: string | undefined): readonly string[] {
  return (header ?? '')
    .split(',', MAX_WISHES)
    .map((part) => {
      const [tag = '', ...params] = part.split(';').map((piece) => piece.trim());
      const quality = params.find((param) => param.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i.test(tag) && quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}

/**
 * The stored choice if it is supported; else, for each preference, the full tag, its base, any language that shares the base;
 * else the first of the list, which is English.
 */
export function chooseLanguage(
  languages: readonly Language[],
  stored: string | undefined,
  preferred: readonly string[],
): Language {
  const [first] = languages;
  if (!first) throw new TypeError('there is no language to choose from');
  const named = (tag: string) =>
    languages.find(({ code }) => code.toLowerCase() === tag.toLowerCase());
  const choice = stored === undefined ? undefined : named(stored);
  if (choice) return choice;
  for (const tag of preferred) {
    const base = baseOf(tag);
    const found = named(tag) ?? named(base) ?? languages.find(({ code }) => baseOf(code) === base);
    if (found) return found;
  }
  return first;
}

function baseOf(tag: string): string {
  return (tag.split('-', 1)[0] ?? '').toLowerCase();
}
