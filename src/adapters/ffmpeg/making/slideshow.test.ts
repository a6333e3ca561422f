// Slideshows of what platforms send: pictures of every format, a turned one, and half a one.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { colourDistance, readColour } from '../../../../lab/media/measure.ts';
import {
  createTranscoderFixture,
  type MadeOf,
  probeOf,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
});
afterAll(() => fixture.remove());

const RECIPE = { kind: 'slideshow', container: 'mp4', secondsPerPicture: 2 } as const;

const drawn = (name: string, colour: string, size: string) =>
  fixture.ffmpeg(name, '-f', 'lavfi', '-i', `color=${colour}:s=${size}`, '-frames:v', '1');

const make = (names: readonly string[], sound: readonly MadeOf[] = [], report = () => undefined) =>
  fixture.make(RECIPE, [...names.map((name): MadeOf => ({ name, role: 'picture' })), ...sound], {
    durationSeconds: names.length * 2,
    report,
  });

const sizeOf = async (path: string) => {
  const { streams } = await probeOf(path);
  const picture = streams.find((stream) => stream.kind === 'picture');
  return picture?.kind === 'picture' ? [picture.width, picture.height] : null;
};

/** A JPEG whose camera was held so that it has to be turned by a quarter. */
async function turned(name: string): Promise<string> {
  const jpeg = await readFile(await drawn(`upright-${name}`, 'blue', '320x240'));
  const tiff = Buffer.from('49492a00080000000100120103000100000006000000000000000000', 'hex');
  const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  const path = join(fixture.folder, name);
  await writeFile(path, Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]));
  return path;
}

it('is made of JPEG, PNG, WebP and GIF, with a sound that is shorter', async () => {
  const names = [
    await drawn('a.jpg', 'red', '240x320'),
    await drawn('b.png', 'lime', '240x320'),
    await drawn('c.webp', 'blue', '240x320'),
    await drawn('d.gif', 'white', '240x320'),
  ];
  const path = await make(names, [{ name: 'sound.mp3', role: 'sound' }]);
  for (const [index, colour] of ['#ff0000', '#00ff00', '#0000ff', '#ffffff'].entries())
    expect(colourDistance(await readColour(path, 2 * index + 1), colour)).toBeLessThan(16);
  const { streams, durationSeconds } = await probeOf(path);
  expect([streams.length, durationSeconds]).toEqual([2, 8]);
});

it('turns a picture as its camera was held', async () => {
  expect(await sizeOf(await make([await turned('turned.jpg')]))).toEqual([240, 320]);
});

it('refuses half a picture', async () => {
  const source = ['-f', 'lavfi', '-i', 'testsrc2=s=640x480', '-frames:v', '1'];
  const noise = await fixture.ffmpeg('noise.jpg', ...source);
  const half = await fixture.changed(noise, 'half.jpg', (bytes) =>
    bytes.subarray(0, bytes.length / 2),
  );
  const good = await drawn('good.jpg', 'red', '240x320');
  await expect(make([good, half])).rejects.toMatchObject({
    code: 'bad_media',
    message: expect.stringMatching(/picture 2 of 2/),
  });
});
