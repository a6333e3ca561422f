import { expect, it } from 'vitest';
import type { ListAnswer } from '../../../../shared/api/list.ts';
import { addPage } from './picked-pages.ts';

const idsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => `v${from + index}`);
const pageOf = (ids: readonly string[]): ListAnswer => ({
  success: true,
  id: 'list',
  platform: 'youtube',
  platformName: 'YouTube',
  url: 'https://list',
  isAlbum: false,
  title: null,
  author: null,
  entries: ids.map((id, index) => ({
    number: index + 1,
    id,
    url: `https://video/${id}`,
    title: id,
    durationSeconds: null,
    thumbnailUrl: null,
  })),
  absent: [],
  unavailable: 0,
  omitted: null,
  nextPage: null,
  expiresAt: 0,
});
const nothing = { pages: [], picked: new Set<string>() };
const first = addPage(nothing, pageOf(idsOf(0, 50)));

it('ticks the first page', () => {
  expect(first.picked.size).toBe(50);
});

it.each([
  ['most are ticked', idsOf(0, 47), 97],
  ['few are ticked', idsOf(0, 3), 3],
  ['none is ticked', [], 0],
])('of the next page: %s', (_name, picked, expected) => {
  const next = addPage({ ...first, picked: new Set(picked) }, pageOf(idsOf(50, 50)));
  expect(next.picked.size).toBe(expected);
  expect([...next.picked].slice(0, picked.length)).toEqual(picked);
});

it('ticks no more than a queue holds', () => {
  const second = addPage(first, pageOf(idsOf(50, 45)));
  expect(addPage(second, pageOf(idsOf(95, 50))).picked.size).toBe(100);
});

it('shows a video once that the list has gained a place before the page', () => {
  const next = addPage(first, pageOf(idsOf(49, 50)));
  const shown = next.pages.flatMap(({ entries }) => entries.map(({ id }) => id));
  expect(shown).toEqual(idsOf(0, 99));
});
