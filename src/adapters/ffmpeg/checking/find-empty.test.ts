// Silence and black are found throughout a file; what is so only in places, or only nearly, is not empty.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type CheckerFixture,
  checkOf,
  createCheckerFixture,
} from '../../../../tests/support/media/checker-fixture.ts';
import type { Expected } from '../../../core/files/checking/find-fault.ts';
import type { FileFormat } from '../../../shared/media/formats.ts';
import { probeSandboxes } from '../../process/probe-sandboxes.ts';
import { createChecker } from './check-file.ts';

const SECONDS = 12;
const OF_PLATFORM = { picture: null, sound: null };
const COLOUR = ['-f', 'lavfi', '-i', `color=#2a7f62:s=320x180:r=25:d=${SECONDS}`];
const BLACK = ['-f', 'lavfi', '-i', `color=black:s=320x180:r=25:d=${SECONDS}`];
/** One key frame, which is black. */
const FADE_IN = ['-vf', 'fade=in:st=0.1:d=1'];
const sound = (expression: string) => [
  ...['-f', 'lavfi', '-i', `aevalsrc='${expression}':s=48000:d=${SECONDS}`],
];
const SILENCE = sound('0');
const TONE = sound('0.2*sin(440*2*PI*t)');
const MP4 = ['-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-c:a', 'aac', '-movflags', '+faststart'];
const WEBM = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'];

let fixture: CheckerFixture;
beforeAll(async () => {
  fixture = await createCheckerFixture();
});
afterAll(() => fixture.remove());

async function emptyOf(
  name: string,
  words: readonly string[],
  sourceRates: { picture: number | null; sound: number | null } | null = OF_PLATFORM,
) {
  const path = await fixture.ffmpeg(name, ...words);
  const container = name.split('.').at(-1) as FileFormat;
  const any = { codec: 'other', width: null, height: null } as const;
  const hasPicture = words.includes('-c:v');
  const expected: Expected = {
    picture: hasPicture ? any : null,
    sound: 'unknown',
    durationSeconds: null,
  };
  const task = checkOf(path, { container, expect: expected, sourceRates });
  return (await fixture.checker.check(task)).empty;
}

it.each<[string, readonly string[], readonly string[] | undefined]>([
  ['silent.mp4', [...COLOUR, ...SILENCE, ...MP4], ['sound']],
  ['silent.webm', [...COLOUR, ...SILENCE, ...WEBM], ['sound']],
  ['nearly-silent.mp4', [...COLOUR, ...sound('0.000005*sin(440*2*PI*t)'), ...MP4], ['sound']],
  ['black.mp4', [...BLACK, ...TONE, ...MP4], ['picture']],
  ['black-and-silent.mp4', [...BLACK, ...SILENCE, ...MP4], ['picture', 'sound']],
  ['fades-in.mp4', [...COLOUR, ...TONE, ...FADE_IN, ...MP4], undefined],
  ['plain.mp4', [...COLOUR, ...TONE, ...MP4], undefined],
  ['quiet.mp4', [...COLOUR, ...sound('0.001*sin(440*2*PI*t)'), ...MP4], undefined],
  [
    'one-second.mp4',
    [...COLOUR, ...sound('0.1*sin(440*2*PI*t)*between(t,7,8)'), ...MP4],
    undefined,
  ],
  ['dark-grey.mp4', [...BLACK, ...TONE, '-vf', 'lutyuv=y=40', ...MP4], undefined],
])('%s', async (name, words, expected) => {
  expect(await emptyOf(name, words)).toEqual(expected);
});

const QUIETEST = 0.00002;
const mp3 = (from: readonly string[], rate: string) => [
  ...from,
  ...['-c:a', 'libmp3lame', '-b:a', rate],
];

it('is looked for by the rate of the source where the sound was encoded', async () => {
  // Noise below what can be heard, whose packets differ.
  const noise = mp3(sound(`${QUIETEST}*random(0)`), '320k');
  expect(await emptyOf('silent.mp3', noise, { picture: null, sound: 2000 })).toEqual(['sound']);
  expect(await emptyOf('silent-too.mp3', noise)).toBeUndefined();
});

it.each<[string, readonly string[], readonly string[] | undefined]>([
  ['silent-128.mp3', mp3(SILENCE, '128k'), ['sound']],
  ['silent-320.mp3', mp3(SILENCE, '320k'), ['sound']],
  ['silent-44100.mp3', mp3([...SILENCE, '-ar', '44100', '-ac', '2'], '128k'), ['sound']],
  ['silent-clip.mp3', mp3([...SILENCE, '-t', '2'], '128k'), ['sound']],
  [
    'silent-opus.mp4',
    [...COLOUR, ...SILENCE, ...MP4, '-c:a', 'libopus', '-vbr', 'off', '-b:a', '96k'],
    ['sound'],
  ],
  ['silent-opus.webm', [...COLOUR, ...SILENCE, ...WEBM, '-vbr', 'off', '-b:a', '96k'], ['sound']],
  ['tone-128.mp3', mp3(TONE, '128k'), undefined],
  ['quiet-128.mp3', mp3(sound('0.001*sin(440*2*PI*t)'), '128k'), undefined],
  ['one-word-128.mp3', mp3(sound('0.1*sin(440*2*PI*t)*between(t,4.2,4.7)'), '128k'), undefined],
  [
    'steady.webm',
    [...COLOUR, ...sound('0.2*sgn(sin(50*2*PI*t))'), ...WEBM, '-vbr', 'off'],
    undefined,
  ],
])('at a constant rate: %s', async (name, words, expected) => {
  expect(await emptyOf(name, words)).toEqual(expected);
});

it('is not looked for behind the first seconds of what is not empty', async () => {
  // All of a file is silent to this one, whatever is in it.
  const ffmpegPath = join(fixture.folder, 'deaf-ffmpeg');
  const silence = "echo '[Parsed_volumedetect_0 @ 0x1] max_volume: -91.0 dB' >&2";
  const script = `#!/bin/sh\ncase "$*" in *' -t 5 '*) exec ffmpeg "$@";; esac\n${silence}\n`;
  await writeFile(ffmpegPath, script, { mode: 0o755 });
  const sandbox = await probeSandboxes(['plain']);
  const checker = createChecker({ ffmpegPath, ffprobePath: 'ffprobe', sandbox });
  const emptyIn = async (name: string, words: readonly string[]) => {
    const path = await fixture.ffmpeg(name, ...mp3(words, '128k'));
    const expect: Expected = { picture: null, sound: 'unknown', durationSeconds: null };
    const sourceRates = { picture: null, sound: 2000 };
    return (await checker.check(checkOf(path, { container: 'mp3', expect, sourceRates }))).empty;
  };
  expect(await emptyIn('loud.mp3', TONE)).toBeUndefined();
  expect(await emptyIn('still.mp3', SILENCE)).toEqual(['sound']);
});

it('is not looked for in what no platform gave', async () => {
  expect(await emptyOf('own.mp4', [...COLOUR, ...SILENCE, ...MP4], null)).toBeUndefined();
});

/** Frames of AAC that hold silence, filled up to 108 kilobits a second as cameras do it. */
function filledFrames(seconds: number): Buffer {
  const bits = (value: number, count: number) => value.toString(2).padStart(count, '0');
  const fillBytes = 269;
  const silence = bits(100, 15) + bits(0, 14);
  const filling = bits(0b1101111, 7) + bits(fillBytes - 14, 8) + bits(0, 8 * fillBytes);
  const content = `${silence}${filling}111`;
  const frameBytes = 7 + Math.ceil(content.length / 8);
  const head = bits(0xfff14c4, 28) + bits(frameBytes, 15) + bits(0x1ffc, 13);
  const frame = (head + content.padEnd(8 * (frameBytes - 7), '0')).match(/.{8}/g) ?? [];
  const bytes = Buffer.from(frame.map((byte) => Number.parseInt(byte, 2)));
  return Buffer.concat(Array(Math.round((seconds * 48_000) / 1024)).fill(bytes));
}

it('is found where frames are filled up', async () => {
  const frames = join(fixture.folder, 'filled.aac');
  await writeFile(frames, filledFrames(SECONDS));
  const words = [...COLOUR, '-i', frames, ...MP4, '-c:a', 'copy'];
  expect(await emptyOf('filled.mp4', words)).toEqual(['sound']);
});
