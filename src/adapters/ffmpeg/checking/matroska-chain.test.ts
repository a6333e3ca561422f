// The chain of elements in WebM and Matroska: unbroken in whole files, broken where bytes were overwritten or are missing.
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createMediaFolder,
  type MediaFolder,
  noisyPicture,
  tone,
} from '../../../../tests/support/media/media-fixtures.ts';
import { findBrokenElement } from './matroska-chain.ts';

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
