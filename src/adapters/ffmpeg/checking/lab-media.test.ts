// What the lab serves, made and checked: video with audio, and segments.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readTone } from '../../../../lab/media/measure.ts';
import type { Variant } from '../../../../lab/media/media.ts';
import {
  createLabMediaFixture,
  LAB_SECONDS,
  type LabMediaFixture,
  pictureOf,
} from '../../../../tests/support/media/lab-media-fixture.ts';

let fixture: LabMediaFixture;
beforeAll(async () => {
  fixture = await createLabMediaFixture();
});
afterAll(() => fixture.remove());

it('1080p: the file that is made and checked has this picture and that sound', async () => {
  await fixture.expectJoined(pictureOf('h264', 1920, 1080, 30), 'aac');
});

it('joined HLS segments become an MP4 that passes', async () => {
  const variant: Variant = {
    ...pictureOf('h264', 1280, 720, 30),
    sound: { codec: 'aac', toneHz: 520, kilobitsPerSecond: 96 },
  };
  const { files } = await fixture.media.hls({ renditions: [variant], segmentSeconds: 2 });
  const playlist = files.get('r0.m3u8');
  if (!playlist || !('text' in playlist)) throw new Error('a playlist is text');
  const segments = playlist.text.split('\n').filter((line) => line !== '' && line[0] !== '#');
  const parts = segments.map((name) => {
    const file = files.get(name);
    if (!file || !('path' in file)) throw new Error(`${name} is a file`);
    return readFile(file.path);
  });
  const joined = join(fixture.folder, 'joined.ts');
  await writeFile(joined, Buffer.concat(await Promise.all(parts)));
  const { path, receipt } = await fixture.through(
    [{ role: 'both', path: joined }],
    {
      picture: { codec: 'h264', width: 1280, height: 720 },
      sound: { codec: 'aac' },
      durationSeconds: LAB_SECONDS,
    },
    true,
  );
  expect(receipt.durationSeconds).toBeCloseTo(LAB_SECONDS, 0);
  expect(await readTone(path, { atSeconds: 4 })).toBeCloseTo(520, -1);
});
