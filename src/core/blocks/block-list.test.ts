// The block list in memory.
import { expect, it, vi } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { type BlockList, createBlockList } from './block-list.ts';
import type { Origin } from './origin.ts';
import type { Block } from './ports.ts';

type Entry = Pick<Block, 'kind' | 'subject'>;
const VIDEO: Entry = { kind: 'video', subject: 'youtube:aaaaaaaaaaa' };
const NOTHING: Origin = { mediaIds: [], sourceIds: [], uploaderIds: [] };

async function listOf(...entries: Entry[]): Promise<BlockList> {
  const list = createBlockList({ subjects: async () => entries });
  await list.reload();
  return list;
}

it('refuses the link of a blocked item, with the name of its platform', async () => {
  const list = await listOf(VIDEO, { kind: 'alias', subject: 'twitter:5' });
  const refused = (platform: 'youtube' | 'twitter', id: string) => {
    try {
      list.refuseLink({ platform, id });
      return null;
    } catch (error) {
      return error instanceof AppError ? [error.code, error.params] : error;
    }
  };
  expect(refused('youtube', 'aaaaaaaaaaa')).toEqual(['taken_down', { platform: 'YouTube' }]);
  expect(refused('twitter', '5')).toEqual(['taken_down', { platform: 'Twitter / X' }]);
  expect([refused('twitter', 'aaaaaaaaaaa'), refused('youtube', 'bbbbbbbbbbb')]).toEqual([
    null,
    null,
  ]);
});

it.each<[string, Entry, Partial<Origin>, boolean]>([
  ['by the id of a media file', VIDEO, { mediaIds: ['x', 'aaaaaaaaaaa'] }, true],
  ['by what it was cut from', VIDEO, { sourceIds: ['aaaaaaaaaaa'] }, true],
  ['not by an uploader of that name', VIDEO, { uploaderIds: ['aaaaaaaaaaa'] }, false],
  [
    'by any name of the uploader',
    { kind: 'uploader', subject: 'youtube:ann' },
    { uploaderIds: ['UC1', '@Ann'] },
    true,
  ],
  [
    'not by a video of that name',
    { kind: 'uploader', subject: 'youtube:ann' },
    { mediaIds: ['ann'], sourceIds: ['ann'] },
    false,
  ],
  ['not on another platform', { kind: 'video', subject: 'tiktok:1' }, { mediaIds: ['1'] }, false],
  ['not without any id', VIDEO, {}, false],
])('finds blocked media %s', async (_how, entry, origin, isBlocked) => {
  const list = await listOf(entry);
  const whole = { ...NOTHING, ...origin };
  expect(list.hasOrigin('youtube', whole)).toBe(isBlocked);
  const refuse = () => list.refuseOrigin('youtube', whole);
  if (isBlocked) expect(refuse).toThrow('taken_down');
  else expect(refuse).not.toThrow();
});

it('knows the address of a blocked item, however it is written', async () => {
  const list = await listOf(VIDEO);
  expect(
    ['https://youtu.be/aaaaaaaaaaa', 'https://youtu.be/bbbbbbbbbbb', 'nothing'].map(
      list.hasAddress,
    ),
  ).toEqual([true, false, false]);
});

it('is empty until it is read', () => {
  const list = createBlockList({ subjects: async () => [VIDEO] });
  expect(list.has('video', VIDEO.subject)).toBe(false);
});

it('tells changes alone, once they are in force, and waits for what they lead to', async () => {
  let entries: Entry[] = [];
  const list = createBlockList({ subjects: async () => entries });
  const told: boolean[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  list.watch(async () => {
    told.push(list.has('video', VIDEO.subject));
    await promise;
  });
  await list.reload();
  expect(told).toEqual([]);
  entries = [VIDEO];
  const done = vi.fn();
  const reload = list.reload().then(done);
  await vi.waitFor(() => expect(told).toEqual([true]));
  expect(done).not.toHaveBeenCalled();
  resolve();
  await reload;
  await list.reload();
  expect(told).toEqual([true]);
  // As many as before, but others; then fewer.
  entries = [{ kind: 'video', subject: 'youtube:bbbbbbbbbbb' }];
  await list.reload();
  entries = [];
  await list.reload();
  expect(told).toEqual([true, false, false]);
});

it('is not undone by a slow read', async () => {
  const first = Promise.withResolvers<Entry[]>();
  const reads = [first.promise, Promise.resolve([VIDEO])];
  const list = createBlockList({ subjects: () => reads.shift() ?? Promise.resolve([]) });
  const slow = list.reload();
  await list.reload();
  first.resolve([]);
  await slow;
  expect(list.has('video', VIDEO.subject)).toBe(true);
});

it('stays as it is where the store fails', async () => {
  const reads = [Promise.resolve([VIDEO]), Promise.reject(new TypeError('gone'))];
  const list = createBlockList({ subjects: () => reads.shift() ?? Promise.resolve([]) });
  await list.reload();
  await expect(list.reload()).rejects.toThrow('gone');
  expect(list.has('video', VIDEO.subject)).toBe(true);
});
