import { describe, expect, it } from 'vitest';
import { estimateBytes, expectedBytes, formatSpan } from './figures.ts';
import { estimateGif, frameTimesOf } from './gif/gif-sizes.ts';
import type { TrimOutput } from './media/read-output.ts';

describe('figures', () => {
  it('write how far two times are apart', () => {
    expect(formatSpan(1300, 'en')).toBe('1.3 sec');
    expect(formatSpan(60, 'en')).toBe('0.06 sec');
    expect(formatSpan(100, 'en')).toBe('0.1 sec');
    expect(formatSpan(1349, 'en')).toBe('1.3 sec');
    expect(formatSpan(119_940, 'en')).toBe('119.9 sec');
    expect(formatSpan(120_000, 'en')).toBe('2 min');
    expect(formatSpan(150_000, 'en')).toBe('2.5 min');
    expect(formatSpan(1300, 'de')).toBe('1,3 Sek.');
  });

  it('estimate a part by its share of the time, and never more than the file', () => {
    expect(estimateBytes(1000, 10_000, [{ startMs: 2000, endMs: 7000 }])).toBe(500);
    expect(estimateBytes(1000, 10_000, [{ startMs: 0, endMs: 20_000 }])).toBe(1000);
    const whole = { startMs: 0, endMs: 10_000 };
    expect(estimateBytes(1000, 10_000, [whole, { startMs: 0, endMs: 5000 }])).toBe(1500);
    expect(estimateBytes(1000, 0, [{ startMs: 0, endMs: 0 }])).toBe(1000);
  });

  it.each<[string, Partial<TrimOutput>, 'instant' | 'exact', number]>([
    ['a copy has its share of the file', { kind: 'same', ...video(1.5) }, 'instant', 500_000],
    ['what is re-encoded grows', { kind: 'same', ...video(1.5) }, 'exact', 750_000],
    ['sound alone does not', { kind: 'mp4', exact: { kind: 'audio' } as never }, 'exact', 500_000],
    ['sound takes 20 kB a second', { kind: 'sound', ...video(1) }, 'instant', 100_000],
    ['a GIF is estimated by its own', { kind: 'gif' }, 'exact', estimateGif(5000, 480, 16 / 9)],
  ])('expect a size: %s', (_what, output, way, bytes) => {
    const media = { source: { size: 1_000_000 } as never, durationMs: 10_000 };
    const range = { startMs: 2000, endMs: 7000 };
    const choice = { way, gifSize: 480 } as const;
    expect(expectedBytes(media, output as TrimOutput, choice, [range])).toBe(bytes);
  });

  it('expect sound to be no larger than the file that it is of', () => {
    const media = { source: { size: 30_000 } as never, durationMs: 10_000 };
    const sound = { kind: 'sound' } as TrimOutput;
    const ranges = [{ startMs: 0, endMs: 10_000 }];
    expect(expectedBytes(media, sound, { way: 'instant', gifSize: 480 }, ranges)).toBe(30_000);
  });

  it('expect of a GIF twelve and a half frames a second, with the height of its shape', () => {
    expect(estimateGif(8000, 320, 2)).toBe(100 * 320 * 160 * 0.25);
    expect(estimateGif(8000, 320, 0.5)).toBe(100 * 320 * 640 * 0.25);
    const ranges = [
      { startMs: 1000, endMs: 1240 },
      { startMs: 5000, endMs: 5010 },
    ];
    expect(ranges.flatMap(frameTimesOf)).toEqual([1, 1.08, 1.16, 5]);
    expect(frameTimesOf({ startMs: 0, endMs: 8000 })).toHaveLength(100);
  });
});

function video(sizeFactor: number): { readonly exact: never } {
  return { exact: { kind: 'video', sizeFactor } as never };
}
