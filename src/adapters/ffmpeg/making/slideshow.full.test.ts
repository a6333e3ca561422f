// Slideshows of what the first tier does not try: long sounds, transparency, pictures of several shapes, and what is no picture.
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

it('ends with its pictures when its sound is longer', async () => {
  const names = [await drawn('a.jpg', 'red', '240x320')];
  const path = await make(names, [{ name: 'opus.ogg', role: 'sound' }]);
  expect((await probeOf(path)).durationSeconds).toBe(2);
});

it('keeps transparency black', async () => {
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

it('refuses a video', async () => {
  const good = await drawn('good.jpg', 'red', '240x320');
  await expect(make([good, 'plain.mp4'])).rejects.toMatchObject({
    code: 'bad_media',
    message: expect.stringMatching(/source 2 is not a photo/),
  });
});

it('refuses a sound that is none', async () => {
  const good = await drawn('good2.jpg', 'red', '240x320');
  for (const name of ['photo.jpg', 'picture.mp4'])
    await expect(make([good], [{ name, role: 'sound' }])).rejects.toMatchObject({
      code: 'bad_media',
    });
});
