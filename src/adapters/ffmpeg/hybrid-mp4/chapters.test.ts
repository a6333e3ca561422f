// The chapters of hybrid MP4 files: two programs' ways of reading them, and what they change of the file.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  collect,
  framesOf,
  makeHybrid,
  readerOf,
} from '../../../../tests/support/media/hybrid-fixture.ts';
import { makeSource } from '../../../../tests/support/media/hybrid-pairs.ts';
import {
  createMediaFolder,
  type MediaFolder,
} from '../../../../tests/support/media/media-fixtures.ts';
import { chaptersOf } from '../../../../tests/support/media/read-chapters.ts';
import { probeOf } from '../../../../tests/support/media/transcoder-fixture.ts';
import { etagOf, readRange } from './layout.ts';

let media: MediaFolder;
let sources: Buffer[];
beforeAll(async () => {
  media = await createMediaFolder();
  const paths = [await makeSource(media, 'b-frames.mp4'), await makeSource(media, 'aac.mp4')];
  sources = await Promise.all(paths.map((path) => readFile(path)));
});
afterAll(() => media.remove());

const LONG = '中'.repeat(90);
const CHAPTERS = [
  { title: 'The gate', startSeconds: 0, endSeconds: null },
  { title: 'Žluť 🎬', startSeconds: 0.5, endSeconds: null },
  { title: LONG, startSeconds: 1.25, endSeconds: null },
  { title: 'behind the end', startSeconds: 500, endSeconds: null },
];

it('are read from the track, and from the list where that is left out, with titles of at most 255 bytes', async () => {
  const { file } = await makeHybrid(sources, CHAPTERS);
  const seen = [
    { title: 'The gate', startSeconds: 0 },
    { title: 'Žluť 🎬', startSeconds: 0.5 },
    { title: '中'.repeat(85), startSeconds: 1.25 },
  ];
  const path = join(media.folder, 'both.mp4');
  await writeFile(path, file);
  expect(await chaptersOf(path)).toMatchObject(seen);
  // A name that no program knows, of the same length.
  for (const [name, other] of [
    ['chpl', 'list'],
    ['chap', 'refs'],
  ] as const) {
    const without = Buffer.from(file);
    without.write(other, without.lastIndexOf(name));
    if (name === 'chap') without.write(other, without.lastIndexOf(name));
    await writeFile(path, without);
    expect(await chaptersOf(path), `without ${name}`).toMatchObject(seen);
  }
});

it('leave pictures, sound and length as they are', async () => {
  const paths = ['with.mp4', 'without.mp4'].map((name) => join(media.folder, name));
  const made = [await makeHybrid(sources, CHAPTERS), await makeHybrid(sources)];
  for (const [at, { file }] of made.entries()) await writeFile(paths[at] as string, file);
  const [frames, plain] = [await framesOf(paths.slice(0, 1)), await framesOf(paths.slice(1))];
  expect(frames).toEqual(plain);
  const [probe, other] = await Promise.all(paths.map(probeOf));
  expect(probe?.durationSeconds).toBe(other?.durationSeconds);
  expect(probe?.streams.map(({ kind }) => kind)).toEqual(['picture', 'sound', 'chapters']);
});

it('are within what was laid out, and any range of the file is that of the whole', async () => {
  const many = Array.from({ length: 300 }, (_, at) => ({
    title: `${at} ${LONG}`,
    startSeconds: at / 1000,
    endSeconds: null,
  }));
  const { file, layout, index } = await makeHybrid(sources, many);
  expect([file.length, index.length]).toEqual([layout.bytes, layout.indexBytes]);
  for (const from of [layout.indexAt - 10, layout.indexAt + 5]) {
    const range = readRange(layout, readerOf(sources), Promise.resolve(index), from, from + 20);
    expect((await collect(range)).equals(file.subarray(from, from + 20))).toBe(true);
  }
  const path = join(media.folder, 'many.mp4');
  await writeFile(path, file);
  expect(await chaptersOf(path)).toHaveLength(255);
});

it('change the entity tag', async () => {
  const { heads } = await makeHybrid(sources);
  const tagOf = (changes: object) => {
    const chapters = CHAPTERS.map((one, at) => (at === 1 ? { ...one, ...changes } : one));
    return etagOf(heads, null, chapters);
  };
  const tags = [
    etagOf(heads),
    tagOf({}),
    tagOf({ title: 'Other' }),
    tagOf({ startSeconds: 0.6 }),
    etagOf(heads, null, CHAPTERS.slice(0, 2)),
    etagOf(heads, { span: null }, CHAPTERS),
  ];
  expect(new Set(tags).size).toBe(tags.length);
});
