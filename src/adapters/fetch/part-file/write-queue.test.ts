// The writes of one connection: their order, their size, the pauses while the disk is slow, and the first failure.
import type { FileHandle } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../tests/support/run/manual-clock.ts';
import { writeAll } from './write-all.ts';
import { createWriteQueue } from './write-queue.ts';

const KB = 1024;
const MB = 1024 * KB;

/** A queue before a disk that finishes a write when it is told to. */
function setUp(position = 0) {
  const writes: { position: number; bytes: number; pieces: number }[] = [];
  const pending: PromiseWithResolvers<void>[] = [];
  const holds: boolean[] = [];
  const failures: unknown[] = [];
  let atOnce = 0;
  let mostAtOnce = 0;
  const clock = createManualClock();
  const queue = createWriteQueue({
    position,
    clock,
    write: async (place, pieces) => {
      writes.push({
        position: place,
        bytes: pieces.reduce((sum, { length }) => sum + length, 0),
        pieces: pieces.length,
      });
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      const one = Promise.withResolvers<void>();
      pending.push(one);
      await one.promise.finally(() => {
        atOnce -= 1;
      });
    },
    hold: (isHeld) => holds.push(isHeld),
    failed: (error) => failures.push(error),
  });
  /** Lets the disk finish (or fail) the write that it is at. */
  const finish = async (error?: Error) => {
    const one = pending.shift();
    if (error) one?.reject(error);
    else one?.resolve();
    await new Promise(setImmediate);
  };
  return { ...queue, clock, writes, holds, failures, finish, mostAtOnce: () => mostAtOnce };
}

describe('the writes of a connection', () => {
  it('are batches of at least 256 KB, one after another, each where the last has ended', async () => {
    const { finish, flush, holds, mostAtOnce, push, writes } = setUp(5000);
    for (let piece = 0; piece < 9; piece += 1) push(Buffer.alloc(100 * KB));
    expect(writes).toEqual([{ position: 5000, bytes: 300 * KB, pieces: 3 }]);
    await finish();
    expect(writes.slice(1)).toEqual([{ position: 5000 + 300 * KB, bytes: 600 * KB, pieces: 6 }]);
    push(Buffer.alloc(7));
    await finish();
    expect(writes).toHaveLength(2);
    const flushed = flush();
    await new Promise(setImmediate);
    expect(writes.slice(2)).toEqual([{ position: 5000 + 900 * KB, bytes: 7, pieces: 1 }]);
    await finish();
    await flushed;
    expect(mostAtOnce()).toBe(1);
    expect(holds).toEqual([]);
  });

  it.each([
    [300, 40, 20],
    [100, 40, 10],
    [10, 3000, 115],
  ])(
    'are not put off for longer than a quarter of a second: a piece every %i ms',
    async (everyMs, count, expected) => {
      const { clock, finish, push, writes } = setUp();
      for (let piece = 0; piece < count; piece += 1) {
        clock.advance(everyMs);
        push(Buffer.alloc(100));
        await finish();
      }
      expect(Math.abs(writes.length - expected)).toBeLessThanOrEqual(expected / 10);
    },
  );

  it('have at most 512 pieces each, however small these are', async () => {
    const { finish, push, writes } = setUp();
    for (let piece = 0; piece < 1400; piece += 1) push(Buffer.alloc(1));
    expect(writes).toEqual([{ position: 0, bytes: 512, pieces: 512 }]);
    await finish();
    expect(writes[1]).toEqual({ position: 512, bytes: 512, pieces: 512 });
  });

  it('hold the connection from one megabyte on until half of it is written', async () => {
    const { finish, holds, push } = setUp();
    for (let piece = 0; piece < 4; piece += 1) push(Buffer.alloc(256 * KB));
    expect(holds).toEqual([]);
    push(Buffer.alloc(1));
    push(Buffer.alloc(1));
    expect(holds).toEqual([true]);
    await finish();
    expect(holds).toEqual([true]);
    await finish();
    expect(holds).toEqual([true, false]);
    for (let piece = 0; piece < 5; piece += 1) push(Buffer.alloc(256 * KB));
    expect(holds).toEqual([true, false, true]);
  });

  it('are over once they were flushed, and there is nothing to flush without any', async () => {
    const { flush, writes } = setUp();
    await flush();
    expect(writes).toEqual([]);
  });

  it('give the memory of their pieces back', async () => {
    const { finish, flush, push } = setUp();
    const piece = new Uint8Array(MB);
    push(piece);
    await finish();
    expect(piece.byteLength).toBe(0);
    await flush();
  });

  it('end with the first failure, which the connection and its end are told', async () => {
    const { failures, finish, flush, push, writes } = setUp();
    push(Buffer.alloc(MB));
    push(Buffer.alloc(MB));
    const error = new Error('the disk is full');
    await finish(error);
    push(Buffer.alloc(MB));
    expect(failures).toEqual([error]);
    expect(writes).toHaveLength(1);
    await expect(flush()).rejects.toBe(error);
  });
});

describe('writing pieces', () => {
  it.each([1, 2, 3, 5, 100])('goes on until all is written, %i bytes at a time', async (most) => {
    const disk = Buffer.alloc(20, '.');
    const writev: unknown = async (pieces: readonly Uint8Array[], position: number) => {
      const bytes = Buffer.concat(pieces).subarray(0, most);
      bytes.copy(disk, position);
      return { bytesWritten: bytes.length };
    };
    const pieces = ['abc', '', 'd', 'efgh'].map((text) => Buffer.from(text));
    await writeAll({ writev } as FileHandle, 4, pieces);
    expect(disk.toString()).toBe('....abcdefgh........');
  });

  it('fails where nothing more can be written', async () => {
    const writev: unknown = async () => ({ bytesWritten: 0 });
    await expect(writeAll({ writev } as FileHandle, 0, [Buffer.alloc(1)])).rejects.toThrow();
  });
});
