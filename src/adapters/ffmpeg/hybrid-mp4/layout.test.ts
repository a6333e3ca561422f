// Lays out hybrid MP4 files and reads ranges of them while their sources arrive.
import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { arriving } from '../../../../tests/support/media/arriving-sources.ts';
import { boxOf, putTogether, takeApart } from '../../../../tests/support/media/fragments.ts';
import {
  collect,
  type Hybrid,
  makeHybrid,
  readerOf,
  readHeads,
} from '../../../../tests/support/media/hybrid-fixture.ts';
import { makeSource } from '../../../../tests/support/media/hybrid-pairs.ts';
import { createMediaFolder } from '../../../../tests/support/media/media-fixtures.ts';
import { createRandom } from '../../../../tests/support/run/random.ts';
import { listBoxes } from '../checking/mp4-layout.ts';
import { etagOf, layOut, readRange } from './layout.ts';
import { readHead, type SourceHead } from './read-head.ts';
import { writeIndex } from './write-index.ts';
import { writeMoov } from './write-moov.ts';

let sources: Buffer[];
const edited: Buffer[] = [];
let made: Hybrid;
beforeAll(async () => {
  const media = await createMediaFolder();
  const paths = [await makeSource(media, 'b-frames.mp4'), await makeSource(media, 'aac.mp4')];
  sources = await Promise.all(paths.map((path) => readFile(path)));
  made = await makeHybrid(sources);
  for (const name of ['edits.mp4', 'lagging.mp4'] as const)
    edited.push(await readFile(await makeSource(media, name)));
  await media.remove();
});

it('holds the fragments as they are, by time, the smaller first, and an index of the length that was laid out', async () => {
  const { file, layout, index } = made;
  expect(file.length).toBe(layout.bytes);
  expect(index.length).toBe(layout.indexBytes);
  expect(layout.indexAt + layout.indexBytes).toBe(layout.bytes);
  const read = async (at: number, length: number) => file.subarray(at, at + length);
  const boxes = await listBoxes(read, 0, file.length);
  expect(boxes.map(({ type }) => type)).toEqual(['ftyp', 'mdat', 'moov', 'free']);
  expect(boxes.map(({ end }) => end).slice(1, 4)).toEqual([
    layout.indexAt,
    boxes[2]?.end,
    layout.bytes,
  ]);
  expect(layout.pieces.map(({ source }) => source)).toEqual([1, 0, 0, 1, 0, 1]);
  for (const { source, at, from, to } of layout.pieces)
    expect(
      file
        .subarray(at, at + to - from)
        .equals(sources[source]?.subarray(from, to) ?? Buffer.alloc(0)),
    ).toBe(true);
  expect(file.toString('latin1', 8, 12)).toBe('isom');
  const sound = await makeHybrid(sources.slice(1));
  expect(sound.file.toString('latin1', 8, 12)).toBe('M4A ');
});

it.each([1, 2, 3])(
  'any range is that of the file while the sources arrive: seed %i',
  async (seed) => {
    const random = createRandom(seed);
    const { read, arrive } = arriving(sources, random);
    const arrived = arrive();
    const heads = await Promise.all(sources.map(({ length }, at) => readHead(read, at, length)));
    const layout = layOut(heads);
    expect(layout).toEqual(made.layout);
    const index = writeIndex(layout, heads, read);
    const { bytes } = layout;
    const ranges = Array.from({ length: 60 }, (_, at) => {
      const length = Math.ceil(random() * (at % 3 === 0 ? 20 : at % 3 === 1 ? 9000 : bytes / 2));
      const from = at % 7 === 0 ? bytes - length : Math.floor(random() * (bytes - length + 1));
      return { from, to: from + length };
    });
    await Promise.all(
      [...ranges, { from: 0, to: bytes }].map(async ({ from, to }) => {
        const got = await collect(readRange(layout, read, index, from, to));
        expect(got.equals(made.file.subarray(from, to)), `${from}-${to}`).toBe(true);
      }),
    );
    await arrived;
  },
);

it('orders fragments by when they are shown: an edit list skips and delays', async () => {
  const heads = await readHeads(edited);
  const starts = heads.map(({ segments }) => segments[0]?.startSeconds);
  expect(starts).toEqual([expect.closeTo(-2 / 30, 6), expect.closeTo(0.7, 1)]);
});

it('gives the media before the index is known', async () => {
  const never = new Promise<Uint8Array>(() => undefined);
  const { layout, file } = made;
  const range = readRange(layout, readerOf(sources), never, 0, layout.indexAt);
  expect((await collect(range)).equals(file.subarray(0, layout.indexAt))).toBe(true);
});

it('fails with its index, and with its sources', async () => {
  const { layout } = made;
  const broken = Promise.reject(new Error('no index'));
  const tail = readRange(layout, readerOf(sources), broken, layout.bytes - 1, layout.bytes);
  await expect(collect(tail)).rejects.toThrow('no index');
  const cut = readRange(layout, readerOf([Buffer.alloc(0)]), broken, 0, 100);
  await expect(collect(cut)).rejects.toMatchObject({ code: 'truncated' });
  const fails = async () => {
    throw new Error('no more bytes');
  };
  await expect(collect(readRange(layout, fails, broken, 0, 100))).rejects.toThrow('no more bytes');
  await expect(writeIndex(layout, made.heads, fails)).rejects.toThrow('no more bytes');
  await expect(readHead(fails, 0, 1000)).rejects.toThrow('no more bytes');
});

it('has an entity tag that changes with all that its bytes depend on', async () => {
  const heads = made.heads as readonly [SourceHead, SourceHead];
  const plain = etagOf(heads);
  expect(plain).toMatch(/^"[\w-]{32}"$/);
  expect((await makeHybrid(sources)).heads).toEqual(heads);
  const longer = Buffer.concat([sources[1] ?? Buffer.alloc(0), Buffer.from('\0\0\0\x08free')]);
  const other = [heads[0], await readHead(readerOf([longer]), 0, longer.length)];
  // The same boxes, and as many bytes, but in other places.
  const { front, fragments } = takeApart(sources[1] ?? Buffer.alloc(0));
  const [few, many] = [boxOf('free', Buffer.alloc(8)), boxOf('free', Buffer.alloc(16))];
  const moved = [
    [few, many],
    [many, few],
  ].map(([first, last]) =>
    putTogether(
      [...front.slice(0, -1), first ?? few, ...front.slice(-1)],
      [...fragments, [last ?? few]],
    ),
  );
  const places = await Promise.all(moved.map((bytes) => readHeads([bytes])));
  const all = [
    plain,
    etagOf(heads.slice(0, 1)),
    etagOf(other),
    ...places.map((each) => etagOf(each)),
  ];
  expect(new Set(all).size).toBe(all.length);
});

it('reserves little more than the index needs', () => {
  const { layout, index, file } = made;
  const moov = new DataView(index.buffer, index.byteOffset).getUint32(0);
  expect(layout.indexBytes - moov).toBeLessThan(0.06 * file.length);
});

it('writes positions beyond 4 GB and times beyond 32 bits in 64', () => {
  const [{ first }] = made.heads as [SourceHead];
  first.chunkPositions[0] = 2 ** 32 + 5;
  first.durations[1] = 2 ** 31;
  first.endTime = first.startTime + 2 ** 33;
  const index = writeMoov([first], { indexBytes: 10_000, isLarge: true });
  const chunks = index.indexOf('co64');
  expect(index.readBigUInt64BE(chunks + 12)).toBe(2n ** 32n + 5n);
  const media = index.indexOf('mdhd');
  expect(index[media + 4]).toBe(1);
  expect(index.readBigUInt64BE(media + 4 + 24)).toBe(2n ** 33n);
});
