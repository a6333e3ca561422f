import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { detectAll } from 'tinyld';
import { describe, expect, it } from 'vitest';
import { addressesIn } from '../../scripts/web/addresses.ts';
import { readLanguages } from '../../scripts/web/languages.ts';
import { readGroups, WORD_FILES } from '../../scripts/web/read-words.ts';
import type { Language } from '../../src/shared/languages.ts';
import sameTexts from '../fixtures/same-in-languages.json' with { type: 'json' };
import {
  LANGUAGE_CODES,
  piecesOf,
  shapeOf,
  textFilesOf,
  wordsOf,
} from '../support/pages/locale-texts.ts';

const EIGHT = ['ar', 'de', 'en', 'es', 'fr', 'it', 'la-LA', 'zh-CN'];
/** Texts shorter than this are names and numbers too often for a detector of languages. */
const DETECTABLE_LENGTH = 60;
const english = wordsOf('en');
const others = LANGUAGE_CODES.filter((code) => code !== 'en');
const locales = path.resolve(import.meta.dirname, '../../content/locales');

const rowOf = (code: string): Language =>
  JSON.parse(readFileSync(path.join(locales, code, 'language.json'), 'utf8'));

/** A text without what is the same in every language: places, facts, links, code, names in Latin letters for others. */
function proseOf(text: string): string {
  return text
    .replace(/\{\{[^}]*\}\}/g, ' ')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`/g, ' ')
    .replace(/[*_|#>[\]-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The plain text of a message: every form of its plurals, without its places. */
function sayingOf(text: string): string {
  return text
    .replace(/\{\s*\w+\s*,\s*(plural|select|selectordinal)\s*,/g, ' ')
    .replace(/\{\s*\w+\s*\}/g, ' ')
    .replace(/[=\w]+\s*\{/g, ' ')
    .replace(/[{}#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** English where something else should be: the detector is surer of English than of the language of the file. */
function looksEnglish(text: string, { tag }: Language): boolean {
  const base = tag.split('-', 1)[0] ?? '';
  const found = detectAll(text);
  const sureOf = (lang: string) => found.find((one) => one.lang === lang)?.accuracy ?? 0;
  return sureOf('en') > sureOf(base);
}

it('there are eight languages', () => {
  expect(LANGUAGE_CODES).toEqual(EIGHT);
});

describe.each(others)('the words of %s', (code) => {
  const words = wordsOf(code);
  const row = rowOf(code);

  it('are all there, and no others, in the files and groups of the English ones', () => {
    for (const file of WORD_FILES) {
      const groups = Object.keys(readGroups(locales, 'en', file));
      expect(Object.keys(readGroups(locales, code, file)), file).toEqual(groups);
    }
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort());
  });

  it('have the places of the English ones', () => {
    const different = [...words].filter(([key, text]) => {
      const places = shapeOf(english.get(key) ?? '').places;
      return shapeOf(text).places.join() !== places.join();
    });
    expect(different).toEqual([]);
  });

  it('have the plural forms that the language needs, and no others', () => {
    const needed = new Intl.PluralRules(row.intl).resolvedOptions().pluralCategories;
    // Millions are said like thousands here: no text counts so far.
    const common = needed.filter((form) => row.tag === 'ar' || form !== 'many').sort();
    const wrong = [...words].filter(([, text]) =>
      shapeOf(text).plurals.some((forms) => {
        const named = forms.filter((form) => !/^=?\d+$/.test(form) && form !== 'many').sort();
        const wanted = common.filter((form) => form !== 'many');
        return named.join() !== wanted.join() || (row.tag === 'ar' && !forms.includes('many'));
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('are not left in English', () => {
    const allowed = new Set([...sameTexts.everywhere, ...((sameTexts as Allowed)[code] ?? [])]);
    const same = [...words].filter(
      ([key, text]) => text === english.get(key) && !allowed.has(text),
    );
    expect(same).toEqual([]);
    const long = [...words].map(([key, text]) => [key, sayingOf(text)] as const);
    const suspicious = long.filter(
      ([, text]) => text.length > DETECTABLE_LENGTH && looksEnglish(text, row),
    );
    expect(suspicious).toEqual([]);
  });
});

describe.each(others)('the long texts of %s', (code) => {
  const row = rowOf(code);

  it('are every page and every article', () => {
    expect(textFilesOf(code)).toEqual(textFilesOf('en'));
  });

  it.each(textFilesOf(code))(
    '%s says all that the English one says, in its own language',
    (file) => {
      const own = piecesOf(code, file);
      const model = piecesOf('en', file);
      expect([...own.keys()]).toEqual([...model.keys()]);
      const marks = (one: string) => (one.match(/\{\{[^}]*\}\}|\]\([^)]*\)/g) ?? []).sort();
      const wrong = [...own].flatMap(([at, text]) => {
        const from = model.get(at) ?? '';
        const prose = proseOf(text);
        const isEnglish =
          prose.length > DETECTABLE_LENGTH && (text === from || looksEnglish(prose, row));
        const isMarked = marks(text).join() === marks(from).join();
        return isEnglish || !isMarked ? [{ at, text, isEnglish, isMarked }] : [];
      });
      expect(wrong).toEqual([]);
    },
  );
});

describe('a folder of a language', () => {
  const row = { code: 'de', name: 'Deutsch', tag: 'de', prefix: '/de', dir: 'ltr', intl: 'de' };
  /** The languages of such folders; `null` is one without pages. */
  function read(rows: Readonly<Record<string, object | null>>) {
    const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-languages-'));
    for (const [code, own] of Object.entries(rows)) {
      mkdirSync(path.join(folder, code, 'pages'), { recursive: true });
      writeFileSync(path.join(folder, code, 'language.json'), JSON.stringify({ ...row, ...own }));
      if (own) writeFileSync(path.join(folder, code, 'pages/home.md'), '');
    }
    try {
      return readLanguages(folder).map(({ code }) => code);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  it('is a language once it has a home page; English is the first, the default', () => {
    const rows = {
      it: { code: 'it' },
      en: { code: 'en', prefix: '' },
      fr: null,
      ar: { code: 'ar' },
    };
    expect(read(rows)).toEqual(['en', 'ar', 'it']);
  });

  it.each<[string, object]>([
    ['another code', { code: 'fr' }],
    ['no code of a language', { code: 'DE' }],
    ['a prefix that is no folder', { prefix: 'de' }],
    ['a prefix with more than a language', { prefix: '/de/x' }],
    ['no direction of writing', { dir: 'up' }],
    ['a field that does not exist', { flag: 'de' }],
    ['no name', { name: '' }],
  ])('is refused with %s', (_what, own) => {
    expect(() => read({ de: { code: 'de', ...own } })).toThrow();
  });
});

describe('a link in a text', () => {
  const slugs = { en: ['a', 'b'], de: ['a', 'c'] };
  const german = addressesIn(rowOf('de'), slugs);

  it.each<[string, ReturnType<typeof german>]>([
    ['route:home', { href: '/de' }],
    ['route:trimmer', { href: '/de/video-trimmer' }],
    ['route:youtube#steps', { href: '/de/youtube-downloader-no-limits#steps' }],
    ['route:search?q=a', { href: '/de/search?q=a' }],
    ['article:a', { href: '/de/blog/a' }],
    ['article:c', { href: '/de/blog/c' }],
    // The English article, in English: this language does not have it.
    ['article:b', { href: '/blog/b', tag: 'en' }],
    ['https://a.example', null],
    ['mailto:a@a.example', null],
    ['{{contact}}', null],
  ])('stays in the language of the text if there is such a page: %s', (link, address) => {
    expect(german(link)).toEqual(address);
  });

  it.each(['route:nowhere', 'article:nowhere', '/terms', 'http://a.example', 'javascript:x'])(
    'is refused where it leads nowhere: %s',
    (link) => {
      expect(() => german(link)).toThrow();
    },
  );
});

/** Kinds of files that neither a download nor a conversion ends as. */
const NEVER_MADE = /(?<!\p{Script=Latin})(mkv|flv|wmv|3gp|wav|flac)(?!\p{Script=Latin})/iu;
/** What is opened by the trimmer, and what operators may upload. */
const OTHER_FILES = /trimmer|^(operators-trending|operator-errors)\./;

describe.each(LANGUAGE_CODES)('what the texts of %s promise', (code) => {
  const words = wordsOf(code);
  const texts = new Map([
    ...words,
    ...textFilesOf(code).flatMap((file) =>
      [...piecesOf(code, file)].map(([at, text]) => [`${file} ${at}`, text] as const),
    ),
  ]);

  it('is no kind of file that the site cannot make', () => {
    const promised = [...texts].filter(
      ([where, text]) => !OTHER_FILES.test(where) && NEVER_MADE.test(text),
    );
    expect(promised).toEqual([]);
  });

  it('is an existing button, in the how-to of the home page', () => {
    const step = texts.get('pages/home.md head.steps.2.name');
    expect(step).toContain(words.get('download.start'));
  });
});

type Allowed = Readonly<Record<string, readonly string[]>>;

it.each(EIGHT)('posts of several items come as a ZIP file, say the pages of %s', (code) => {
  const linesOf = (page: string) =>
    readFileSync(path.join(locales, code, `pages/${page}.md`), 'utf8').split('\n');
  const zips = (page: string) => linesOf(page).filter((line) => line.includes('ZIP')).length;
  expect(zips('about')).toBe(2);
  for (const page of ['guide', 'instagram', 'threads']) expect(zips(page), page).toBe(1);
});
