// Slideshows of what platforms send: pictures of every format, turned ones, and those that are none.
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

it('is made of JPEG, PNG, WebP and GIF, with a sound that is shorter or longer', async () => {
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
  const short = await probeOf(await make(names.slice(0, 1), [{ name: 'opus.ogg', role: 'sound' }]));
  expect(short.durationSeconds).toBe(2);
});

it('turns a picture as its camera was held, and keeps transparency black', async () => {
  expect(await sizeOf(await make([await turned('turned.jpg')]))).toEqual([240, 320]);
  const clear = await fixture.ffmpeg(
    'clear.png',
    ...['-f', 'lavfi', '-i', 'color=white@0.0:s=64x64,format=rgba', '-frames:v', '1'],
  );
  const path = await make([clear]);
  expect(colourDistance(await readColour(path, 1), '#000000')).toBeLessThan(16);
});

it('puts a wide picture on black where most are tall', async () => {
  const tall = await drawn('tall.jpg', 'red', '240x320');
  const wide = await drawn('wide.jpg', 'red', '320x80');
  const path = await make([tall, wide, tall]);
  expect(await sizeOf(path)).toEqual([240, 320]);
  expect(colourDistance(await readColour(path, 3), '#ff0000')).toBeLessThan(130);
});

it.each<[string, () => Promise<string>, RegExp]>([
  [
    'half a picture',
    async () => {
      const whole = await readFile(
        await fixture.ffmpeg(
          'noise.jpg',
          '-f',
          'lavfi',
          '-i',
          'testsrc2=s=640x480',
          '-frames:v',
          '1',
        ),
      );
      const path = join(fixture.folder, 'half.jpg');
      await writeFile(path, whole.subarray(0, whole.length / 2));
      return path;
    },
    /picture 2 of 2/,
  ],
  ['a video', async () => 'plain.mp4', /source 2 is not a photo/],
])('refuses %s', async (_name, bad, message) => {
  const good = await drawn('good.jpg', 'red', '240x320');
  await expect(make([good, await bad()])).rejects.toMatchObject({
    code: 'bad_media',
    message: expect.stringMatching(message),
  });
});

it('refuses a sound that is none', async () => {
  const good = await drawn('good2.jpg', 'red', '240x320');
  for (const name of ['photo.jpg', 'picture.mp4'])
    await expect(make([good], [{ name, role: 'sound' }])).rejects.toMatchObject({
      code: 'bad_media',
    });
});
