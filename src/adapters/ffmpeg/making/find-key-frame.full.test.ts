// Holes between frames, searched for in a source whose every search begins at its start.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { H264 } from '../../../../tests/support/media/media-fixtures.ts';
import {
  createTranscoderFixture,
  probeOf,
  type TranscoderFixture,
} from '../../../../tests/support/media/transcoder-fixture.ts';
import { isInHole } from './find-key-frame.ts';

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
});
afterAll(() => fixture.remove());

it('a source with one key frame is searched for holes at as many times as can be marked', async () => {
  const [fps, seconds] = [60, 120];
  const frames = ['-f', 'lavfi', '-i', `color=gray:s=32x32:r=${fps}:d=${seconds}`];
  const path = await fixture.ffmpeg('one.mp4', ...frames, ...H264, '-g', String(fps * seconds));
  const [picture] = (await probeOf(path)).streams;
  if (picture?.kind !== 'picture') throw new TypeError('it has no picture');
  const searched = {
    path,
    demuxer: 'mov',
    picture,
    fileStartSeconds: 0,
    durationSeconds: seconds,
  } as const;
  const times = Array.from({ length: 60 }, (_, at) => seconds - 2 - at * 0.5);
  const task = { signal: new AbortController().signal };
  expect(await isInHole(fixture.tools, searched, times, task)).toBe(false);
});
