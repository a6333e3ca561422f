// The chain of elements in WebM and Matroska: unbroken in whole files, broken where bytes were overwritten or are missing.
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createMediaFolder,
  type MediaFolder,
  noisyPicture,
  tone,
} from '../../../../../tests/support/media/media-fixtures.ts';
import { findBrokenElement } from './chain.ts';

let media: MediaFolder;
const files: Record<string, Buffer> = {};
beforeAll(async () => {
  media = await createMediaFolder();
  const vp9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];
  const both = [...noisyPicture('128x96', 4), ...tone(4), ...vp9, '-c:a', 'libopus'];
  const make = async (name: string, ...words: string[]) => {
    files[name] = await readFile(await media.ffmpeg(name, ...both, ...words));
  };
  await make('plain.webm');
  await make('live.webm', '-live', '1');
  await make('dash.webm', '-map', '0:v', '-dash', '1', '-cluster_time_limit', '1000');
  await make('checksums.mkv');
});
afterAll(() => media.remove());

function broken(bytes: Uint8Array, size = 10_000): Promise<number | null> {
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return findBrokenElement(Readable.from(chunks));
}

it.each(['plain.webm', 'live.webm', 'dash.webm', 'checksums.mkv'])(
  'a whole file has an unbroken chain, however it is handed out: %s',
  async (name) => {
    const bytes = files[name] ?? Buffer.alloc(0);
    expect(bytes.length).toBeGreaterThan(10_000);
    for (const size of [1, 7, 1000, 100_000_000]) expect(await broken(bytes, size)).toBeNull();
  },
);

it.each([0.1, 0.3, 0.5, 0.7, 0.9])('overwritten bytes break it, at %s', async (share) => {
  const bytes = Buffer.from(files['plain.webm'] ?? '');
  const start = Math.floor(bytes.length * share);
  for (let at = start; at < Math.min(bytes.length, start + 32_768); at += 1)
    bytes[at] = (at * 2_654_435_761) >>> 13;
  const found = await broken(bytes);
  expect(found).toBeGreaterThanOrEqual(start);
});

it('a truncated file is broken at its end', async () => {
  const bytes = files['plain.webm'] ?? Buffer.alloc(0);
  expect(await broken(bytes.subarray(0, bytes.length - 3))).toBeGreaterThan(0);
});

/** An element with a size of one byte, or of eight. */
const element = (id: string, bytes: number, isLong = false) =>
  Buffer.concat([
    Buffer.from(id, 'hex'),
    isLong ? Buffer.from([1, 0, 0, 0, 0, 0, 0, bytes]) : Buffer.from([0x80 + bytes]),
    Buffer.alloc(bytes, 0xff),
  ]);
const HEADER = element('1a45dfa3', 5);
/** Of unknown size. */
const SEGMENT = Buffer.from('18538067ff', 'hex');
const CLUSTER = Buffer.from('1f43b675ff', 'hex');

it.each([
  ['places', '114d9b74'],
  ['facts', '1549a966'],
  ['tracks', '1654ae6b'],
  ['an index', '1c53bb6b'],
  ['tags', '1254c367'],
  ['chapters', '1043a770'],
  ['attachments', '1941a469'],
  ['padding', 'ec'],
  ['a checksum', 'bf'],
  ['the time of a cluster', 'e7'],
  ['a block', 'a3'],
  ['a group of blocks', 'a0'],
  ['where a cluster lies', 'a7'],
  ['the size of the one before', 'ab'],
  ['what is silent', '5854'],
  ['an encrypted block', 'af'],
])('%s is a part of the chain, of any size', async (_what, id) => {
  for (const isLong of [false, true]) {
    const one = element(id, 100, isLong);
    const file = Buffer.concat([HEADER, SEGMENT, CLUSTER, one, one]);
    expect(await broken(file)).toBeNull();
    expect(await broken(file, 1)).toBeNull();
    // One byte is missing, or is too much.
    expect(await broken(file.subarray(0, -1))).not.toBeNull();
    expect(await broken(Buffer.concat([file, Buffer.alloc(1)]))).toBe(file.length);
  }
});

it('the chain breaks where an unknown element begins', async () => {
  const start = Buffer.concat([HEADER, SEGMENT, element('e7', 1)]);
  for (const odd of ['d7', '42ff', '1a45dfa4', '00', '08000000'])
    for (const size of [1, 10_000])
      expect(await broken(Buffer.concat([start, element(odd, 20), element('a3', 20)]), size)).toBe(
        start.length,
      );
});
