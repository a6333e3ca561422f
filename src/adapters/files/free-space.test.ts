import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { StoredFile } from '../../core/files/stored-file.ts';
import { createFileIndex, type Entry } from './file-index.ts';
import { createSpaceReclaimer } from './free-space.ts';

const GB = 1e9;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(`${tmpdir()}/keepreel-space-`);
});
afterAll(() => rm(folder, { recursive: true }));

/** Ten files of a gigabyte within 20 GB, and a workspace that has reserved ten and written some of it. */
function space(written: number) {
  const index = createFileIndex();
  for (let file = 0; file < 10; file += 1)
    index.put({ id: String(file), bytes: GB } as StoredFile, '', file);
  const discarded: string[] = [];
  const reclaimer = createSpaceReclaimer({
    folder,
    // The disk of the test is not asked.
    bounds: { maxBytes: 20 * GB, minFreeBytes: -1e15 },
    index,
    workspaces: {
      measure: async (step = Number.POSITIVE_INFINITY) => {
        const promised = Math.min(step, 10 * GB - written);
        return { promised, held: written + promised };
      },
      count: () => 1,
    } as Parameters<typeof createSpaceReclaimer>[0]['workspaces'],
    async discard(entry: Entry) {
      index.remove(entry);
      discarded.push(entry.file.id);
    },
  });
  return { reclaimer, discarded };
}

it('gives up no file for bytes that are only reserved', async () => {
  const { reclaimer, discarded } = space(0);
  await reclaimer.assertFits(8 * GB);
  await reclaimer.free(8 * GB);
  expect(discarded).toEqual([]);
});

it('gives up the oldest once there is no room for the next step', async () => {
  const { reclaimer, discarded } = space(9.9 * GB);
  await reclaimer.free(GB);
  expect(discarded).toEqual(['0']);
});

it('promises no more than files could give way to', async () => {
  const { reclaimer, discarded } = space(0);
  await reclaimer.assertFits(10 * GB);
  await expect(reclaimer.assertFits(10.1 * GB)).rejects.toMatchObject({ code: 'server_full' });
  expect(discarded).toEqual([]);
});
