// No promise loses its test: each row of SECURITY.md and docs/specification.md names one of the first tier, and all exist.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** The rows of the tables whose last column is called "test": the first cell, and the test files that the last one names. */
function promisesOf(file: string): [promise: string, tests: string[]][] {
  const tables = readFileSync(path.join(root, file), 'utf8').split(/\n{2,}/);
  return tables
    .filter((table) => /^\|.*\| test \|$/im.test(table.split('\n', 1)[0] ?? ''))
    .flatMap((table) => table.split('\n').slice(2))
    .filter((row) => row.startsWith('|'))
    .map((row) => {
      const cells = row.split('|').slice(1, -1);
      const named = [...(cells.at(-1) ?? '').matchAll(/`([^`]+\.test\.ts)`/g)];
      return [`${file}: ${cells[0]?.trim()}`, named.map(([, test = '']) => test)];
    });
}

const promises = ['SECURITY.md', 'docs/specification.md'].flatMap(promisesOf);

it('every promise names a test that `npm test` runs', () => {
  expect(promises.length).toBeGreaterThan(60);
  const isFirstTier = (test: string) => !test.endsWith('.full.test.ts');
  expect(promises.filter(([, tests]) => !tests.some(isFirstTier))).toEqual([]);
});

it('every named test is there', () => {
  const named = new Set(promises.flatMap(([, tests]) => tests));
  expect([...named].filter((test) => globSync(test, { cwd: root }).length === 0)).toEqual([]);
});
