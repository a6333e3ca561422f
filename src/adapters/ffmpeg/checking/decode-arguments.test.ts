// Which parts of a finished file a check reads, and with what.
import { describe, expect, it } from 'vitest';
import {
  audioSpotCheckArguments,
  decodeAllArguments,
  sampleArguments,
  samplesAreAll,
  walkArguments,
} from './decode-arguments.ts';

const FILE = { demuxer: 'mov', path: '/work/film.mp4' } as const;

/** The argument after an option; undefined without the option. */
const optionOf = (args: readonly string[], option: string) => {
  const at = args.indexOf(option);
  return at < 0 ? undefined : args[at + 1];
};

describe('the samples of a file', () => {
  it.each<[string, number | null, string | undefined]>([
    ['all of a short one', 8, undefined],
    ['two seconds at the front, in the middle and at the end', 8.5, '0.000%+2,3.250%+2,6.500%+2'],
    ['no more of a long one', 36_000, '0.000%+2,17999.000%+2,35998.000%+2'],
    ['one frame of a photo', null, '%+#1'],
  ])('are %s', (_, seconds, intervals) => {
    expect(optionOf(sampleArguments(FILE, seconds), '-read_intervals')).toBe(intervals);
  });

  it('are known to cover a short file', () => {
    expect([0, 8, 8.1].map(samplesAreAll)).toEqual([true, true, false]);
  });

  it('of audio are three packets every two seconds, up to its end', () => {
    const args = audioSpotCheckArguments(FILE, 6.5);
    expect(optionOf(args, '-read_intervals')).toBe('0.0%+#3,2.0%+#3,4.0%+#3,6.0%+#3');
    expect(optionOf(args, '-select_streams')).toBe('a');
  });

  it('of long audio are three thousand at most, over all of it', () => {
    const places = optionOf(audioSpotCheckArguments(FILE, 36_000), '-read_intervals')?.split(',');
    expect(places).toHaveLength(3000);
    expect(places?.at(-1)).toBe('35988.0%+#3');
  });
});

describe('a walk over the packets', () => {
  it.each([
    ['h264', 'filter_units=remove_types=30'],
    ['h265', 'filter_units=remove_types=60'],
    ['av1', 'filter_units=remove_types=9'],
    ['vp9', 'vp9_metadata'],
  ] as const)('of %s parses each of them and copies the picture alone', (codec, filter) => {
    const args = walkArguments(FILE, codec) ?? [];
    expect(optionOf(args, '-bsf:v')).toBe(filter);
    expect(optionOf(args, '-map')).toBe('0:V');
    expect(optionOf(args, '-c')).toBe('copy');
  });

  it.each(['vp8', 'other'] as const)('of %s is not possible', (codec) => {
    expect(walkArguments(FILE, codec)).toBeNull();
  });
});

it('decoding everything takes picture and sound where there are any', () => {
  const args = decodeAllArguments(FILE);
  expect(args.filter((_, at) => args[at - 1] === '-map')).toEqual(['0:V?', '0:a?']);
  expect(args).not.toContain('copy');
});

it.each<[string, readonly string[]]>([
  ['everything', decodeAllArguments(FILE)],
  ['the packets of the picture', walkArguments(FILE, 'h264') ?? []],
  ['the sound', decodeAllArguments(FILE, 'sound')],
])('ffmpeg stops at the first error in %s, and writes nothing', (_, args) => {
  expect(args).toContain('-xerror');
  expect(args.slice(-3)).toEqual(['-f', 'null', '-']);
});
