// When a file is still there for its download, and what is removed with a download.
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemoryFileHolds } from '../../adapters/memory/file-holds.ts';
import type { Download } from './download.ts';
import {
  expiryFromNow,
  fileOf,
  filesOf,
  isTakenDown,
  type RetentionNeeds,
  removeDownload,
  removeExpired,
  removeTakenDown,
} from './retention.ts';

const NOW = 1_800_000_000_000;
const HOUR_MS = 3_600_000;

/** Stores that note what is removed; the files in `held` belong to other downloads too. */
function stage(held: string[] = [], ready: Download[] = []) {
  const done: string[] = [];
  const fileHolds = createMemoryFileHolds();
  const asked: unknown[] = [];
  const needs = {
    clock: createManualClock(NOW),
    fileTtlMs: 5,
    fileHolds,
    blockList: { hasAddress: (link: string) => link === 'blocked', hasOrigin: () => false },
    downloads: {
      remove: async (id: string) => void done.push(`download ${id}`),
      isFileHeld: async (fileId: string) => held.includes(fileId),
      forgetExpired: async (before: number) => void done.push(`downloads before ${before - NOW}`),
      ready: async () => ready,
      change: async (id: string, state: string, change: object) =>
        void done.push(`${id} ${state} ${JSON.stringify(change)}`),
    },
    files: {
      remove: async (id: string) => void done.push(`file ${id}`),
      sweep: async () => void done.push('files'),
      get: async (id: string) => ({ id }),
      getMany: async (ids: string[]) => {
        asked.push(ids);
        return new Map(ids.filter((id) => id !== 'gone').map((id) => [id, { id }]));
      },
    },
  } as unknown as RetentionNeeds;
  return { needs, done, asked, fileHolds };
}
const aDownload = (part: Partial<Download>) =>
  ({ id: 'd', fileId: 'f', expiresAt: null, task: { kind: 'link' }, ...part }) as Download;
const anEdit = (uploadId: string | null, part: Partial<Download> = {}) =>
  aDownload({ task: { kind: 'edit', fileId: 'source', uploadId } as Download['task'], ...part });

it('a file is there until its download expires, whoever keeps it for longer', async () => {
  const { needs, asked } = stage();
  const cases = [
    [aDownload({}), { id: 'f' }],
    [aDownload({ fileId: null }), null],
    [aDownload({ expiresAt: NOW }), null],
    [aDownload({ expiresAt: NOW + 1 }), { id: 'f' }],
  ] as const;
  for (const [download, file] of cases) expect(await fileOf(needs, download)).toEqual(file);
  const downloads = [...cases.map(([download]) => download), aDownload({ fileId: 'gone' })];
  expect(await filesOf(needs, downloads)).toEqual([...cases.map(([, file]) => file), null]);
  expect([asked, expiryFromNow(needs)]).toEqual([[['f', 'f', 'gone']], NOW + 5]);
});

describe('with a download', () => {
  it.each([
    ['its file goes', aDownload({}), [], ['download d', 'file f']],
    ['its file stays where another download has it', aDownload({}), ['f'], ['download d']],
    ['nothing else goes where it has no file', aDownload({ fileId: null }), [], ['download d']],
    [
      'the upload that was edited goes too',
      anEdit('u'),
      [],
      ['download d', 'file source', 'file f'],
    ],
    [
      'the upload goes where the edit failed',
      anEdit('u', { fileId: null }),
      [],
      ['download d', 'file source'],
    ],
    ['a finished file that was edited stays', anEdit(null), [], ['download d', 'file f']],
  ])('%s', async (_what, download, held, expected) => {
    const { needs, done } = stage(held);
    await removeDownload(needs, download);
    expect(done).toEqual(expected);
  });

  it('its file stays while others are about to get it, until the last of them let go', async () => {
    const { needs, done, fileHolds } = stage();
    const [first, second] = [fileHolds.hold('f'), fileHolds.hold('f')];
    first();
    await removeDownload(needs, aDownload({}));
    second();
    await removeDownload(needs, aDownload({}));
    expect(done).toEqual(['download d', 'download d', 'file f']);
  });
});

it('files go when they expire, ended downloads an hour later', async () => {
  const { needs, done } = stage();
  await removeExpired(needs);
  expect(done).toEqual(['files', `downloads before ${-HOUR_MS}`]);
});

it('a download is taken down by its link only where it has one', () => {
  const { needs } = stage();
  const about = { link: 'blocked', platform: 'youtube', origin: null } as const;
  expect(isTakenDown(needs, about)).toBe(true);
  expect(isTakenDown(needs, { ...about, link: null })).toBe(false);
  expect(isTakenDown(needs, { ...about, platform: null })).toBe(false);
});

it('what is taken down loses its file before it is said to have failed; the rest stays', async () => {
  const about = { platform: 'youtube', origin: null } as const;
  const { needs, done } = stage(
    [],
    [
      aDownload({ ...about, id: 'a', link: 'free' }),
      aDownload({ ...about, id: 'b', link: 'blocked' }),
      aDownload({ ...about, id: 'c', link: 'blocked', fileId: null }),
    ],
  );
  await removeTakenDown(needs);
  const change = '{"state":"failed","failure":{"code":"taken_down","params":{}},"fileId":null}';
  expect(done).toEqual(['file f', `b ready ${change}`, `c ready ${change}`]);
});
