// The frames of MP3 files of every kind: how long they last, and where their chain breaks.
import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMediaFolder,
  type MediaFolder,
} from '../../../../tests/support/media/media-fixtures.ts';
import { walkMpegAudio } from './walk-mpeg-audio.ts';

let media: MediaFolder;
beforeAll(async () => {
  media = await createMediaFolder();
});
afterAll(() => media.remove());

const { signal } = new AbortController();
const noise = (rate: number) => ['-f', 'lavfi', '-i', `anoisesrc=d=3:a=0.3:r=${rate}`];

/** Walks over an MP3 of three seconds, after `change`. */
async function walk(
  args: readonly string[],
  change: (bytes: Buffer) => Uint8Array = (bytes) => bytes,
) {
  const file = await media.ffmpeg('sound.mp3', ...args);
  const bytes = change(await readFile(file));
  await writeFile(file, bytes);
  return walkMpegAudio(file, bytes.length, signal);
}

describe('the frames of an MP3', () => {
  it.each<[string, number, readonly string[]]>([
    ['320 kbit/s', 44_100, ['-b:a', '320k']],
    ['128 kbit/s in one channel', 48_000, ['-b:a', '128k', '-ac', '1']],
    ['a changing rate', 44_100, ['-q:a', '4']],
    ['32 kHz', 32_000, ['-b:a', '96k']],
    ['MPEG-2', 22_050, ['-b:a', '64k']],
    ['MPEG-2.5', 8000, ['-b:a', '8k']],
  ])('of %s follow each other', async (_, rate, words) => {
    const walked = await walk([...noise(rate), '-c:a', 'libmp3lame', ...words]);
    expect(walked).toMatchObject({ isWhole: true, statesLength: true, areAlike: false });
    expect(Math.abs(walked.seconds - 3)).toBeLessThan(0.25);
  });

  it('of layer II follow each other', async () => {
    const walked = await walk([...noise(48_000), '-c:a', 'mp2', '-b:a', '192k', '-f', 'mp2']);
    expect(walked).toMatchObject({ isWhole: true });
    expect(walked.seconds).toBeCloseTo(3, 1);
  });

  it('do not state their length without a first frame for it', async () => {
    const walked = await walk([...noise(44_100), '-q:a', '4', '-write_xing', '0']);
    expect(walked).toMatchObject({ isWhole: true, statesLength: false });
    expect(walked.seconds).toBeCloseTo(3, 0);
  });

  it('lie between tags', async () => {
    const named = [...noise(44_100), '-metadata', 'title=Name', '-write_id3v1', '1'];
    const walked = await walk(named);
    expect(walked).toMatchObject({ isWhole: true, statesLength: true });
    expect(walked.start).toBeGreaterThan(10);
  });

  it.each([
    ['zeros', Buffer.alloc(700)],
    ['another tag', Buffer.from(`APETAGEX${'x'.repeat(5000)}`)],
  ])('may be followed by %s', async (_, rest) => {
    const walked = await walk(noise(44_100), (bytes) => Buffer.concat([bytes, rest]));
    expect(walked.isWhole).toBe(true);
  });

  it('are alike in silence', async () => {
    const walked = await walk(['-f', 'lavfi', '-i', 'anullsrc=r=44100', '-t', '3', '-b:a', '128k']);
    expect(walked.areAlike).toBe(true);
  });
});

describe('frames that do not follow each other', () => {
  const sound = [...noise(44_100), '-b:a', '128k'];
  const middle = ({ length }: Buffer) => length >> 1;

  it('are found behind what is foreign', async () => {
    const walked = await walk(sound, (bytes) =>
      bytes.fill('foreign ', middle(bytes), middle(bytes) + 5000),
    );
    expect(walked.isWhole).toBe(false);
    expect(walked.seconds).toBeGreaterThan(2.5);
    expect(walked.seconds).toBeLessThan(2.8);
  });

  it('last less where a piece is missing', async () => {
    const walked = await walk(sound, (bytes) =>
      Buffer.concat([bytes.subarray(0, middle(bytes)), bytes.subarray(middle(bytes) + 16_000)]),
    );
    expect(walked.isWhole).toBe(false);
    expect(walked.seconds).toBeCloseTo(2, 0);
  });

  it('end with a part of one', async () => {
    const walked = await walk(sound, (bytes) => bytes.subarray(0, -100));
    expect(walked.isWhole).toBe(false);
  });

  it('are none in other bytes', async () => {
    const walked = await walk(sound, (bytes) => Buffer.alloc(bytes.length, 0xff));
    expect(walked).toMatchObject({ seconds: 0, isWhole: false });
  });
});
