import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createMediaFolder,
  type MediaFolder,
  manyChannels,
} from '../../../../tests/support/media/media-fixtures.ts';
import type { Checker } from '../../../core/jobs/ports.ts';
import { probeSandboxes } from '../../process/probe-sandboxes.ts';
import { createChecker } from './check-file.ts';

let media: MediaFolder;
let checker: Checker;
beforeAll(async () => {
  const sandbox = await probeSandboxes();
  checker = createChecker({ ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox });
  media = await createMediaFolder();
});
afterAll(() => media.remove());

/** Checks WebM with Opus of unknown length. */
const check = (path: string, maxDurationSeconds = 60) => {
  const expected = { picture: null, sound: { codec: 'opus' }, durationSeconds: null } as const;
  const { signal } = new AbortController();
  const task = { path, container: 'webm', expect: expected, closely: false, signal } as const;
  return checker.check({ ...task, maxDurationSeconds });
};

it('audio of 7.1 channels passes', async () => {
  const path = await media.ffmpeg('8.webm', ...manyChannels(2, 8));
  expect((await check(path)).sound?.channels).toBe(8);
});

it.each([9, 64])('audio of %d channels is refused', async (channels) => {
  const path = await media.ffmpeg(`${channels}.webm`, ...manyChannels(2, channels));
  const message = expect.stringContaining(`its sound has ${channels} channels`);
  await expect(check(path)).rejects.toMatchObject({ code: 'bad_media', message });
});

it('a file longer than the limit is refused, beyond the usual tolerance', async () => {
  const path = await media.ffmpeg('long.webm', ...manyChannels(24, 1));
  const params = { minutes: 0 };
  await expect(check(path, 18)).rejects.toMatchObject({ code: 'too_long', params });
  expect((await check(path, 20)).durationSeconds).toBeCloseTo(24, 0);
});
