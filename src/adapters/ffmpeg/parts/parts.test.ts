// Parts of sources in every delivery: each begins and ends where it says, with its sound.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeParts, FRAGMENTS, SECONDS } from '../../../../tests/fixtures/fetch/part-cases.ts';
import { H264 } from '../../../../tests/support/media/media-fixtures.ts';
import { patched } from '../../../../tests/support/media/patch-boxes.ts';
import { findPart } from './find-part.ts';

const media = describeParts([
  [0, 3],
  [13.3, 17.1],
  [30, 34],
  [57.4, SECONDS],
]);

it('the fragments at both ends of a part are looked at side by side', async () => {
  const noise = 'nullsrc=size=320x180:rate=5:duration=30,geq=random(1)*255:128:128';
  const input = ['-f', 'lavfi', '-i', noise];
  await media().ffmpeg('noise.mp4', ...input, ...H264, '-g', '10', '-crf', '10', ...FRAGMENTS);
  const file = await readFile(path.join(media().folder, 'noise.mp4'));
  let [open, most] = [0, 0];
  const read = async (from: number, to: number) => {
    open += 1;
    most = Math.max(most, open);
    await nextTurn();
    open -= 1;
    return file.subarray(from, to);
  };
  const span = { startSeconds: 5.3, endSeconds: 21.1, isExact: false };
  expect(await findPart({ bytes: file.length, read }, span)).not.toBeNull();
  expect(most).toBeGreaterThan(1);
});

it('fragments that count places from the start of their source are not moved', async () => {
  const file = await readFile(path.join(media().folder, 'picture.mp4'));
  const flags = file.readUInt32BE(file.indexOf('tfhd') + 4);
  const find = (bytes: Buffer) =>
    findPart(
      { bytes: bytes.length, read: async (from, to) => bytes.subarray(from, to) },
      { startSeconds: 0, endSeconds: 3, isExact: false },
    );
  expect(await find(file)).toMatchObject({ startSeconds: 0 });
  expect(await find(patched(file, ['tfhd', 0, flags | 1]))).toBeNull();
});
