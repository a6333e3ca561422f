// What files, folders and functions of the project keep to; and the checks of tests/house/conventions.test.ts find what they are for.
import { describe, expect, it } from 'vitest';
import { type ErrorSources, errorDisagreements } from '../support/house/error-codes.ts';
import { missingFigures } from '../support/house/error-figures.ts';
import { badFiles, undocumented } from '../support/house/habits.ts';
import { readTree } from '../support/house/read-tree.ts';
import { fullFolders, longFunctions } from '../support/house/sizes.ts';

const product = readTree(['src', 'extension'], ['.ts', '.tsx']);

describe('every file', () => {
  it('is short, well named and begins with its purpose', () => {
    const folders = ['src', 'extension', 'lab', 'engine', 'scripts', 'bench', 'tests'];
    expect(badFiles(readTree(folders, ['.ts', '.tsx', '.py', '.mjs', '.css']))).toEqual([]);
  });

  it('of the product documents what other folders import from it', () => {
    expect(undocumented(product)).toEqual([]);
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
    ['export const a = 1;', "import { a } from '../core/x.ts';"],
    ['export type a = 1;', "import type { a as b } from '../core/x.ts';"],
    ['/* no doc */ export function a() {}', "export { a } from '../core/x.ts';"],
    ['/** far */ const b = 1; export const a = 2;', "import * as x from '../core/x.ts';"],
    ['export const a = 1;', "const late = await import('../core/x.ts');"],
  ])('would be refused for %s where another folder says %s', (text, elsewhere) => {
    const tree = (user: string, says: string) =>
      new Map([
        ['src/core/x.ts', text],
        [user, says],
      ]);
    expect(undocumented(tree('src/http/y.ts', elsewhere))).toHaveLength(1);
    expect(undocumented(tree('src/core/y.ts', elsewhere.replace('../core/', './')))).toEqual([]);
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
    expect(longFunctions(product)).toEqual([]);
  });

  it('would be found to be long', () => {
    const long = `const a = () => {\n${'b();\n'.repeat(99)}};`;
    expect(longFunctions(new Map([['src/core/x.ts', `${long}\nfunction c() {}`]]))).toEqual([
      'src/core/x.ts:1 is a function of 101 lines; the most is 100',
    ]);
  });
});

describe('every error code', () => {
  const words = { private: 'It is private.' };
  const good: ErrorSources = {
    codes: ['private'],
    status: { private: 403 },
    words,
    document: '| `private` | 403 | x | x |\n',
  };

  it('is right where all agree', () => {
    expect(errorDisagreements(good)).toEqual([]);
  });

  it.each<[string, Partial<ErrorSources>]>([
    ['a code without a status, words or a row', { codes: ['private', 'forgotten'] }],
    ['a code without words', { words: { private: ' ' } }],
    ['words of no code', { words: { ...words, retired: 'Gone.' } }],
    ['another status in the document', { status: { private: 418 } }],
    ['a row of no code', { document: `${good.document}| \`retired\` | 410 | x | x |\n` }],
    ['a missing row', { document: '| private | 403 | x | x |\n' }],
  ])('would be found wrong for %s', (_name, planted) => {
    expect(errorDisagreements({ ...good, ...planted })).not.toEqual([]);
  });

  const figures = { server_full: ['retryAfterSeconds'], too_long: ['minutes'] };
  const missing = (text: string) => missingFigures(new Map([['src/core/x.ts', text]]), figures);

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
