// Refuses sources whose media contradict their heads, before the index.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  boxOf,
  type Fragment,
  postpone,
  refragmented,
} from '../../../../tests/support/media/fragments.ts';
import { makeHybrid, readerOf, readHeads } from '../../../../tests/support/media/hybrid-fixture.ts';
import { makeSource } from '../../../../tests/support/media/hybrid-pairs.ts';
import {
  createMediaFolder,
  type MediaFolder,
} from '../../../../tests/support/media/media-fixtures.ts';
import { FIRST_REFERENCE, patched } from '../../../../tests/support/media/patch-boxes.ts';
import { layOut } from './layout.ts';
import type { UnfitCode } from './unfit.ts';
import { writeIndex } from './write-index.ts';

let media: MediaFolder;
const sources = new Map<string, Buffer>();
const source = (name: string) => Buffer.from(sources.get(name) ?? Buffer.alloc(0));
beforeAll(async () => {
  media = await createMediaFolder();
  for (const name of ['b-frames.mp4', 'edits.mp4', 'aac.mp4'] as const)
    sources.set(name, await readFile(await makeSource(media, name)));
});
afterAll(() => media.remove());

describe('refuses before the index', () => {
  const second = (change: (fragment: Fragment) => void) =>
    refragmented(source('b-frames.mp4'), (fragments) => {
      if (fragments[1]) change(fragments[1]);
      return fragments;
    });
  const write = (box: string, at: number, value: number) =>
    second(([moof]) => {
      moof?.bytes.writeUInt32BE(value >>> 0, moof.bytes.indexOf(box) + 4 + at);
    });
  const rename = (box: string, to: string) =>
    second(([moof]) => moof?.bytes.write(to, moof.bytes.indexOf(box), 'latin1'));

  const cases: readonly (readonly [what: string, code: UnfitCode, make: () => Buffer])[] = [
    [
      'fragments other than listed',
      'broken',
      () => {
        const bytes = patched(source('b-frames.mp4'));
        const at = bytes.indexOf('sidx') + 4 + FIRST_REFERENCE;
        bytes.writeUInt32BE(bytes.readUInt32BE(at) + 400, at);
        bytes.writeUInt32BE(bytes.readUInt32BE(at + 12) - 400, at + 12);
        return bytes;
      },
    ],
    ['a fragment without samples', 'contradiction', () => rename('moof', 'skip')],
    ['a fragment of no samples', 'contradiction', () => write('trun', 4, 0)],
    ['samples behind their fragment', 'contradiction', () => write('trun', 8, 1e6)],
    ['samples before their fragment', 'contradiction', () => write('trun', 8, -5000)],
    ['samples in their index', 'contradiction', () => write('trun', 8, 16)],
    ['more samples than it lists', 'broken', () => write('trun', 4, 1e6)],
    [
      'a time far from the list',
      'contradiction',
      () =>
        refragmented(source('b-frames.mp4'), (fragments) => {
          for (const fragment of fragments.slice(1)) postpone(fragment, 4 * 15_360);
          return fragments;
        }),
    ],
    [
      'times that go back',
      'contradiction',
      () => second((fragment) => postpone(fragment, -15_360)),
    ],
    ['a time that is no number', 'broken', () => write('tfdt', 4, -1)],
    ['samples of another track', 'tracks', () => write('tfhd', 4, 7)],
    [
      'samples of another description',
      'tracks',
      () =>
        second(([moof]) => {
          // The duration becomes the number of the description.
          const at = (moof?.bytes.indexOf('tfhd') ?? 0) + 4;
          moof?.bytes.writeUInt32BE(0x2_0032, at);
        }),
    ],
    ['no header', 'broken', () => rename('tfhd', 'free')],
    ['two tracks', 'tracks', () => rename('mfhd', 'traf')],
    ['encrypted samples', 'encrypted', () => rename('trun', 'senc')],
    ['a chain that breaks', 'broken', () => write('tfdt', -8, 19)],
    [
      'an edit list that skips everything',
      'edits',
      () => patched(source('edits.mp4'), ['elst', 12, 0x7fff_ffff]),
    ],
    [
      'media behind the list',
      'contradiction',
      () => Buffer.concat([source('b-frames.mp4'), boxOf('mdat', Buffer.alloc(40)).bytes]),
    ],
    ['a source that is cut', 'truncated', () => source('b-frames.mp4').subarray(0, -9000)],
    [
      'a source that is cut before its last fragment',
      'truncated',
      () => source('b-frames.mp4').subarray(0, -37_290),
    ],
  ];

  it.each(cases)('%s: %s', async (_what, code, make) => {
    // Its head is that of the whole source, whose length was announced.
    const bytes = make();
    const whole = Buffer.concat([bytes, source('b-frames.mp4').subarray(bytes.length)]);
    const heads = await readHeads([whole]);
    const index = writeIndex(layOut(heads), heads, readerOf([bytes]));
    await expect(index).rejects.toMatchObject({ name: 'Error', code });
  });

  it('an index for which a few bytes are missing, at whichever byte', async () => {
    const heads = await readHeads([source('aac.mp4')]);
    const layout = layOut(heads);
    const read = readerOf([source('aac.mp4')]);
    const index = Buffer.from(await writeIndex(layout, heads, read));
    const needed = index.readUInt32BE() + 8;
    const exactly = await writeIndex({ ...layout, indexBytes: needed }, heads, read);
    expect(
      Buffer.from(exactly).equals(
        Buffer.concat([index.subarray(0, needed - 8), Buffer.from('\0\0\0\x08free')]),
      ),
    ).toBe(true);
    for (let indexBytes = 0; indexBytes < needed; indexBytes += indexBytes < needed - 40 ? 37 : 1)
      await expect(writeIndex({ ...layout, indexBytes }, heads, read)).rejects.toMatchObject({
        code: 'index_too_large',
      });
  });

  it('an index that is too long already, before all fragments are read', async () => {
    const heads = await readHeads([source('aac.mp4')]);
    const layout = { ...layOut(heads), indexBytes: 100 };
    const plain = readerOf([source('aac.mp4')]);
    const second = heads[0]?.segments[1]?.from ?? 0;
    expect(second).toBeGreaterThan(0);
    const index = writeIndex(layout, heads, (from, begin, end) => {
      if (begin >= second) throw new Error('it reads on');
      return plain(from, begin, end);
    });
    await expect(index).rejects.toMatchObject({ code: 'index_too_large' });
  });

  it('but not boxes without media behind the list', async () => {
    const bytes = Buffer.concat([source('aac.mp4'), boxOf('mfra', Buffer.alloc(40)).bytes]);
    await expect(makeHybrid([bytes])).resolves.toMatchObject({ layout: {} });
  });
});
