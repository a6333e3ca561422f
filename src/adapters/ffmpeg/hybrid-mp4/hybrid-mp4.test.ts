// Makes hybrid MP4 files, and compares each packet, time and decoded frame with those of its sources; more kinds in the second tier.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../../lab/media/run-tool.ts';
import { compareProbes } from '../../../../tests/support/media/compare-probes.ts';
import {
  expectFaithful,
  expectSamePackets,
  makeHybrid,
  packetsOf,
} from '../../../../tests/support/media/hybrid-fixture.ts';
import { makeSource, PAIRS } from '../../../../tests/support/media/hybrid-pairs.ts';
import {
  createMediaFolder,
  type MediaFolder,
} from '../../../../tests/support/media/media-fixtures.ts';
import { patched } from '../../../../tests/support/media/patch-boxes.ts';

let media: MediaFolder;
beforeAll(async () => {
  media = await createMediaFolder();
});
afterAll(() => media.remove());

const sourcesOf = async (...names: Parameters<typeof makeSource>[1][]) => {
  const paths: string[] = [];
  for (const name of names) paths.push(await makeSource(media, name));
  return paths;
};
const bytesOf = (paths: readonly string[]) => Promise.all(paths.map((path) => readFile(path)));

const FIRST =
  /and AAC priming|negative|variable|Opus with|10\.5|late by its edit|to 4\.3|each frame|from the start|alone/;

describe('a hybrid MP4 has the packets, times and frames of its sources', () => {
  it.each(PAIRS.filter(([what]) => FIRST.test(what)))('%s', async (what, names) => {
    const path = join(media.folder, `made ${what}.mp4`);
    const [first = 0, second = first] = await expectFaithful(path, await sourcesOf(...names));
    // ffmpeg reads negative offsets late by so much.
    const late = what.startsWith('negative') ? 2 / 30 : 0;
    expect(Math.abs(second - first - late)).toBeLessThan(1e-4);
  });
});

it('is probed from its index as ffprobe does', async () => {
  const path = join(media.folder, 'probed.mp4');
  const { file } = await makeHybrid(await bytesOf(await sourcesOf('late.mp4', 'later.mp4')));
  await writeFile(path, file);
  const probe = await compareProbes(path);
  // The first picture is two frames after the first time of decoding.
  expect(probe.streams).toMatchObject([
    { kind: 'picture', startSeconds: 0 },
    { kind: 'sound', startSeconds: expect.closeTo(0.5 - 2 / 30, 3) },
  ]);
});

it('starts both at once where their clocks have nothing in common', async () => {
  const paths = await sourcesOf('edits.mp4', 'far.mp4');
  const path = join(media.folder, 'far apart.mp4');
  await writeFile(path, (await makeHybrid(await bytesOf(paths))).file);
  const [made, ...sources] = await Promise.all([path, ...paths].map(packetsOf));
  for (const [kind, packets] of sources.flatMap((source) => [...source]))
    expectSamePackets(made?.get(kind), packets);
  const first = (kind: string) => Math.min(...(made?.get(kind) ?? []).map(({ pts }) => pts));
  expect([first('video'), first('audio')]).toEqual([0, 0]);
});

it('keeps what a source says of its track, and names H.265 as phones know it', async () => {
  const [plain = '', hev1 = ''] = await sourcesOf('b-frames.mp4', 'hev1.mp4');
  const turned = await media.changed(plain, 'turned.mp4', (bytes) => {
    const matrix = bytes.indexOf('tkhd') + 4 + 40;
    for (const [at, value] of [0, 0x1_0000, 0, -0x1_0000, 0].entries())
      bytes.writeInt32BE(value, matrix + 4 * at);
    // Three letters of five bits each.
    const german = [...'deu'].reduce((sum, letter) => sum * 32 + letter.charCodeAt(0) - 0x60, 0);
    bytes.writeUInt16BE(german, bytes.indexOf('mdhd') + 4 + 20);
    return bytes;
  });
  const path = join(media.folder, 'kept.mp4');
  await writeFile(path, (await makeHybrid(await bytesOf([turned]))).file);
  expect((await compareProbes(path)).streams).toMatchObject([{ width: 108, height: 192 }]);
  const words = [
    '-v',
    'error',
    '-show_entries',
    'stream_tags=language',
    '-of',
    'default=nk=1:nw=1',
    path,
  ];
  expect(String(await runTool('ffprobe', words)).trim()).toBe('deu');
  const { index } = await makeHybrid(await bytesOf([hev1]));
  expect(Buffer.from(index).includes('hvc1')).toBe(true);
  expect(Buffer.from(index).includes('hev1')).toBe(false);
});

it('ends where the edit list of a source ends', async () => {
  const [picture, sound] = await bytesOf(await sourcesOf('edits.mp4', 'priming.mp4'));
  if (!picture || !sound) throw new Error('no sources');
  const path = join(media.folder, 'ended.mp4');
  await writeFile(path, (await makeHybrid([picture, patched(sound, ['elst', 8, 3000])])).file);
  expect((await compareProbes(path)).streams).toMatchObject([
    { durationSeconds: expect.closeTo(6, 3) },
    { durationSeconds: expect.closeTo(3, 3) },
  ]);
});

it('lengthens the sample before a gap, and shortens the one before an overlap', async () => {
  const [source] = await bytesOf(await sourcesOf('baseline-25.mp4'));
  if (!source) throw new Error('no source');
  const ends: number[] = [];
  for (const ticks of [0, 100, -100]) {
    const moved = Buffer.from(source);
    const at = moved.indexOf('tfdt', moved.indexOf('tfdt') + 4);
    moved.writeBigUInt64BE(moved.readBigUInt64BE(at + 8) + BigInt(ticks), at + 8);
    const path = join(media.folder, 'moved.mp4');
    await writeFile(path, (await makeHybrid([moved])).file);
    ends.push((await packetsOf(path)).get('video')?.[50]?.dts ?? 0);
  }
  expect(ends).toEqual([2, 2 + 100 / 12_800, 2 - 100 / 12_800]);
});

it('lists the key frames of its picture', async () => {
  const { index } = await makeHybrid(await bytesOf(await sourcesOf('b-frames.mp4', 'aac.mp4')));
  const stss = index.indexOf('stss');
  expect([8, 12, 16, 20].map((at) => index.readUInt32BE(stss + at))).toEqual([3, 1, 61, 121]);
});
