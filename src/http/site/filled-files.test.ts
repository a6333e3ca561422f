import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFilledFiles, type FilledFiles } from './filled-files.ts';

const PAGE_BYTES = 10_000;
let folder: string;
let filled: FilledFiles;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-filled-'));
  await write('first');
  // Space for ten pages.
  filled = createFilledFiles(
    folder,
    async (_language, origin) => ({ origin: origin ?? '' }),
    10 * (PAGE_BYTES + 1000),
  );
});
afterEach(() => rm(folder, { recursive: true }));

/** Writes another text of the page, which only uncached answers contain. */
const write = (text: string) =>
  writeFile(path.join(folder, 'page.html'), `{{origin}} ${text}`.padEnd(PAGE_BYTES, '.'));
const read = async (origin: string | null) =>
  (await filled('page.html', 'en', 'identity', origin)).body.toString().replace(/\.+$/, '');

it('keeps a page for each origin', async () => {
  expect([await read('https://a'), await read('https://b')]).toEqual([
    'https://a first',
    'https://b first',
  ]);
  expect(await read(null)).toBe(' first');
  await write('second');
  expect([await read('https://a'), await read('https://b'), await read(null)]).toEqual([
    'https://a first',
    'https://b first',
    ' first',
  ]);
});

it('keeps no more than it has room for, however many origins are made up', async () => {
  await read('https://own');
  await read('https://seldom');
  await write('second');
  for (let turn = 0; turn < 1000; turn += 1) {
    await read(`https://made-up-${turn}`);
    // Frequently requested texts stay.
    if (turn % 5 === 0) expect(await read('https://own')).toBe('https://own first');
  }
  expect(await read('https://seldom')).toBe('https://seldom second');
  expect(await read('https://made-up-999')).toBe('https://made-up-999 second');
  await write('third');
  const kept: string[] = [];
  for (let turn = 999; turn >= 0; turn -= 1)
    if ((await read(`https://made-up-${turn}`)).endsWith('second')) kept.push(`${turn}`);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThanOrEqual(10);
});

it('sends a page that there is no room for, without keeping it', async () => {
  const small = createFilledFiles(folder, async () => ({}), 100);
  const first = await small('page.html', 'en', 'identity', null);
  await write('second');
  const second = await small('page.html', 'en', 'identity', null);
  expect(second.etag).not.toBe(first.etag);
});

it('makes a page once for all who ask in the same moment, and again after a failure', async () => {
  await rm(path.join(folder, 'page.html'));
  await expect(read('https://a')).rejects.toThrow('ENOENT');
  await write('back');
  const [one, other] = await Promise.all(
    ['https://a', 'https://a'].map((origin) => filled('page.html', 'en', 'br', origin)),
  );
  expect(one).toBe(other);
});
