import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findZeros } from './find-zeros.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-zeros-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const signal = new AbortController().signal;
const MEGABYTE = 1024 * 1024;

/** The longest run found in three megabytes of ones with these runs of zeros. */
function found(runs: readonly (readonly [number, number])[], from = 0): Promise<number> {
  const bytes = Buffer.alloc(3 * MEGABYTE, 1);
  for (const [start, length] of runs) bytes.fill(0, start, start + length);
  const file = path.join(folder, 'file');
  writeFileSync(file, bytes);
  return findZeros(file, [{ start: from, end: bytes.length }], 4096, signal);
}

describe('zeros in a row', () => {
  it.each<[string, readonly (readonly [number, number])[], number]>([
    ['none', [], 0],
    ['too few', [[1000, 4095]], 0],
    ['just enough', [[1000, 4096]], 4096],
    ['at an odd place', [[777_777, 5001]], 5001],
    ['over the edge of what is read at once', [[MEGABYTE - 2000, 4100]], 4100],
    ['over two edges', [[MEGABYTE - 5, MEGABYTE + 10]], MEGABYTE + 10],
    ['at the very end', [[3 * MEGABYTE - 4096, 4096]], 4096],
    ['at the very start', [[0, 70_000]], 70_000],
    [
      'the longest of several',
      [
        [10_000, 5000],
        [20_000, 9000],
        [2_000_000, 4096],
      ],
      9000,
    ],
  ])('are found: %s', async (_name, runs, longest) => {
    expect(await found(runs)).toBe(longest);
  });

  it('are found at every offset', async () => {
    for (let start = 5000; start < 7100; start += 97)
      expect(await found([[start, 4096]]), String(start)).toBe(4096);
  });

  it('do not count outside the media bytes', async () => {
    expect(await found([[0, 70_000]], 70_000)).toBe(0);
  });

  it('count in each region by itself, up to its end', async () => {
    const bytes = Buffer.alloc(100_000, 1).fill(0, 10_000, 20_000);
    const file = path.join(folder, 'regions');
    writeFileSync(file, bytes);
    const longest = (...regions: [number, number][]) =>
      findZeros(
        file,
        regions.map(([start, end]) => ({ start, end })),
        4096,
        signal,
      );
    expect(await longest([0, 13_000], [17_000, 100_000])).toBe(0);
    expect(await longest([0, 15_000], [16_000, 100_000])).toBe(5000);
    expect(await longest([0, 10_000], [20_000, 100_000])).toBe(0);
    // A region that the index claims beyond the end of the file.
    expect(await longest([15_000, 1_000_000])).toBe(5000);
    expect(await longest([200_000, 1_000_000])).toBe(0);
  });

  it('are searched for without leaving the file open', async () => {
    const open = () => readdirSync('/proc/self/fd').length;
    const file = path.join(folder, 'open');
    writeFileSync(file, Buffer.alloc(10, 1));
    const before = open();
    for (const one of [signal, AbortSignal.abort('gone')])
      for (let count = 0; count < 10; count += 1)
        await findZeros(file, [{ start: 0, end: 10 }], 4096, one).catch(() => undefined);
    expect(open()).toBeLessThan(before + 10);
  });

  it('are no longer searched for after an abort', async () => {
    const file = path.join(folder, 'file');
    const aborted = AbortSignal.abort('gone');
    await expect(findZeros(file, [{ start: 0, end: 10 }], 4096, aborted)).rejects.toBe('gone');
  });
});
