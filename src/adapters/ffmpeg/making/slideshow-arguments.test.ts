import { describe, expect, it } from 'vitest';
import { filmOrder, frameOf, pictureArguments, showArguments } from './slideshow-arguments.ts';

const size = (width: number, height: number) => ({ width, height });

describe('the frame', () => {
  it.each([
    ['of one picture is its size', [size(1080, 1440)], size(1080, 1440)],
    ['is even', [size(719, 1279)], size(720, 1280)],
    ['of large pictures is 1080p', [size(4000, 6000), size(4000, 6000)], size(1080, 1620)],
    ['of a large wide picture', [size(6000, 4000)], size(1620, 1080)],
    ['of a very wide picture', [size(6000, 2000)], size(1920, 640)],
    ['of a large square', [size(3000, 3000)], size(1080, 1080)],
    [
      'has the orientation of most, and the most frequent size of those',
      [size(1440, 1080), size(720, 900), size(1080, 1350), size(1080, 1350), size(1440, 1080)],
      size(1080, 1350),
    ],
    [
      'of as many tall as wide ones is that of the first',
      [size(90, 60), size(60, 90)],
      size(90, 60),
    ],
    ['of a line still has two sides', [size(4000, 1)], size(1920, 16)],
  ])('%s', (_name, sizes, frame) => {
    expect(frameOf(sizes)).toEqual(frame);
  });
});

it('the film has each picture where it begins and where it fades, and the last at its end', () => {
  expect(filmOrder(1)).toEqual([0, 0, 0]);
  expect(filmOrder(3)).toEqual([0, 0, 1, 1, 2, 2, 2]);
});

it('a picture is opened by the demuxer of what it is, and nothing else', () => {
  const words = pictureArguments({ path: '/a', photo: 'webp' }, size(720, 900), '/b').join(' ');
  expect(words).toContain('-protocol_whitelist file -format_whitelist webp_pipe');
  expect(words).toContain('scale=720:900:force_original_aspect_ratio=decrease');
});

it('the video is as long as its pictures, with the sound to the end', () => {
  const show = { pictures: '/p', secondsPerPicture: 2, durationSeconds: 6, output: '/o' };
  const place = { path: '/s' };
  const words = showArguments({ ...show, sound: { demuxer: 'mp3', place } }).join(' ');
  expect(words).toContain('apad,afade=t=out:st=5.5:d=0.5');
  expect(words).toContain('-t 6 ');
  expect(words).toContain('ceil(N/2)*2-mod(N,2)*0.4');
  expect(showArguments({ ...show, sound: null }).join(' ')).not.toContain('-c:a');
});
