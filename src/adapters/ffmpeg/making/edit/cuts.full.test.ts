// Parts that are cut out of a file: the frames and the samples that are left, in step with each other, and what comes with them.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOf } from '../../../../../tests/support/media/checker-fixture.ts';
import {
  COUNTED_FPS,
  countedSource,
  readCounted,
  TICK_SECONDS,
} from '../../../../../tests/support/media/counted-media.ts';
import { soundOf } from '../../../../../tests/support/media/pieces-fixture.ts';
import { chaptersOf } from '../../../../../tests/support/media/read-chapters.ts';
import {
  createTranscoderFixture,
  FRONT,
  type MadeOf,
  type TranscoderFixture,
} from '../../../../../tests/support/media/transcoder-fixture.ts';
import type { Span } from '../../../../core/choosing/choice.ts';
import { type EncodeRecipe, mp3Recipe, type PlanOption } from '../../../../core/choosing/plan.ts';
import { expectedOf } from '../../../../core/files/checking/expected-file.ts';
import { chaptersAround } from '../../../../shared/media/chapters.ts';
import { withoutCuts } from '../../../../shared/media/marked.ts';
import { createChecker } from '../../checking/check-file.ts';

const SECONDS = 20;
const CUTS = [
  { startSeconds: 0, endSeconds: 1.2 },
  { startSeconds: 4.28, endSeconds: 7.1 },
  { startSeconds: 12.04, endSeconds: 12.9 },
  { startSeconds: 18.52, endSeconds: 20 },
];
const AAC = ['-c:a', 'aac', ...FRONT];
const X264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '100', '-bf', '2'];
/** As long as tones of these frequencies are in step, to the sample: a wave has about ten. */
const MELODY = `0.4*sin(2*PI*(4000+100*floor(t))*t)`;

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
  const source = countedSource(SECONDS);
  await fixture.ffmpeg('counted.mp4', ...source, ...X264, ...AAC);
  const copy = ['-i', fixture.pathOf('counted.mp4'), '-c', 'copy'];
  await fixture.ffmpeg('counted.ts', ...copy);
  await fixture.ffmpeg('counted-picture.mp4', ...copy, '-an', ...FRONT);
  await fixture.ffmpeg('counted-sound.m4a', ...copy, '-vn', ...FRONT);
  const melody = (rate: number) => [
    '-f',
    'lavfi',
    '-i',
    `aevalsrc='${MELODY}':d=${SECONDS}:s=${rate}`,
  ];
  await fixture.ffmpeg('melody.m4a', ...melody(44_100), ...AAC, '-b:a', '256k');
  await fixture.ffmpeg('melody.webm', ...melody(48_000), '-c:a', 'libopus', '-b:a', '256k');
}, 60_000);
afterAll(() => fixture.remove());

const MP4: EncodeRecipe = {
  kind: 'encode',
  container: 'mp4',
  picture: { codec: 'h264', shortSide: null, kilobitsPerSecond: null },
  sound: { codec: 'aac', kilobitsPerSecond: 192 },
  span: null,
  cuts: CUTS,
  fitBytes: null,
};
const secondsOf = (span: Span | null, cuts: readonly Span[]) => {
  const { startSeconds, endSeconds } = span ?? { startSeconds: 0, endSeconds: SECONDS };
  return withoutCuts(endSeconds, cuts) - withoutCuts(startSeconds, cuts);
};

/** Makes the file, which must pass its check by what its sources hold. */
async function make(recipe: EncodeRecipe, sources: readonly MadeOf[], changes = {}) {
  const durationSeconds = secondsOf(recipe.span, recipe.cuts ?? []);
  const made = await fixture.madeOf(recipe, sources, { durationSeconds, ...changes });
  const picture = recipe.picture && ({ codec: 'h264', width: 192, height: 32 } as const);
  const expect: PlanOption['expect'] = { picture, sound: 'unknown', durationSeconds };
  const expected = {
    ...expectedOf({ recipe, expect }, made.from, recipe.span),
    subtitles: 'subtitles' in changes ? 1 : 0,
  };
  const check = checkOf(made.path, { container: recipe.container, expect: expected });
  const receipt = await createChecker(fixture.tools).check(check);
  return { path: made.path, expected, receipt, durationSeconds };
}

const PAIR: readonly MadeOf[] = [
  { name: 'counted-picture.mp4', role: 'picture' },
  { name: 'counted-sound.m4a', role: 'sound' },
];

/** What a transport stream begins with, and nothing takes back. */
const PRIMING_SECONDS = 1024 / 48_000;

describe.each<[string, readonly MadeOf[], number]>([
  ['an MP4', [{ name: 'counted.mp4' }], 0],
  ['a transport stream', [{ name: 'counted.ts' }], PRIMING_SECONDS],
  ['a picture and a sound', PAIR, 0],
])('of %s', (_, sources, late) => {
  it.each<[string, Span | null]>([
    ['all', null],
    ['a part', { startSeconds: 2.6, endSeconds: 13.4 }],
  ])('%s that is kept is there, picture and sound in step', async (_name, span) => {
    const cuts = CUTS.filter(
      (one) => !span || (one.startSeconds > span.startSeconds && one.endSeconds < span.endSeconds),
    );
    const { startSeconds, endSeconds } = span ?? { startSeconds: 0, endSeconds: SECONDS };
    const isKept = (seconds: number) =>
      seconds > startSeconds - 0.001 &&
      seconds < endSeconds - 0.001 &&
      !cuts.some((one) => seconds > one.startSeconds - 0.001 && seconds < one.endSeconds - 0.001);
    const { path, receipt, durationSeconds } = await make({ ...MP4, span, cuts }, sources);
    expect(receipt.durationSeconds).toBeCloseTo(durationSeconds, 1);
    const [counted] = await readCounted([path]);
    const frames = Array.from({ length: SECONDS * COUNTED_FPS }, (_each, frame) => frame);
    expect(counted?.frames).toEqual(frames.filter((frame) => isKept(frame / COUNTED_FPS + late)));
    const beats = Array.from(
      { length: SECONDS / TICK_SECONDS },
      (_each, at) => at * TICK_SECONDS + late,
    );
    const heard = beats
      // One that is cut into is none of them.
      .filter((beat) => isKept(beat) && isKept(beat + 0.02))
      .map((beat) => withoutCuts(beat, cuts) - withoutCuts(startSeconds, cuts));
    const ticks = counted?.ticks.filter((tick) =>
      heard.some((one) => Math.abs(one - tick) < 0.004),
    );
    expect(ticks).toHaveLength(heard.length);
    expect((counted?.ticks.length ?? 0) - heard.length).toBeLessThanOrEqual(1);
  });
});

describe('a sound alone', () => {
  const M4A: EncodeRecipe = {
    ...mp3Recipe(320),
    container: 'm4a',
    sound: { codec: 'aac', kilobitsPerSecond: 192 },
    cuts: CUTS,
  };
  const OGG: EncodeRecipe = {
    ...M4A,
    container: 'ogg',
    sound: { codec: 'opus', kilobitsPerSecond: 160 },
  };
  it.each<[string, EncodeRecipe, string, number]>([
    ['an MP3', { ...mp3Recipe(320), cuts: CUTS }, 'melody.m4a', 44_100],
    ['an M4A', M4A, 'melody.m4a', 44_100],
    ['an MP3 of WebM', { ...mp3Recipe(320), cuts: CUTS }, 'melody.webm', 48_000],
    ['an Opus', OGG, 'melody.webm', 48_000],
  ])('is joined to the sample in %s', async (_, recipe, name, rate) => {
    const { path } = await make(recipe, [{ name, role: 'sound' }]);
    const mono = ['-ac', '1'];
    const whole = await soundOf(fixture.pathOf(name), mono);
    const at = (seconds: number) => Math.round(seconds * rate);
    const isKept = (sample: number) =>
      !CUTS.some(
        (one) =>
          sample >= at(one.startSeconds) &&
          sample < (one.endSeconds === SECONDS ? Infinity : at(one.endSeconds)),
      );
    const wanted = whole.filter((_each, sample) => isKept(sample));
    const seen = await soundOf(path, mono);
    // An M4A is read with the last of its frames, an Opus likewise.
    if (recipe.container === 'mp3') expect(seen).toHaveLength(wanted.length);
    else expect(seen.length - wanted.length).toBeGreaterThanOrEqual(0);
    let [signal, noise] = [0, 0];
    for (const [sample, value] of wanted.entries()) {
      signal += value ** 2;
      noise += (value - (seen[sample] ?? 0)) ** 2;
    }
    // A sample too early or too late, it would be less than 5 dB.
    expect(10 * Math.log10(signal / noise)).toBeGreaterThan(15);
  });

  it('is measured without what is cut out', async () => {
    const loudness = 'tags';
    const source = `aevalsrc='if(between(t,5,10),0.9,0.05)*sin(2*PI*1000*t)':d=${SECONDS}:s=48000`;
    await fixture.ffmpeg('advert.m4a', '-f', 'lavfi', '-i', source, ...AAC);
    const gainOf = async (recipe: EncodeRecipe) => {
      const { path } = await make({ ...recipe, loudness }, [{ name: 'advert.m4a', role: 'sound' }]);
      const text = (await readFile(path)).toString('latin1');
      return Number(/REPLAYGAIN_TRACK_GAIN\0([-\d.]+) dB/.exec(text)?.[1]);
    };
    const plain = await gainOf(mp3Recipe(128));
    const cut = await gainOf({ ...mp3Recipe(128), cuts: [{ startSeconds: 5, endSeconds: 10 }] });
    expect(cut - plain).toBeGreaterThan(15);
  });
});

it('chapters and subtitles come earlier, without those of what is cut out', async () => {
  const chapters = [
    { title: 'The gate', startSeconds: 1.2, endSeconds: 4.28 },
    { title: 'Sponsor', startSeconds: 4.28, endSeconds: 7.1, marked: true as const },
    { title: 'The gate', startSeconds: 7.1, endSeconds: 9 },
    { title: 'The pond', startSeconds: 9, endSeconds: null },
  ];
  const cues = [
    { startMs: 2000, endMs: 3000, text: 'before' },
    { startMs: 4000, endMs: 7500, text: 'across' },
    { startMs: 5000, endMs: 6000, text: 'inside' },
    { startMs: 9000, endMs: 10_000, text: 'after' },
  ];
  const subtitles = Promise.resolve({
    made: [{ cues, language: 'eng', name: 'English' }],
    missing: [],
  });
  const { path } = await make(MP4, [{ name: 'counted.mp4' }], { chapters, subtitles });
  const near = (seconds: number) => expect.closeTo(seconds, 1);
  expect(await chaptersOf(path)).toEqual([
    { title: 'The gate', startSeconds: 0, endSeconds: near(4.98) },
    { title: 'The pond', startSeconds: near(4.98), endSeconds: near(13.64) },
  ]);
  await fixture.ffmpeg('subtitles.srt', '-i', path, '-map', '0:s');
  const srt = (await readFile(fixture.pathOf('subtitles.srt'))).toString();
  expect(srt.split('\n').filter((line) => /-->|[a-z]/.test(line))).toEqual([
    '00:00:00,800 --> 00:00:01,800',
    'before',
    '00:00:02,800 --> 00:00:03,480',
    'across',
    '00:00:04,980 --> 00:00:05,980',
    'after',
  ]);
});

it('a file that misses what it should keep fails its check', async () => {
  const { path, expected } = await make(MP4, [{ name: 'counted.mp4' }]);
  const checker = createChecker(fixture.tools);
  const longer = { ...expected, durationSeconds: (expected.durationSeconds ?? 0) + 0.89 };
  await expect(checker.check(checkOf(path, { expect: longer }))).rejects.toThrow('lasts');
});

it('as many parts are cut out as can be marked', async () => {
  const cuts = Array.from({ length: 200 }, (_, at) => ({
    startSeconds: 0.04 + 0.08 * at,
    endSeconds: 0.08 + 0.08 * at,
  }));
  const { path } = await make({ ...MP4, cuts }, [{ name: 'counted.mp4' }]);
  const [counted] = await readCounted([path]);
  const frames = Array.from({ length: SECONDS * COUNTED_FPS }, (_each, frame) => frame);
  expect(counted?.frames).toEqual(frames.filter((frame) => frame >= 400 || frame % 2 === 0));
});

it('a picture that stands still after a cut is shown from there on', async () => {
  const still = `color=gray:s=64x64:r=0.25:d=16,geq=lum='40+50*N':cb=128:cr=128`;
  const tone = `sine=1000:d=16`;
  await fixture.ffmpeg(
    'slides.mp4',
    '-f',
    'lavfi',
    '-i',
    still,
    '-f',
    'lavfi',
    '-i',
    tone,
    ...X264,
    ...AAC,
  );
  // It is shown up to its end, and that is cut off.
  const cuts = [
    { startSeconds: 2, endSeconds: 6 },
    { startSeconds: 14, endSeconds: 16 },
  ];
  const path = await fixture.make({ ...MP4, cuts }, [{ name: 'slides.mp4' }], {
    durationSeconds: 10,
  });
  const raw = await fixture.ffmpeg(
    'slides.gray',
    '-i',
    path,
    '-vf',
    'fps=4,scale=1:1,format=gray',
    '-f',
    'rawvideo',
  );
  const seen = [...(await readFile(raw))];
  const [first, second] = [seen[4] ?? 0, seen[10] ?? 0];
  expect(second - first).toBeGreaterThan(30);
  expect(seen.slice(9, 15).every((value) => Math.abs(value - second) < 10)).toBe(true);
});

it('no chapters are left where one alone is', () => {
  const chapters = [
    { title: 'All', startSeconds: 0, endSeconds: 4 },
    { title: 'Sponsor', startSeconds: 4, endSeconds: 7, marked: true as const },
    { title: 'All', startSeconds: 7, endSeconds: 10 },
  ];
  const whole = { startSeconds: 0, endSeconds: 10 };
  expect(chaptersAround(chapters, whole, [{ startSeconds: 4, endSeconds: 7 }])).toEqual([]);
  expect(chaptersAround(chapters, whole, [])).toHaveLength(3);
});
