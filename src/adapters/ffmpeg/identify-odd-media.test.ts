// What people have: recordings without a length, streams of cameras, several sounds. Inputs are made as those programs make them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createMediaFolder,
  H264,
  type MediaFolder,
  tone,
} from '../../../tests/support/media/media-fixtures.ts';
import type { IdentifyMedia } from '../../core/uploads/ports.ts';
import { probeSandboxes } from '../process/probe-sandboxes.ts';
import { createMediaIdentifier } from './identify-media.ts';

let media: MediaFolder;
let identify: IdentifyMedia;
const { signal } = new AbortController();
beforeAll(async () => {
  media = await createMediaFolder();
  const sandbox = await probeSandboxes();
  identify = createMediaIdentifier({ ffmpegPath: 'ffmpeg', ffprobePath: 'ffprobe', sandbox });
});
afterAll(() => media.remove());

const picture = (seconds: number, rate = 30) =>
  ['-f', 'lavfi', '-i', `testsrc2=s=160x90:r=${rate}:d=${seconds}`] as const;
const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8'] as const;
const PIPED = ['-live', '1'] as const;
/** An MP3 whose rate changes, and which does not say how many frames it has. */
const QUIET_THEN_LOUD = [
  ...[
    '-f',
    'lavfi',
    '-i',
    'anoisesrc=d=12:seed=1',
    '-af',
    "volume='if(lt(t,6),0.00001,0.5)':eval=frame",
  ],
];
const NO_HEADER = ['-c:a', 'libmp3lame', '-q:a', '2', '-write_xing', '0'];
/** As browsers count: in milliseconds, and a picture when there is one. */
const IRREGULAR = [
  '-vf',
  "select='not(eq(mod(n,7),3))',setpts='PTS+if(eq(mod(N,3),1),0.003/TB,0)'",
  ...['-fps_mode', 'passthrough', '-enc_time_base:v', '1/1000'],
] as const;

describe('a recording without a length', () => {
  it.each<[string, readonly string[], number]>([
    ['browser.webm', [...picture(3), ...tone(3), ...VP8, '-c:a', 'libopus', ...PIPED], 3],
    ['irregular.webm', [...picture(4), ...IRREGULAR, ...VP8, ...PIPED], 4],
    ['sound.webm', [...tone(2), '-c:a', 'libopus', ...PIPED], 2],
    ['recorder.mkv', [...picture(5), ...tone(5), ...H264, '-c:a', 'aac', ...PIPED], 5],
    [
      'late.mkv',
      ['-itsoffset', '2', ...picture(2), ...tone(3), ...H264, '-c:a', 'aac', ...PIPED],
      4,
    ],
  ])('is as long as its packets say: %s', async (name, words, seconds) => {
    const { durationSeconds } = await identify(await media.ffmpeg(name, ...words), signal);
    expect(durationSeconds).toBeGreaterThan(seconds - 0.05);
    expect(durationSeconds).toBeLessThan(seconds + 0.1);
  });

  it.each([
    ['plain.mp3', []],
    ['tagged.mp3', ['-id3v2_version', '3', '-metadata', `comment=${'x'.repeat(9000)}`]],
  ] as const)('is as long as its frames, whatever its first ones say: %s', async (name, words) => {
    const path = await media.ffmpeg(name, ...QUIET_THEN_LOUD, ...NO_HEADER, ...words);
    const { durationSeconds, sound, bytes } = await identify(path, signal);
    expect(durationSeconds).toBeGreaterThan(11.9);
    expect(durationSeconds).toBeLessThan(12.2);
    expect(sound?.kilobitsPerSecond).toBeCloseTo((bytes * 8) / 12_000, -1);
  });

  it('is none when it has no packet', async () => {
    const whole = await media.ffmpeg('whole.mkv', ...picture(1), ...H264, ...PIPED);
    const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
    const empty = await media.changed(whole, 'empty.mkv', (all) =>
      all.subarray(0, all.indexOf(cluster)),
    );
    const found = await identify(empty, signal).catch((error: unknown) => error);
    expect(found).not.toMatchObject({ durationSeconds: expect.any(Number) });
  });
});

describe('pictures on a clock of milliseconds', () => {
  const codecs = {
    webm: [...VP8, '-c:a', 'libopus', ...PIPED],
    mp4: [...H264, '-video_track_timescale', '1000'],
    mkv: H264,
    flv: H264,
    ts: H264,
    avi: ['-c:v', 'mpeg4'],
  } as const;
  const clock = ['-fps_mode', 'passthrough', '-enc_time_base:v', '1/1000'];
  /** Of three seconds of a thousand pictures each, those with such a number `n`. */
  const source = (kind: keyof typeof codecs, which: string, soundSeconds: number) => {
    const sound = soundSeconds > 0 ? tone(soundSeconds) : [];
    const chosen = ['-vf', `select='${which}'`, ...clock];
    return [...picture(3, 1000), ...sound, ...chosen, ...codecs[kind]];
  };
  const ONE = 'eq(n,0)';
  const TWO = 'lt(n,2)';
  it.each<[keyof typeof codecs, string, number, number]>([
    ['webm', ONE, 0, 10],
    ['webm', TWO, 0, 20],
    ['mp4', TWO, 0, 20],
    ['webm', TWO, 6, 0.33],
    ['mp4', TWO, 6, 0.33],
    ['mkv', TWO, 6, 0.33],
    ['flv', TWO, 6, 0.33],
    ['ts', TWO, 6, 0.33],
    ['mp4', 'lt(n,100)', 6, 16.7],
    ['mkv', 'lt(n,100)+gt(n,2000)*eq(mod(n,37),0)', 4, 31.7],
    ['avi', `${TWO}+between(n,900,902)+eq(n,2907)`, 3, 2],
  ])('are as many as there are: in %s, %s, %d s of sound', async (kind, which, seconds, fps) => {
    const file = await media.ffmpeg(`clock.${kind}`, ...source(kind, which, seconds));
    const receipt = await identify(file, signal);
    expect(Math.abs((receipt.picture?.fps ?? 0) - fps)).toBeLessThan(0.05 * fps + 0.02);
  });

  it.each(['webm', 'mp4', 'mkv', 'avi'] as const)(
    'are too many where there are a thousand a second: in %s',
    async (kind) => {
      const file = await media.ffmpeg(`fast.${kind}`, ...source(kind, 'lt(n,600)', 0.6));
      const message = expect.stringMatching(/has (9|10)\d\d\.?\d* pictures a second/);
      const refusal = { code: 'not_media', message };
      await expect(identify(file, signal)).rejects.toMatchObject(refusal);
    },
  );
});

it.each(['mpegts', 'm2ts'])('the stream of a camera is one: %s', async (kind) => {
  const time = ['-mpegts_m2ts_mode', kind === 'm2ts' ? '1' : '0', '-f', 'mpegts'];
  const both = [...picture(2), ...tone(2), ...H264, '-c:a', 'ac3'];
  const receipt = await identify(await media.ffmpeg(`${kind}.MTS`, ...both, ...time), signal);
  expect(receipt).toMatchObject({ container: 'ts', sound: { codec: 'ac3' } });
});

describe('several sounds', () => {
  const sounds = (...words: readonly string[]) => [
    ...[...picture(1), ...tone(1, 300), ...tone(1, 900)],
    ...['-map', '0', '-map', '1', '-map', '2', ...H264, '-c:a', 'aac', ...words],
  ];
  it.each<[string, readonly string[], 'all' | 'first']>([
    ['game and microphone', [], 'all'],
    [
      'of one language',
      ['-metadata:s:a:0', 'language=deu', '-metadata:s:a:1', 'language=deu'],
      'all',
    ],
    [
      'of two languages',
      ['-metadata:s:a:0', 'language=eng', '-metadata:s:a:1', 'language=deu'],
      'first',
    ],
    ['with a comment', ['-disposition:a:1', 'comment'], 'first'],
    ['in two formats', ['-ac:a:1', '2'], 'first'],
  ])('are told, and mixed where they belong together: %s', async (name, words, kept) => {
    const file = await media.ffmpeg(`${name}.mkv`, ...sounds(...words));
    expect(await identify(file, signal)).toMatchObject({ sounds: { count: 2, kept } });
  });

  it('are not told of one', async () => {
    const file = await media.ffmpeg('one.mp4', ...picture(1), ...tone(1), ...H264, '-c:a', 'aac');
    expect(await identify(file, signal)).not.toHaveProperty('sounds');
  });

  it('that nothing reads are none', async () => {
    const file = await media.ffmpeg('two.mp4', ...sounds());
    const unknown = await media.changed(file, 'unknown.mp4', (bytes) =>
      rename(rename(bytes, 'mp4a', 'apac'), 'esds', 'dapa'),
    );
    expect(await identify(unknown, signal)).toMatchObject({ sound: { codec: 'aac' } });
    expect(await identify(unknown, signal)).not.toHaveProperty('sounds');
    const silent = await media.changed(unknown, 'silent.mp4', (bytes) =>
      rename(rename(bytes, 'mp4a', 'apac'), 'esds', 'dapa'),
    );
    expect(await identify(silent, signal)).toMatchObject({
      sound: null,
      picture: { codec: 'h264' },
    });
  });
});

/** Changes the first such name in the index. */
function rename(bytes: Buffer, from: string, to: string): Buffer {
  bytes.write(to, bytes.indexOf(from, bytes.indexOf('stsd', 0, 'latin1'), 'latin1'), 'latin1');
  return bytes;
}
