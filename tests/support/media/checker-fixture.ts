// A checker, and a file of half a minute that it passes, to be changed by tests.
import { createChecker } from '../../../src/adapters/ffmpeg/checking/check-file.ts';
import { probeSandboxes } from '../../../src/adapters/process/probe-sandboxes.ts';
import type { Expected } from '../../../src/core/files/checking/find-fault.ts';
import type { Checker } from '../../../src/core/jobs/ports.ts';
import type { FileFormat } from '../../../src/shared/media/formats.ts';
import { createMediaFolder, H264, type MediaFolder, noisyPicture, tone } from './media-fixtures.ts';

/** The duration of the file. */
export const CHECKED_SECONDS = 24;
/** What to expect of it. */
export const WHOLE: Expected = {
  picture: { codec: 'h264', width: 640, height: 360 },
  sound: { codec: 'aac' },
  durationSeconds: CHECKED_SECONDS,
};
/** What to expect of its sound. */
export const SOUND_ONLY: Expected = { ...WHOLE, picture: null };

type Check = Parameters<Checker['check']>[0];

/** The fixture. */
export type CheckerFixture = MediaFolder & {
  readonly checker: Checker;
  /** The path of the file. */
  readonly plain: string;
  /** The path of its audio alone. */
  readonly sound: () => Promise<string>;
  /** Checks a file, by default as what the plain one is. */
  readonly check: (
    path: string,
    expect?: Expected,
    container?: FileFormat,
    closely?: boolean,
  ) => ReturnType<Checker['check']>;
  /** The code and message with which such a check fails; no code when it passes. */
  readonly refusal: (
    path: string,
    expect?: Expected,
    container?: FileFormat,
    closely?: boolean,
  ) => Promise<{ code?: string; message: string }>;
};

/** The task of a check of the plain file's kind. */
export function checkOf(path: string, changes: Partial<Check> = {}): Check {
  const { signal } = new AbortController();
  return {
    path,
    container: 'mp4',
    expect: WHOLE,
    maxDurationSeconds: 40_000,
    closely: false,
    signal,
    ...changes,
  };
}

/** Creates the folder and the file. */
export async function createCheckerFixture(): Promise<CheckerFixture> {
  const sandbox = await probeSandboxes();
  const checker = createChecker({ ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox });
  const media = await createMediaFolder();
  const plain = await media.ffmpeg(
    'plain.mp4',
    ...noisyPicture('640x360', CHECKED_SECONDS),
    ...tone(CHECKED_SECONDS),
    ...H264,
    ...['-b:v', '1500k', '-c:a', 'aac', '-movflags', '+faststart'],
  );
  const check: CheckerFixture['check'] = (
    path,
    expect = WHOLE,
    container = 'mp4',
    closely = false,
  ) => checker.check(checkOf(path, { expect, container, closely }));
  return {
    ...media,
    checker,
    plain,
    sound: () =>
      media.ffmpeg(
        'sound.m4a',
        ...['-i', plain, '-map', '0:a', '-c', 'copy', '-movflags', '+faststart'],
      ),
    check,
    refusal: (...asked) =>
      check(...asked).then(
        (receipt) => ({ message: `it passed: ${JSON.stringify(receipt)}` }),
        (error) => error,
      ),
  };
}
