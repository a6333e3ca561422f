// How loud a file is: tags that say so, and an encoding at one level.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../../../../lab/media/run-tool.ts';
import { soundOf } from '../../../../../tests/support/media/pieces-fixture.ts';
import {
  createTranscoderFixture,
  type TranscoderFixture,
} from '../../../../../tests/support/media/transcoder-fixture.ts';
import { mp3Recipe, type Recipe } from '../../../../core/choosing/plan.ts';
import { gainTags, levelGain, measureLoudness, readSummary } from './measure-loudness.ts';

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
  const tone = (volume: number) => [
    ...['-f', 'lavfi', '-i', 'sine=frequency=1000:sample_rate=48000:duration=6'],
    ...['-af', `volume=${volume}dB`, '-ac', '2'],
  ];
  await fixture.ffmpeg('quiet.m4a', ...tone(-20), '-c:a', 'aac', '-movflags', '+faststart');
  await fixture.ffmpeg('quiet.webm', ...tone(-20), '-c:a', 'libopus', '-b:a', '96k');
  await fixture.ffmpeg('quiet.ogg', ...tone(-20), '-c:a', 'libvorbis');
  await fixture.ffmpeg('silent.m4a', ...tone(-200), '-c:a', 'aac');
  const clicks = "aevalsrc='if(lt(mod(t,1),0.001),0.9,0.005*sin(3000*t))':s=48000:d=6";
  await fixture.ffmpeg('clicks.m4a', '-f', 'lavfi', '-i', clicks, '-c:a', 'aac', '-b:a', '256k');
});
afterAll(() => fixture.remove());

const measured = async (path: string, demuxer: 'mov' | 'mp3' | 'ogg') => {
  const task = {
    durationSeconds: 6,
    maxBytes: 1e9,
    signal: new AbortController().signal,
  } as Parameters<typeof measureLoudness>[2];
  return measureLoudness(fixture.tools, { path, demuxer, stream: 0, span: null }, task);
};
const tagsOf = async (path: string) => {
  const words = ['-v', 'error', '-show_entries', 'format_tags:stream_tags', '-of', 'json', path];
  const { format, streams } = JSON.parse(String(await runTool('ffprobe', words)));
  return { ...streams[0]?.tags, ...format.tags };
};

describe('a file whose loudness is tagged', () => {
  it.each<[string, Recipe, string, 'mov' | 'mp3' | 'ogg']>([
    ['MP3', { ...mp3Recipe(192), loudness: 'tags' }, 'quiet.m4a', 'mp3'],
    ['M4A', { kind: 'mux', container: 'm4a', loudness: 'tags' }, 'quiet.m4a', 'mov'],
    ['Vorbis', { kind: 'mux', container: 'ogg', loudness: 'tags' }, 'quiet.ogg', 'ogg'],
  ])('has ReplayGain, and its sound as it was: %s', async (_name, recipe, name, demuxer) => {
    const file = await fixture.make(recipe, [{ name }]);
    const found = await measured(file, demuxer);
    const tags = await tagsOf(file);
    const gain = tags['REPLAYGAIN_TRACK_GAIN'] ?? tags['replaygain_track_gain'];
    const peak = tags['REPLAYGAIN_TRACK_PEAK'] ?? tags['replaygain_track_peak'];
    expect(gain).toMatch(/^-?\d+\.\d\d dB$/);
    expect(Math.abs(Number.parseFloat(gain) - (-18 - (found?.lufs ?? 0)))).toBeLessThan(0.3);
    expect(Math.abs(20 * Math.log10(Number(peak)) - (found?.peakDb ?? 0))).toBeLessThan(1);
    expect(tags['comment']).toBeUndefined();
    expect((await soundOf(file)).length).toBe((await soundOf(fixture.pathOf(name))).length);
  });

  it('has the gain of Opus where that is its codec', async () => {
    const recipe: Recipe = { kind: 'mux', container: 'ogg', loudness: 'tags' };
    const file = await fixture.make(recipe, [{ name: 'quiet.webm' }]);
    const { lufs = 0 } = (await measured(file, 'ogg')) ?? {};
    const tags = await tagsOf(file);
    expect(Math.abs(Number(tags['R128_TRACK_GAIN']) / 256 - (-23 - lufs))).toBeLessThan(0.3);
    expect(tags['REPLAYGAIN_TRACK_GAIN']).toBeUndefined();
  });

  it('has no tags where it is silent', async () => {
    const file = await fixture.make({ ...mp3Recipe(192), loudness: 'tags' }, [
      { name: 'silent.m4a' },
    ]);
    expect(Object.keys(await tagsOf(file)).filter((name) => /gain/i.test(name))).toEqual([]);
  });
});

describe('a file at one level', () => {
  it.each<[string, Recipe, 'mov' | 'mp3']>([
    ['MP3', { ...mp3Recipe(192), loudness: 'level' }, 'mp3'],
    [
      'M4A',
      {
        ...mp3Recipe(192),
        container: 'm4a',
        sound: { codec: 'aac', kilobitsPerSecond: 192 },
        loudness: 'level',
      },
      'mov',
    ],
  ])('is as loud as that: %s', async (_name, recipe, demuxer) => {
    const file = await fixture.make(recipe, [{ name: 'quiet.m4a' }]);
    expect(Math.abs(((await measured(file, demuxer))?.lufs ?? 0) + 14)).toBeLessThan(0.5);
    const words = (await tagsOf(file))['REPLAYGAIN_TRACK_GAIN'];
    expect(words).toBeUndefined();
  });

  it('is no louder than its peaks allow', async () => {
    const file = await fixture.make({ ...mp3Recipe(320), loudness: 'level' }, [
      { name: 'clicks.m4a' },
    ]);
    const { lufs = 0, peakDb = 9 } = (await measured(file, 'mp3')) ?? {};
    expect(peakDb).toBeLessThan(0.5);
    expect(lufs).toBeLessThan(-16);
  });
});

describe('what was done about loudness', () => {
  it.each<[string, Recipe]>([
    ['is encoded from fragments that arrive', { ...mp3Recipe(192), loudness: 'level' }],
    ['is copied', { kind: 'mux', container: 'm4a', loudness: 'tags' }],
    [
      'is a part that is encoded',
      { ...mp3Recipe(192), span: { startSeconds: 1, endSeconds: 5 }, loudness: 'level' },
    ],
    [
      'is a part that is copied',
      {
        kind: 'clip',
        container: 'm4a',
        span: { startSeconds: 1, endSeconds: 5 },
        loudness: 'tags',
      },
    ],
  ])('is said of a file that %s', async (_name, recipe) => {
    const source = await measured(fixture.pathOf('quiet.m4a'), 'mov');
    const { loudness } = await fixture.madeOf(recipe, [{ name: 'quiet.m4a' }]);
    const { way, lufs = 0, gainDb = 0 } = loudness ?? {};
    expect(way).toBe('loudness' in recipe ? recipe.loudness : null);
    expect(Math.abs(lufs - (source?.lufs ?? 0))).toBeLessThan(0.3);
    expect(lufs + gainDb).toBeCloseTo(way === 'level' ? -14 : -18, 5);
  });

  it('is nothing where it was not chosen, or nothing is heard', async () => {
    const chosen = { ...mp3Recipe(192), loudness: 'level' } as const;
    const silent = await fixture.madeOf(chosen, [{ name: 'silent.m4a' }]);
    const plain = await fixture.madeOf(mp3Recipe(192), [{ name: 'quiet.m4a' }]);
    expect([silent.loudness, plain.loudness]).toEqual([null, null]);
  });
});

describe('the figures', () => {
  const summary = (lufs: string, peak: string) =>
    `title: Summary: I: -1.0 LUFS Peak: 3.0 dBFS\n[Parsed_ebur128_0 @ 0x5] Summary:\n\n  Integrated loudness:\n    I:         ${lufs} LUFS\n    Threshold: -31.8 LUFS\n\n  True peak:\n    Peak:      ${peak} dBFS\n`;
  it.each([
    ['-21.8', '-13.5', { lufs: -21.8, peakDb: -13.5 }],
    ['-9.1', '1.2', { lufs: -9.1, peakDb: 1.2 }],
    ['-70.0', '-inf', null],
    ['-70.0', '-80.1', null],
  ])('of %s LUFS are read behind what a file says: %s', (lufs, peak, expected) => {
    expect(readSummary(summary(lufs, peak))).toEqual(expected);
  });

  it('lead to gains and tags', () => {
    expect(levelGain({ lufs: -20, peakDb: -13.5 })).toBe(6);
    expect(levelGain({ lufs: -20, peakDb: -3 })).toBe(2);
    expect(levelGain({ lufs: -8, peakDb: 0.5 })).toBe(-6);
    expect(gainTags({ lufs: -20, peakDb: 0 }, true)).toEqual({
      gainDb: -3,
      tags: { R128_TRACK_GAIN: '-768' },
    });
    expect(gainTags({ lufs: -12.5, peakDb: -6 }, false)).toEqual({
      gainDb: -5.5,
      tags: { REPLAYGAIN_TRACK_GAIN: '-5.50 dB', REPLAYGAIN_TRACK_PEAK: '0.501187' },
    });
  });
});
