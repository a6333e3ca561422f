import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import words from '../content/locales/en/errors.json' with { type: 'json' };
import { STATUS } from '../src/http/errors.ts';
import { ERROR_CODES } from '../src/shared/errors.ts';
import { badFiles, medianLines, undocumented } from './house/habits.ts';
import { readTree } from './house/read-tree.ts';

const sources = readTree(
  ['src', 'lab', 'engine', 'scripts', 'bench', 'tests'],
  ['.ts', '.tsx', '.py', '.mjs', '.css'],
);

describe('every file', () => {
  it('is short, well named and says what it is for', () => {
    expect(badFiles(sources)).toEqual([]);
  });

  it('is under 80 lines in the middle of the product', () => {
    expect(medianLines(readTree(['src'], ['.ts', '.tsx']))).toBeLessThan(80);
  });

  it('of shared, core, http and the adapters documents what it exports', () => {
    expect(undocumented(readTree(['src'], ['.ts']))).toEqual([]);
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

describe('every error code', () => {
  const docs = readFileSync(path.resolve(import.meta.dirname, '../docs/errors.md'), 'utf8');
  const documented = [...docs.matchAll(/^\| `([a-z_]+)` \| (\d{3}) \|/gm)].map((row) => [
    row[1],
    Number(row[2]),
  ]);

  it('has words, and no words are left over', () => {
    expect(Object.keys(words).sort()).toEqual([...ERROR_CODES].sort());
  });

  it('is in docs/errors.md with its status, and nothing else is', () => {
    expect(documented).toEqual(ERROR_CODES.map((code) => [code, STATUS[code]]));
  });
});
