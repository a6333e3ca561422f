import { afterEach, describe, expect, it, vi } from 'vitest';
import { createRangeReader, rangesOf } from './range-reader.ts';

const SIZE = 50_000_000;

/** A reader of a file whose bytes are their own positions, and the ranges that it fetched. */
function open(mostAhead?: number) {
  const fetched: [number, number][] = [];
  const read = createRangeReader(
    async (start, end) => {
      fetched.push([start, end]);
      return Uint8Array.from({ length: end - start }, (_, index) => (start + index) % 251);
    },
    SIZE,
    mostAhead,
  );
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

  it('fetches nothing again that it has, up to its last byte', async () => {
    const { read, fetched } = open();
    await read(1000, 33_768);
    expect(await read(1000, 33_768)).toHaveLength(32_768);
    expect([...(await read(33_767, 33_768))]).toEqual([33_767 % 251]);
    expect(fetched).toEqual([[1000, 33_768]]);
    await read(999, 1001);
    expect(fetched).toHaveLength(2);
  });

  it('fetches twice as much each time it goes on, up to the most that it may', async () => {
    const { read, fetched } = open(100_000);
    for (let at = 0; at < 300_000; at += 1000) await read(at, at + 1000);
    expect(fetched.slice(0, 4).map(([start, end]) => end - start)).toEqual([
      32_768, 65_536, 100_000, 100_000,
    ]);
  });

  it('fetches all that it is asked for, however much', async () => {
    const { read, fetched } = open(1000);
    expect(await read(0, 5_000_000)).toHaveLength(5_000_000);
    expect(fetched).toEqual([[0, 5_000_000]]);
  });

  it('keeps what it read in eight places', async () => {
    const { read, fetched } = open();
    const places = Array.from({ length: 8 }, (_, place) => place * 1_000_000);
    for (const at of [...places, ...places]) await read(at, at + 10);
    expect(fetched).toHaveLength(8);
    await read(9_000_000, 9_000_010);
    await read(0, 10);
    expect(fetched).toHaveLength(10);
  });
});

describe('the parts of a file on this site', () => {
  afterEach(() => vi.unstubAllGlobals());
  const answer = (status: number) => {
    const fetching = vi.fn(async () => new Response(Uint8Array.of(1, 2), { status }));
    vi.stubGlobal('fetch', fetching);
    return fetching;
  };

  it('are asked for by their first and their last byte, as this visitor', async () => {
    const fetching = answer(206);
    expect([...(await rangesOf('/files/a')(10, 12))]).toEqual([1, 2]);
    expect(fetching.mock.calls).toEqual([
      ['/files/a', { credentials: 'include', headers: { Range: 'bytes=10-11' } }],
    ]);
  });

  it.each([200, 404, 416])('are not taken from an answer %d', async (status) => {
    answer(status);
    await expect(rangesOf('/files/a')(10, 12)).rejects.toThrow(String(status));
  });
});
