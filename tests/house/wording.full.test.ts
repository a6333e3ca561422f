import { expect, it } from 'vitest';
import { readTree } from '../support/house/read-tree.ts';
import { goneWords, spreadLiterals } from '../support/house/wording.ts';

const sources = readTree(
  ['src', 'extension', 'lab', 'scripts', 'bench', 'engine'],
  ['.ts', '.tsx', '.py', '.mjs', '.css'],
);

it('comments and names use the terms of the field', () => {
  expect(goneWords(sources)).toEqual([]);
});

it('so do the documents', () => {
  expect(goneWords(readTree(['docs'], ['.md']))).toEqual([]);
});

it('properties are written out, not spread from a literal to save lines', () => {
  expect(spreadLiterals(sources)).toEqual([]);
});

it.each([
  '// Whoever asks is told.',
  '/** The counters begin at nought. */',
  '// Nothing is coded anew.',
  'const nobody = createVisitor();',
])('“%s” would be found', (line) => {
  expect(goneWords(new Map([['src/x.ts', line]]))).toHaveLength(1);
});

it('a spread literal would be found, an address that names somebody not', () => {
  const text = "call({ ...{ a, b } });\nconst link = 'https://x.com/somebody/status/1';";
  expect(spreadLiterals(new Map([['src/x.ts', text]]))).toHaveLength(1);
  expect(goneWords(new Map([['src/x.ts', text]]))).toEqual([]);
});
