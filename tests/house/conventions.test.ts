import { readFileSync } from 'node:fs';
import path, { matchesGlob } from 'node:path';
import { describe, expect, it } from 'vitest';
import visitorWords from '../../content/locales/en/errors.json' with { type: 'json' };
import convertWords from '../../content/locales/en/later/convert.json' with { type: 'json' };
import keyWords from '../../content/locales/en/later/keys.json' with { type: 'json' };
import listWords from '../../content/locales/en/later/lists.json' with { type: 'json' };
import operatorWords from '../../content/locales/en/later/operator-errors.json' with {
  type: 'json',
};
import {
  EDIT_ERRORS,
  ERROR_CODES,
  ERRORS,
  KEY_ERRORS,
  LIST_ERRORS,
} from '../../src/shared/errors.ts';
import { SHARED_PROCESS } from '../../vitest.config.ts';
import { type ErrorSources, errorDisagreements } from '../support/house/error-codes.ts';
import { figuresOf, missingFigures } from '../support/house/error-figures.ts';
import { badFiles, medianLines, undocumented } from '../support/house/habits.ts';
import { readTree } from '../support/house/read-tree.ts';
import { fullFolders, longFunctions } from '../support/house/sizes.ts';

const sources = readTree(
  ['src', 'extension', 'lab', 'engine', 'scripts', 'bench', 'tests'],
  ['.ts', '.tsx', '.py', '.mjs', '.css'],
);

describe('every file', () => {
  it('is short, well named and begins with its purpose', () => {
    expect(badFiles(sources)).toEqual([]);
  });

  it('of the product has a median below 80 lines', () => {
    expect(medianLines(readTree(['src'], ['.ts', '.tsx']))).toBeLessThan(80);
  });

  it('of the product documents what it exports', () => {
    expect(undocumented(readTree(['src', 'extension'], ['.ts', '.tsx']))).toEqual([]);
  });

  it.each([
    ['a long file', 'src/core/x.ts', `// x\n${'a;\n'.repeat(300)}`],
    ['a drawer', 'src/core/utils.ts', '// x\n'],
    ['a name in another case', 'src/core/someThing.ts', '// x\n'],
    ['a file without a first sentence', 'src/core/x.ts', "import a from './a.ts';\n"],
  ])('would be refused as %s', (_name, file, text) => {
    expect(badFiles(new Map([[file, text]]))).toHaveLength(1);
  });

  it.each([
    'export const a = 1;',
    'export type A = 1;',
    '/* no doc */ export function f() {}',
    '/** far */ const b = 1; export const c = 2;',
  ])('would be refused for %s', (text) => {
    expect(undocumented(new Map([['src/core/x.ts', text]]))).toHaveLength(1);
  });
});

describe('a folder', () => {
  it('has at most 30 entries, of core 20', () => {
    const folders = ['src', 'extension', 'lab', 'scripts', 'bench', 'docs', 'tests', 'engine'];
    expect(fullFolders(readTree(folders, ['']).keys())).toEqual([]);
  });

  it('would be found to be full', () => {
    const files = Array.from({ length: 21 }, (_, n) => `src/core/x/${n}.ts`);
    expect(fullFolders([...files, 'src/web/y/a.ts'])).toEqual([
      'src/core/x has 21 entries; the most is 20',
    ]);
  });
});

describe('a function', () => {
  it('has at most 100 lines', () => {
    expect(longFunctions(readTree(['src', 'extension'], ['.ts', '.tsx']))).toEqual([]);
  });

  it('would be found to be long', () => {
    const long = `const a = () => {\n${'b();\n'.repeat(99)}};`;
    expect(longFunctions(new Map([['src/core/x.ts', `${long}\nfunction c() {}`]]))).toEqual([
      'src/core/x.ts:1 is a function of 101 lines; the most is 100',
    ]);
  });
});

it('no test that shares its process with others replaces a module', () => {
  const sharing = [...sources].filter(([file]) =>
    SHARED_PROCESS.some((glob) => matchesGlob(file, glob)),
  );
  expect(sharing.length).toBeGreaterThan(100);
  const replacing = sharing.filter(([, text]) => /\bvi\.(?:do)?mock\(/i.test(text));
  expect(replacing.map(([file]) => file)).toEqual([]);
});

describe('every error code', () => {
  const document = readFileSync(path.resolve(import.meta.dirname, '../../docs/errors.md'), 'utf8');
  const laterWords = Object.fromEntries(
    Object.entries({ ...convertWords, ...listWords, ...keyWords }).filter(
      ([key]) => key in EDIT_ERRORS || key in LIST_ERRORS || key in KEY_ERRORS,
    ),
  );
  const words = { ...visitorWords, ...laterWords, ...operatorWords };
  const status = Object.fromEntries(ERROR_CODES.map((code) => [code, ERRORS[code].status]));
  const real: ErrorSources = { codes: ERROR_CODES, status, words, document };

  it('has a status, words and a row in docs/errors.md, and nothing else has', () => {
    expect(errorDisagreements(real)).toEqual([]);
  });

  it.each<[string, Partial<ErrorSources>]>([
    ['a code without a status, words or a row', { codes: [...ERROR_CODES, 'forgotten'] }],
    ['a code without words', { words: { ...words, private: ' ' } }],
    ['words of no code', { words: { ...words, retired: 'Gone.' } }],
    ['another status in the document', { status: { ...status, private: 418 } }],
    ['a row of no code', { document: `${document}| \`retired\` | 410 | x | x |\n` }],
    ['a missing row', { document: document.replace('| `private` |', '| private |') }],
  ])('would be found wrong for %s', (_name, planted) => {
    expect(errorDisagreements({ ...real, ...planted })).not.toEqual([]);
  });

  describe('whose words name a figure', () => {
    const figures = figuresOf(words);
    const missing = (text: string) => missingFigures(new Map([['src/core/x.ts', text]]), figures);

    it('is thrown with that figure', () => {
      expect(figures).toMatchObject({ server_full: ['retryAfterSeconds'], too_long: ['minutes'] });
      expect(missingFigures(readTree(['src'], ['.ts', '.tsx']), figures)).toEqual([]);
    });

    it.each([
      "throw new AppError('server_full');",
      "throw new AppError('server_full', { detail: 'x' });",
      "throw new AppError('too_long', { params: { gigabytes: 1 } });",
      "const x = () => new AppError(a ? 'server_full' : 'storage_failed', { cause });",
    ])('would be refused for %s', (text) => {
      expect(missing(text)).toHaveLength(1);
    });

    it.each([
      "throw new AppError('storage_failed');",
      "throw new AppError('server_full', { params: { retryAfterSeconds }, cause });",
      "throw new AppError('server_full', { params });",
      'throw new AppError(code, { detail });',
    ])('would be taken for %s', (text) => {
      expect(missing(text)).toEqual([]);
    });
  });
});
