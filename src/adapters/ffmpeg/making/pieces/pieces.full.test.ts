// MP3s of every rate, of each kind of source, short and long: the length to the sample, and where pieces meet.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOf } from '../../../../../tests/support/media/checker-fixture.ts';
import {
  AS_ENCODED,
  createPiecesFixture,
  music,
  noiseOver,
  type PiecesFixture,
  partsOf,
  soundOf,
} from '../../../../../tests/support/media/pieces-fixture.ts';
import { AUDIO_KILOBITS, MP3_RATES, QUALITIES } from '../../../../shared/media/qualities.ts';
import { createChecker } from '../../checking/check-file.ts';

let fixture: PiecesFixture;
beforeAll(async () => {
  fixture = await createPiecesFixture();
});
afterAll(() => fixture.remove());

const AAC = ['-c:a', 'aac', '-b:a', '128k', '-movflags', '+faststart'];
const FRAGMENTS = ['-c:a', 'aac', '-movflags', '+frag_keyframe+empty_moov+default_base_moof'];
const OPUS = ['-c:a', 'libopus', '-b:a', '128k'];

/** Made in pieces and in one go, and compared. */
async function compared(source: string, kilobits: number, seconds: number, processors = 4) {
  const made = await fixture.make(source, kilobits, seconds, { processors });
  const whole = await fixture.make(source, kilobits, seconds, { processors: 1 });
  const [parts, single] = [await partsOf(made.path), await partsOf(whole.path)];
  const [sound, other, wanted] = [
    await soundOf(made.path),
    await soundOf(whole.path),
    await soundOf(source, AS_ENCODED),
  ];
  const channels = (parts.header[3] ?? 0) >> 6 === 3 ? 1 : 2;
  expect([sound.length, other.length]).toEqual([wanted.length, wanted.length]);
  expect(parts.stated).toEqual(single.stated);
  expect(parts.stated.frames).toBe(parts.frames.length);
  expect(new Set(parts.frames.map(({ length }) => length)).size).toBeLessThanOrEqual(2);
  const noises = made.begins.slice(1).map((at) => noiseOver([sound, other, wanted], at, channels));
  return { made, noises };
}

const expectNoSeams = (noises: readonly { readonly mean: number; readonly peak: number }[]) => {
  for (const { mean, peak } of noises)
    expect([mean < 1, peak < 6], `${mean} dB, peak ${peak} dB`).toEqual([true, true]);
};

describe.each<[string, readonly string[], string]>([
  ['AAC', [...music(61), ...AAC], 'm4a'],
  ['Opus', [...music(61, 48_000), ...OPUS], 'webm'],
])('of %s, an MP3', (name, words, ending) => {
  it.each(AUDIO_KILOBITS)('of %s kbps has no seam', async (kilobits) => {
    const source = await fixture.ffmpeg(`${name}.${ending}`, ...words);
    const { made, noises } = await compared(source, kilobits, 61);
    expect(made.pieces).toBe(kilobits < 128 ? 0 : 3);
    expectNoSeams(noises);
  });
});

it.each<[string, readonly string[], string]>([
  ['mono', [...music(61, 44_100, 1), ...AAC], 'm4a'],
  ['a low rate', [...music(61, 22_050), ...AAC], 'm4a'],
  ['a low rate, mono', [...music(61, 22_050, 1), ...AAC], 'm4a'],
  ['another rate, which is converted', [...music(61, 24_000), ...AAC], 'm4a'],
  ['32 kHz', [...music(61, 32_000), ...AAC], 'm4a'],
  ['six channels', [...music(61, 48_000, 6), '-ac', '6', ...AAC], 'm4a'],
  ['fragments', [...music(61), ...FRAGMENTS], 'mp4'],
  ['MP3', [...music(61), '-c:a', 'libmp3lame', '-b:a', '192k'], 'mp3'],
  ['Vorbis', [...music(61, 44_100), '-c:a', 'libvorbis'], 'webm'],
])('an MP3 of %s has no seam', async (name, words, ending) => {
  const source = await fixture.ffmpeg(`${name}.${ending}`, ...words);
  const { made, noises } = await compared(source, 192, 61);
  expect(made.pieces).toBe(3);
  expectNoSeams(noises);
});

it.each([0.5, 9])('an MP3 of %s s is made in one go', async (seconds) => {
  const source = await fixture.ffmpeg(`${seconds}.m4a`, ...music(seconds), ...AAC);
  expect((await compared(source, 320, seconds)).made.pieces).toBe(0);
});

it('pieces may be longer or shorter than was announced, or have nothing in them', async () => {
  const source = await fixture.ffmpeg('announced.m4a', ...music(61), ...AAC);
  for (const seconds of [45, 90, 400]) {
    const { made, noises } = await compared(source, 128, seconds, 2);
    expect(made.pieces).toBe(2);
    expectNoSeams(noises.slice(0, seconds === 400 ? 0 : 1));
  }
});

describe('ten minutes', () => {
  it.each(QUALITIES)('in %s quality have no seam, and pass the check', async (quality) => {
    const minute = await fixture.ffmpeg('minute.m4a', ...music(60), ...AAC);
    const loop = ['-stream_loop', '9', '-i', minute, '-c', 'copy', '-movflags', '+faststart'];
    const source = await fixture.ffmpeg('ten.m4a', ...loop);
    const { made, noises } = await compared(source, MP3_RATES[quality], 600);
    expect([made.pieces, noises.length]).toEqual([4, 3]);
    expectNoSeams(noises);
    const check = checkOf(made.path, {
      container: 'mp3',
      expect: { picture: null, sound: { codec: 'mp3' }, durationSeconds: 600 },
      closely: true,
    });
    const receipt = await createChecker(fixture.tools).check(check);
    expect(receipt.durationSeconds).toBeCloseTo(600, 0);
  });
});
