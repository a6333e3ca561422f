import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMediaFolder,
  H264,
  hole,
  type MediaFolder,
  noisyPicture,
  streamHashes,
  tone,
} from '../../../../tests/support/media/media-fixtures.ts';
import type { Expectation } from '../../../core/choosing/plan.ts';
import type { Checker } from '../../../core/jobs/ports.ts';
import type { FileFormat } from '../../../shared/media/formats.ts';
import { probeSandboxes } from '../../process/probe-sandboxes.ts';
import { createChecker } from './checker.ts';

const SECONDS = 24;
const whole: Expectation = {
  picture: { codec: 'h264', width: 640, height: 360 },
  sound: { codec: 'aac' },
  durationSeconds: SECONDS,
};
const soundOnly: Expectation = { ...whole, picture: null };

let media: MediaFolder;
let checker: Checker;
let plain: string;
beforeAll(async () => {
  const sandbox = await probeSandboxes();
  checker = createChecker({ ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox });
  media = await createMediaFolder();
  plain = await media.ffmpeg(
    'plain.mp4',
    ...noisyPicture('640x360', SECONDS),
    ...tone(SECONDS),
    ...H264,
    ...words('-b:v 1500k -c:a aac -movflags +faststart'),
  );
});
afterAll(() => media.remove());

const words = (text: string) => text.split(' ');
const check = (
  path: string,
  expect: Expectation = whole,
  container: FileFormat = 'mp4',
  closely = false,
  maxDurationSeconds = 40_000,
) => {
  const { signal } = new AbortController();
  return checker.check({ path, container, expect, maxDurationSeconds, closely, signal });
};
const refusal = (work: Promise<unknown>): Promise<{ code?: string; message: string }> =>
  work.then(
    (receipt) => ({ message: `it passed: ${JSON.stringify(receipt)}` }),
    (error) => error,
  );

describe('a whole file', () => {
  it.each([false, true])('passes with its receipt (checked closely: %s)', async (closely) => {
    expect(await check(plain, whole, 'mp4', closely)).toMatchObject({
      container: 'mp4',
      picture: { codec: 'h264', width: 640, height: 360, fps: 25 },
      sound: { codec: 'aac', sampleRateHz: 48_000, channels: 1 },
      playsOn: ['everything'],
      extension: 'mp4',
    });
  });

  it('with rotation has its displayed size', async () => {
    const turned = await media
      .ffmpeg(
        'turned.mp4',
        ...words(`-display_rotation 90 -i ${plain} -c copy -movflags +faststart`),
      )
      .catch(() =>
        // Older than 6: the same as a tag.
        media.ffmpeg(
          'turned.mp4',
          ...words(`-i ${plain} -c copy -metadata:s:v rotate=90 -movflags +faststart`),
        ),
      );
    const { picture } = await check(turned);
    expect([picture?.width, picture?.height]).toEqual([360, 640]);
  });

  it.each<[string, FileFormat, readonly string[], Expectation['sound']]>([
    ['MP3 with its bits saved up', 'mp3', ['-c:a', 'libmp3lame', '-b:a', '128k'], { codec: 'mp3' }],
    ['MP3 of changing rate', 'mp3', ['-c:a', 'libmp3lame', '-q:a', '4'], { codec: 'mp3' }],
    ['Ogg with Opus', 'ogg', ['-c:a', 'libopus'], { codec: 'opus' }],
    ['Ogg with Vorbis', 'ogg', ['-c:a', 'libvorbis'], { codec: 'vorbis' }],
    ['M4A', 'm4a', ['-c:a', 'aac', '-movflags', '+faststart'], { codec: 'aac' }],
  ])('of audio passes: %s', async (name, container, words, sound) => {
    const path = await media.ffmpeg(`${name}.${container}`, ...tone(SECONDS), ...words);
    const receipt = await check(path, { ...soundOnly, sound }, container);
    expect(receipt).toMatchObject({ picture: null, extension: container });
  });

  it.each<[string, readonly string[], Expectation['picture']]>([
    [
      'VP9',
      ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
      { codec: 'vp9', width: 320, height: 180 },
    ],
    ['AV1', ['-c:v', 'libsvtav1', '-preset', '12'], { codec: 'av1', width: 320, height: 180 }],
    [
      'H.265',
      ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error'],
      { codec: 'h265', width: 320, height: 180 },
    ],
    [
      'H.264 with open groups of pictures',
      ['-c:v', 'libx264', '-preset', 'veryfast', '-x264-params', 'open-gop=1:keyint=30:bframes=3'],
      { codec: 'h264', width: 320, height: 180 },
    ],
  ])('of %s passes', async (name, words, picture) => {
    const path = await media.ffmpeg(
      `codec ${name}.mp4`,
      ...noisyPicture('320x180', 12),
      ...words,
      '-pix_fmt',
      'yuv420p',
      '-movflags',
      '+faststart',
    );
    const receipt = await check(path, { picture, sound: null, durationSeconds: 12 });
    expect(receipt.picture?.codec).toBe(picture?.codec);
  });

  it.each(['jpg', 'png', 'webp', 'gif'])('that is a photo passes: %s', async (extension) => {
    const source = ['-f', 'lavfi', '-i', 'color=red:s=640x480', '-frames:v', '1'];
    const path = await media.ffmpeg(`photo.${extension}`, ...source);
    const none: Expectation = { picture: null, sound: null, durationSeconds: null };
    expect(await check(path, none, 'image')).toMatchObject({
      extension,
      durationSeconds: null,
      picture: { width: 640, height: 480 },
    });
    const cut = await media.changed(path, `cut.${extension}`, (bytes) => bytes.subarray(0, 60));
    expect(await refusal(check(cut, none, 'image'))).toMatchObject({ code: 'bad_media' });
  });

  it('of ten hours of black passes', async () => {
    const black = ['-f', 'lavfi', '-i', 'color=black:s=64x64:r=1/10:d=36000'];
    const path = await media.ffmpeg('black.mp4', ...black, ...H264, '-movflags', '+faststart');
    const expected: Expectation = {
      picture: { codec: 'h264', width: 64, height: 64 },
      sound: null,
      durationSeconds: 36_000,
    };
    expect((await check(path, expected)).durationSeconds).toBe(36_000);
  });
});

describe('a hole', () => {
  const places = [0.1, 0.3, 0.5, 0.7, 0.95];
  it.each(
    places.flatMap((share) =>
      (['zeros', 'foreign'] as const).map((filling) => ({ share, filling })),
    ),
  )('of $filling at $share of a file is found', async ({ share, filling }) => {
    const path = await media.changed(plain, `hole-${share}-${filling}.mp4`, (bytes) =>
      hole(share, 65_536, filling)(bytes),
    );
    expect(await refusal(check(path))).toMatchObject({ code: 'bad_media' });
  });

  it.each(places)('in the audio alone is found at %s of it', async (share) => {
    const words = ['-i', plain, '-map', '0:a', '-c', 'copy', '-movflags', '+faststart'];
    const sound = await media.ffmpeg('sound.m4a', ...words);
    const path = await media.changed(sound, `hole-${share}.m4a`, (bytes) =>
      hole(share, 32_768, 'foreign')(bytes),
    );
    expect(await refusal(check(path, soundOnly, 'm4a'))).toMatchObject({ code: 'bad_media' });
  });
});

describe('a hole in audio with a rhythm', () => {
  it.each([
    ['mp3', 'libmp3lame', 'mp3'],
    ['ogg', 'libopus', 'opus'],
  ] as const)('is found: %s', async (container, encoder, codec) => {
    const words = ['-c:a', encoder, '-b:a', '128k'];
    const sound = await media.ffmpeg(`beat.${container}`, ...tone(SECONDS), ...words);
    const expected = { ...soundOnly, sound: { codec } };
    await check(sound, expected, container);
    for (const filling of ['zeros', 'foreign'] as const) {
      const path = await media.changed(sound, `beat-${filling}.${container}`, (bytes) =>
        hole(0.5, 32_768, filling)(bytes),
      );
      expect(await refusal(check(path, expected, container)), filling).toMatchObject({
        code: 'bad_media',
      });
    }
  });
});

describe('a file is refused', () => {
  const refused = async (path: string, words: string, expected = whole) =>
    expect(await refusal(check(path, expected))).toMatchObject({
      code: 'bad_media',
      message: expect.stringContaining(words),
    });

  it('that was cut at 97 %', async () => {
    const cut = await media.changed(plain, 'cut.mp4', (bytes) =>
      bytes.subarray(0, Math.floor(bytes.length * 0.97)),
    );
    await refused(cut, '');
  });

  it('without audio', async () => {
    const words = ['-i', plain, '-an', '-c', 'copy', '-movflags', '+faststart'];
    await refused(await media.ffmpeg('silent.mp4', ...words), '0 sounds');
  });

  it('with another video track', async () => {
    await refused(plain, '640 × 360 instead of', {
      ...whole,
      picture: { codec: 'h264', width: 1280, height: 720 },
    });
    await refused(plain, 'h264 instead of vp9', {
      ...whole,
      picture: { codec: 'vp9', width: null, height: null },
    });
  });

  it('with another duration', async () => {
    await refused(plain, 'announced', { ...whole, durationSeconds: SECONDS + 2 });
  });

  it('with its index at the end, or fragmented', async () => {
    const last = await media.ffmpeg('last.mp4', '-i', plain, '-c', 'copy');
    await refused(last, 'index');
    const pieces = ['-movflags', '+frag_keyframe+empty_moov'];
    await refused(await media.ffmpeg('pieces.mp4', '-i', plain, '-c', 'copy', ...pieces), 'index');
  });

  it('in another container', async () => {
    const words = ['-i', plain, '-c', 'copy', '-f', 'mpegts'];
    await refused(await media.ffmpeg('other.mp4', ...words), 'mpegts');
  });

  it('whose audio ends a second after its video', async () => {
    const words = ['-t', '22.9', '-i', plain, '-i', plain, '-map', '0:v', '-map', '1:a'];
    const path = await media.ffmpeg('apart.mp4', ...words, '-c', 'copy', '-movflags', '+faststart');
    await refused(path, 'apart');
  });
});

it('a check rejects at once with the reason of its signal', async () => {
  const controller = new AbortController();
  const work = checker.check({
    path: plain,
    container: 'mp4',
    expect: whole,
    maxDurationSeconds: SECONDS,
    closely: true,
    signal: controller.signal,
  });
  const reason = new Error('gone');
  setTimeout(() => controller.abort(reason), 100);
  await expect(work).rejects.toBe(reason);
});

it('flipped bits never crash the check, and never pass where they break decoding', async () => {
  // A fixed seed: the same bits in every run.
  let seed = 20_261_120;
  const next = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return seed / 2 ** 31;
  };
  const short = await media.ffmpeg(
    'short.mp4',
    ...noisyPicture('320x180', 6),
    ...tone(6),
    ...H264,
    ...words('-b:v 800k -c:a aac -movflags +faststart'),
  );
  const expected: Expectation = {
    ...whole,
    picture: { codec: 'h264', width: 320, height: 180 },
    durationSeconds: 6,
  };
  let refusals = 0;
  for (let round = 0; round < 20; round += 1) {
    const path = await media.changed(short, 'flipped.mp4', (bytes) => {
      for (let bit = 0; bit < 1 + round; bit += 1) {
        const at = Math.floor(next() * bytes.length);
        bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(next() * 8));
      }
      return bytes;
    });
    const result = await refusal(check(path, expected, 'mp4', true));
    if (result.code === undefined) await streamHashes(path, 'decoded', ['-xerror']);
    else expect(result.code).toBe('bad_media');
    refusals += result.code === undefined ? 0 : 1;
  }
  expect(refusals).toBeGreaterThan(10);
});
