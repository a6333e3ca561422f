// Finds the built file for a path in the visitor's language.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chooseLanguage, type Language, readAcceptLanguage } from '../../shared/languages.ts';
import { inLanguage } from '../../shared/routes.ts';
import type { SitePage, SitePages } from '../../shared/site-pages.ts';

/** The language preferences of a request. */
export type LanguagePreferences = {
  /** The language that the visitor chose, from the cookie. */
  readonly cookie: string | undefined;
  readonly acceptLanguage: string | undefined;
};

/** A file to send. `status` is that of the page. */
export type Answer = {
  readonly file: string;
  readonly status: 200 | 404;
  readonly language: Language;
};

/** The paths of the site. */
export type SiteMap = SitePages & {
  /** The paths of all pages in all languages, each with the function that selects its file. */
  readonly paths: ReadonlyMap<string, (preferences: LanguagePreferences) => Answer>;
  /** Selects the "not found" page. A path with a language prefix gets it in that language. */
  readonly notFound: (pathname: string, preferences: LanguagePreferences) => Answer;
};

const LIST = 'pages.json';

/** Reads the list written by the build. Throws if it is missing. */
export function readSiteMap(webDir: string): SiteMap {
  const site: SitePages = JSON.parse(readFileSync(path.join(webDir, LIST), 'utf8'));
  const { languages, pages } = site;
  const paths = new Map<string, (preferences: LanguagePreferences) => Answer>();
  for (const page of pages) {
    const inThese = languages.filter(({ code }) => page.files[code]);
    for (const one of page.paths) {
      paths.set(one, (preferences) => answer(page, choose(inThese, preferences)));
      // A language prefix overrides cookie and Accept-Language.
      for (const language of inThese)
        if (language.prefix)
          paths.set(inLanguage(language.prefix, one), () => answer(page, language));
    }
  }
  const missing = pages.find(({ status }) => status === 404);
  if (!missing) throw new TypeError(`${LIST} has no "not found" page`);
  return {
    ...site,
    paths,
    notFound(pathname, preferences) {
      const prefixed = languages.find(
        ({ prefix }) => prefix && (pathname === prefix || pathname.startsWith(`${prefix}/`)),
      );
      return answer(missing, prefixed ?? choose(languages, preferences));
    },
  };
}

function choose(languages: readonly Language[], preferences: LanguagePreferences): Language {
  return chooseLanguage(
    languages,
    preferences.cookie,
    readAcceptLanguage(preferences.acceptLanguage),
  );
}

function answer(page: SitePage, language: Language): Answer {
  const file = page.files[language.code];
  if (!file) throw new TypeError(`${page.paths[0]} has no file in ${language.code}`);
  return { file, status: page.status, language };
}
