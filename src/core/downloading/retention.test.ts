import { describe, expect, it } from 'vitest';
import type { Origin } from '../blocks/origin.ts';
import type { Download } from './download.ts';
import { refuseTakenDown } from './retention.ts';

const BLOCKED = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';
const ready = {
  id: 'd',
  visitor: 'v',
  state: 'ready',
  link: BLOCKED,
  platform: 'youtube',
  choice: { kind: 'track', trackId: '1', itemId: null },
  pointsAt: null,
  title: null,
  fileName: 'a.mp4',
  fileId: 'f',
  origin: null,
  failure: null,
  attempt: 1,
  shareVersion: 0,
  isShared: false,
  createdAt: 1,
  expiresAt: 2,
} as unknown as Download;

/** What is thrown for a download, and which files are removed by it. */
async function ask(download: Download) {
  const removed: string[] = [];
  const files = { remove: async (id: string) => void removed.push(id) } as never;
  const blockList = {
    hasAddress: (address: string) => address === BLOCKED,
    hasOrigin: (_: string, { uploaderIds }: Origin) => uploaderIds.includes('blocked'),
  };
  const code = await refuseTakenDown({ blockList, files }, download).then(
    () => 'given',
    (error: { code: string }) => error.code,
  );
  return [code, ...removed];
}

describe('a file that is about to be given away', () => {
  it('is removed and refused where its link was blocked in the meantime', async () => {
    expect(await ask(ready)).toEqual(['taken_down', 'f']);
  });

  it('is removed and refused where its uploader was blocked in the meantime', async () => {
    const link = 'https://www.youtube.com/watch?v=bbbbbbbbbbb';
    const origin = { mediaIds: [], sourceIds: [], uploaderIds: ['somebody'] };
    expect(await ask({ ...ready, link, origin })).toEqual(['given']);
    const blocked = { ...origin, uploaderIds: ['blocked'] };
    expect(await ask({ ...ready, link, origin: blocked })).toEqual(['taken_down', 'f']);
  });

  it('is refused where it was taken down before, though it is no longer blocked', async () => {
    const failure = { code: 'taken_down', params: {} } as const;
    const other = { ...ready, link: 'https://www.youtube.com/watch?v=bbbbbbbbbbb' };
    expect(await ask({ ...other, failure, fileId: null })).toEqual(['taken_down']);
    expect(await ask(other)).toEqual(['given']);
  });
});
