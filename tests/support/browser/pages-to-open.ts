// Chooses how each page of the site is checked in each language, so that every claim is checked where it can break.
import type { Language } from '../../../src/shared/languages.ts';
import { inLanguage } from '../../../src/shared/routes.ts';
import type { SitePages } from '../../../src/shared/site-pages.ts';

/** One page in one language. */
export type PageToOpen = {
  readonly path: string;
  readonly status: number;
  readonly language: Language;
  /** Whether it is opened with its scripts; if not, it is checked as it is built. */
  readonly hasScripts: boolean;
  /** The themes in which axe checks it; empty where axe has nothing to find that it would not find elsewhere. */
  readonly looks: readonly ('dark' | 'light')[];
};

/**
 * The languages in which axe checks every page: left to right, right to left, and without spaces. In the others a page that
 * differs in words alone cannot break a rule of axe that these keep.
 */
const AXE_LANGUAGES: readonly string[] = ['en', 'ar', 'zh-CN'];
/** The languages in which every page is opened with its scripts: those, and the one with the longest words. */
const FULL_LANGUAGES: readonly string[] = [...AXE_LANGUAGES, 'de'];
const LOOKS = ['dark', 'light'] as const;

/**
 * Every page of a site in every language that has it; `outlineOf` reads the markup of a built file.
 *
 * Hydration in another language can go wrong by a component, or by what it writes through Intl: a fault of the language
 * shows on the first page that has the component. In the languages that are not full, a page therefore runs its scripts
 * if it has a kind of element that no page before it had, or markup that its English version does not have. Not covered: a
 * hydration fault, a layout shift or an error in the console of one text in Spanish, French, Italian or Latin on one page only,
 * made of kinds of elements that are right on other pages of the language.
 */
export function pagesOf(
  { pages, languages }: SitePages,
  outlineOf: (file: string) => string,
): PageToOpen[] {
  return languages.flatMap((language) => {
    const isFull = FULL_LANGUAGES.includes(language.code);
    const axeIndex = AXE_LANGUAGES.indexOf(language.code);
    const known = new Set<string>();
    return pages.flatMap(({ paths, status, files }, page) => {
      const file = files[language.code];
      if (file === undefined) return [];
      const english = files['en'];
      const outline = outlineOf(file);
      const isOwn = english === undefined || outline !== outlineOf(english);
      const isNew = outline.split('\n').filter((kind) => !isIn(known, kind)).length > 0;
      const isSingle = Object.keys(files).length === 1;
      const hasAxe = isOwn || axeIndex >= 0;
      // Faults lie in the page or in its theme, hardly in both at once: one theme per language, both in all of them.
      const theme = (page + Math.max(0, axeIndex)) % 2;
      const looks = isSingle ? LOOKS : LOOKS.filter((_, at) => at === theme);
      return {
        path: inLanguage(language.prefix, paths[0] ?? '/'),
        status,
        language,
        hasScripts: isFull || isOwn || isNew,
        looks: hasAxe ? looks : [],
      };
    });
  });
}

/** Whether a set has a value; it has it afterwards. */
function isIn(known: Set<string>, value: string): boolean {
  const isKnown = known.has(value);
  known.add(value);
  return isKnown;
}
