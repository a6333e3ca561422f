// The pictures of a post as a video with the post's sound, over HTTP: each picture at its time.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  codecsOf,
  distance,
  FOUR,
  type SlideshowFixture,
  sizeOf,
  startSlideshowFixture,
} from '../support/product/slideshow-fixture.ts';

let fixture: SlideshowFixture;
beforeAll(async () => {
  fixture = await startSlideshowFixture();
});
afterAll(() => fixture.close());

it('a slideshow shows each picture in its turn, fades, and plays the sound as long as the pictures', async () => {
  const { answer, file, contents } = await fixture.make({
    url: FOUR,
    slideshow: { secondsPerPicture: 2 },
  });
  expect(answer.filename).toBe('Four corners of the old town (1080p).mp4');
  expect([codecsOf(contents), sizeOf(contents)]).toEqual([
    ['aac', 'h264'],
    [1080, 1440],
  ]);
  expect(contents.complaints).toBe('');
  expect(contents.seconds).toBeCloseTo(8, 1);
  expect(contents.boxes.indexOf('moov')).toBeLessThan(contents.boxes.indexOf('mdat'));
  for (const [index, colour] of ['#aaffc3', '#ffd8b1', '#000075', '#808080'].entries())
    for (const within of [0.04, 0.8, 1.52])
      expect(await distance(file, index * 2 + within, colour)).toBeLessThan(16);
  // In the middle of a fade it is neither the one nor the other.
  expect(await distance(file, 3.8, '#ffd8b1')).toBeGreaterThan(40);
  expect(await distance(file, 3.8, '#000075')).toBeGreaterThan(40);
  expect(await distance(file, 7.9, '#808080')).toBeLessThan(16);
  for (const tone of contents.tones) expect(Math.abs((tone ?? 0) - 1400)).toBeLessThan(4);
});
