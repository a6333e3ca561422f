import { describe, expect, it } from 'vitest';
import { createRangeReader } from './range-reader.ts';

const SIZE = 50_000_000;

/** A reader of a file whose bytes are their own positions, and the ranges that it fetched. */
function open() {
  const fetched: [number, number][] = [];
  const read = createRangeReader(async (start, end) => {
    fetched.push([start, end]);
    return Uint8Array.from({ length: end - start }, (_, index) => (start + index) % 251);
  }, SIZE);
  return { read, fetched };
}

describe('reading by ranges', () => {
  it('gives the bytes that were asked for, from few requests', async () => {
    const { read, fetched } = open();
    for (const at of [0, 8, 100, 30_000]) {
      const bytes = await read(at, at + 16);
      expect([...bytes]).toEqual(Array.from({ length: 16 }, (_, index) => (at + index) % 251));
    }
    expect(fetched).toEqual([[0, 32 * 1024]]);
  });

  it('fetches little where it jumps', async () => {
    const { read, fetched } = open();
    for (const at of [10_000_000, 30_000_000, 20_000_000]) await read(at, at + 100_000);
    expect(fetched.map(([start, end]) => end - start)).toEqual([100_000, 100_000, 100_000]);
  });

  it('fetches more and more where it goes on, of two tracks at once', async () => {
    const { read, fetched } = open();
    for (let at = 0; at < 16_000_000; at += 10_000) {
      await read(at, at + 10_000);
      await read(SIZE / 2 + at / 10, SIZE / 2 + at / 10 + 1000);
    }
    expect(fetched.length).toBeLessThan(30);
    expect(Math.max(...fetched.map(([start, end]) => end - start))).toBe(4 * 1024 * 1024);
  });

  it('ends with the file', async () => {
    const { read, fetched } = open();
    expect(await read(SIZE - 10, SIZE)).toHaveLength(10);
    expect(fetched).toEqual([[SIZE - 10, SIZE]]);
  });
});
