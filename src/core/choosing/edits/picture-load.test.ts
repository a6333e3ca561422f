import { expect, it } from 'vitest';
import { pictureLoad } from './picture-load.ts';

it.each([
  ['a usual one', 1920, 1080, 30, 1],
  ['a small one is no less', 640, 360, 30, 1],
  ['twice the frames are twice the work', 1920, 1080, 60, 2],
  ['upright is the same', 1080, 1920, 60, 2],
  ['four times the pixels are four times the work', 3840, 2160, 30, 4],
  ['both', 3840, 2160, 60, 8],
  ['fewer frames of a large one', 3840, 2160, 15, 2],
  ['an unknown rate is the usual one', 3840, 2160, null, 4],
])('how much work a picture is: %s', (_what, width, height, fps, load) => {
  expect(pictureLoad({ width, height, fps })).toBe(load);
});
