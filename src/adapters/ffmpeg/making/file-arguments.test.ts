import { describe, expect, it } from 'vitest';
import { fakeFetching } from '../../../../tests/support/media/fake-fetching.ts';
import { mp3Recipe } from '../../../core/choosing/plan.ts';
import type { Probe } from '../../../core/files/checking/find-fault.ts';
import type { MakeTask } from '../../../core/jobs/ports.ts';
import { NO_EXTRAS } from './extra-arguments.ts';
import { beginningsOf, fileArguments, placeInputs } from './file-arguments.ts';
import { guardedInput } from './guarded-input.ts';

const probeOf = (startSeconds: number, ...kinds: readonly ('picture' | 'sound')[]): Probe => ({
  bytes: 0,
  startSeconds,
  durationSeconds: 100,
  streams: kinds.map((kind, index) =>
    kind === 'picture'
      ? {
          kind,
          index,
          codec: 'h265',
          width: 1920,
          height: 1080,
          fps: 30,
          dynamicRange: 'sdr',
          startSeconds,
          durationSeconds: 100,
        }
      : {
          kind,
          index,
          codec: 'aac',
          sampleRateHz: 48_000,
          channels: 2,
          bitsPerSecond: null,
          startSeconds,
          durationSeconds: 100,
        },
  ),
});
const fetching = fakeFetching('/dev/null');
const taskOf = (
  recipe: MakeTask['recipe'],
  roles: readonly ('picture' | 'sound' | 'both')[],
): MakeTask => ({
  recipe,
  inputs: roles.map((role) => ({ role, fetching })),
  folder: '/w',
  durationSeconds: 100,
  maxBytes: 1e9,
  tags: {
    title: `  a=b\n-i\0 \ud800${'x'.repeat(300)}`,
    artist: null,
    cover: Promise.resolve(null),
  },
  signal: new AbortController().signal,
  report: () => undefined,
});
const order = (task: MakeTask, probes: readonly Probe[], reservesIndex = false) =>
  fileArguments(
    task,
    placeInputs(['mov', 'mov'].slice(0, probes.length) as ['mov'], beginningsOf(probes), null),
    {
      probes,
      extras: { ...NO_EXTRAS, tags: { title: task.tags?.title ?? '' } },
      output: '/w/made',
      reservesIndex,
    },
  );
const wordAfter = (words: readonly string[], option: string) => words[words.indexOf(option) + 1];

describe("ffmpeg's arguments", () => {
  it('limit every input before its name, which can only mean a file', () => {
    const words = guardedInput('mov', { path: '/w/-i.mp4' });
    expect(words.slice(-4)).toEqual(['-f', 'mov', '-i', 'file:/w/-i.mp4']);
    expect(wordAfter(words, '-protocol_whitelist')).toBe('file');
    expect(wordAfter(words, '-format_whitelist')).toBe('mov');
    expect(wordAfter(words, '-max_pixels')).toBe('37748736');
    expect(wordAfter(guardedInput('mpegts', { descriptor: 3 }), '-protocol_whitelist')).toBe(
      'pipe',
    );
  });

  it('join video and audio from two pipes and drop everything else', () => {
    const words = order(taskOf({ kind: 'mux', container: 'mp4' }, ['picture', 'sound']), [
      probeOf(0, 'picture', 'sound'),
      probeOf(0, 'sound'),
    ]);
    expect(words.join(' ')).toMatch(/-i pipe:0 .* -i pipe:3 -map 0:V:0 -map 1:0/);
    expect(words.join(' ')).toMatch(/-sn -map_metadata -1 -map_chapters -1 -dn/);
    expect(words.join(' ')).toMatch(/-c copy .*-tag:v hvc1 -movflags \+faststart -f mp4/);
  });

  it('keep the delay between two sources, unless their clocks differ', () => {
    const delays = (first: number, second: number) =>
      beginningsOf([probeOf(first), probeOf(second)]);
    expect(delays(10, 10.25)).toEqual([0, 0.25]);
    expect(delays(0.5, 0)).toEqual([0.5, 0]);
    expect(delays(10, 0)).toEqual([0, 0]);
  });

  it('reserve space for the index of a long large video, and only then', () => {
    const task = taskOf({ kind: 'mux', container: 'mp4' }, ['both']);
    const probes = [probeOf(0, 'picture', 'sound')];
    const reserved = Number(wordAfter(order(task, probes, true), '-moov_size'));
    expect(reserved).toBeGreaterThan(100_000);
    expect(reserved).toBeLessThan(300_000);
    for (const durationSeconds of [null, 20])
      expect(order({ ...task, durationSeconds }, probes, true)).toContain('+faststart');
  });

  it('tag an MP3 with one clean line, and limit its duration', () => {
    const recipe = mp3Recipe(192);
    const words = order(taskOf(recipe, ['both']), [probeOf(0, 'picture', 'sound')]);
    const title = wordAfter(words, '-metadata') ?? '';
    expect(title).toMatch(/^title=a=b -i {2}\ufffdx+$/);
    expect(title.length).toBe('title='.length + 200);
    expect(words.join(' ')).toMatch(/-map 0:1 .*libmp3lame -b:a 192k .*-t 180 /);
  });

  it.each<[string, MakeTask, readonly Probe[], string]>([
    ['sound for an MP3', taskOf(mp3Recipe(320), ['both']), [probeOf(0, 'picture')], 'no sound'],
    [
      'audio that was fetched separately',
      taskOf({ kind: 'mux', container: 'mp4' }, ['picture', 'sound']),
      [probeOf(0, 'picture'), probeOf(0)],
      'no sound',
    ],
    [
      'a picture for an MP4',
      taskOf({ kind: 'mux', container: 'mp4' }, ['both']),
      [probeOf(0, 'sound')],
      'no picture',
    ],
    [
      'a picture is wanted of nothing',
      taskOf({ kind: 'mux', container: 'mp4' }, ['both']),
      [probeOf(0)],
      'no picture',
    ],
  ])('are refused without %s', (_name, task, probes, words) => {
    expect(() => order(task, probes)).toThrow(words);
  });

  it('accept a combined source without audio', () => {
    const words = order(taskOf({ kind: 'mux', container: 'mp4' }, ['both']), [
      probeOf(0, 'picture'),
    ]);
    expect(words.join(' ')).not.toContain(':a:0');
  });
});
