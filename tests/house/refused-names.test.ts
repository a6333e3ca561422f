// Names that content blockers refuse: nothing that a download needs has one, neither as a class or an id nor as a built file.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { mayBeRefused, plainName } from '../../scripts/web/plain-name.ts';
import { readTree } from '../support/house/read-tree.ts';

/** What may be hidden: links that tell others of a page, and the stars below a result. */
const MAY_GO: ReadonlySet<string> = new Set([
  'share-box',
  'status-share',
  'rating',
  'rating-note',
  'rating-place',
]);

it.each([
  ['share-dialog', true],
  ['cookie-consent', true],
  ['top-banner', true],
  ['ad-slot', true],
  ['sponsored', true],
  ['head-part', false],
  ['shadow-lg', false],
  ['advanced', false],
  ['tracks-list', false],
])('%s: %j', (name, isRefused) => {
  expect(mayBeRefused(name)).toBe(isRefused);
});

it('no class and no id of the pages is among them, but for what a page can do without', () => {
  const tree = readTree(['src/web'], ['.ts', '.tsx', '.css']);
  const names = [...tree].flatMap(([file, text]) => {
    const attributes = [...text.matchAll(/\b(?:className|class|id)=["{'`]+([^"'`}]+)/g)];
    const selectors = file.endsWith('.css') ? [...text.matchAll(/[.#]([a-z][\w-]*)/g)] : [];
    return [...attributes, ...selectors].flatMap(([, found = '']) => found.split(/\s+/));
  });
  expect(names.length).toBeGreaterThan(2000);
  const refused = names.filter(
    // Generic rules look for the words within a name too.
    (name) =>
      (mayBeRefused(name) || /(^|-)ads?-|ad-|social|cookie/.test(name)) && !MAY_GO.has(name),
  );
  expect([...new Set(refused)]).toEqual([]);
});

it('no file of the built pages is among them', () => {
  const assets = readdirSync(path.resolve(import.meta.dirname, '../../dist/web/assets'));
  const names = assets.map((file) => file.replace(/-[\w-]{7}\..*$/, ''));
  expect(names).toContain('download');
  expect(names.filter(mayBeRefused)).toEqual([]);
  expect(plainName('share-dialog')).toBe('part');
});
