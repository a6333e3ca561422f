import { describe, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../../tests/support/run/slow-machine-timeout.ts';
import { pacedBody } from './paced-body.ts';

/** A source of pieces; `state` counts those taken, and whether the source was closed. */
function countedSource(pieces: number) {
  const state = { given: 0, isClosed: false };
  async function* give() {
    try {
      for (; state.given < pieces; ) {
        state.given += 1;
        yield Buffer.alloc(1000, state.given);
      }
    } finally {
      state.isClosed = true;
    }
  }
  return { state, source: give() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a paced body', () => {
  it('gives everything in order and closes its source', async () => {
    const clock = createManualClock();
    const { state, source } = countedSource(5);
    const chunks: Buffer[] = [];
    for await (const chunk of pacedBody(source, { clock, maxStallMs: 1000 })) chunks.push(chunk);
    expect(Buffer.concat(chunks).filter((_byte, at) => at % 1000 === 0)).toEqual(
      Buffer.from([1, 2, 3, 4, 5]),
    );
    expect([state.isClosed, clock.pending()]).toEqual([true, 0]);
  });

  it('reads no further than its reader', async () => {
    const clock = createManualClock();
    const { state, source } = countedSource(100);
    const body = pacedBody(source, { clock, maxStallMs: 1000 });
    body.read(0);
    await settle();
    await settle();
    expect(state.given).toBe(1);
    body.destroy();
    await vi.waitUntil(() => state.isClosed, SLOW_MACHINE_TIMEOUT);
  });

  it('is given up when its reader takes nothing for long', async () => {
    const clock = createManualClock();
    const { state, source } = countedSource(100);
    const body = pacedBody(source, { clock, maxStallMs: 1000 });
    body.read(0);
    await vi.waitUntil(() => clock.pending() === 1, SLOW_MACHINE_TIMEOUT);
    clock.advance(999);
    expect(body.destroyed).toBe(false);
    body.read();
    await settle();
    expect([state.given, clock.pending()]).toEqual([2, 1]);
    clock.advance(999);
    expect(body.destroyed).toBe(false);
    clock.advance(1);
    expect(body.destroyed).toBe(true);
    await vi.waitUntil(() => state.isClosed, SLOW_MACHINE_TIMEOUT);
    expect(clock.pending()).toBe(0);
  });

  it('is never given up while its source is what is slow', async () => {
    const clock = createManualClock();
    async function* slow() {
      yield 'a';
      await new Promise(() => undefined);
    }
    const body = pacedBody(slow(), { clock, maxStallMs: 1000 });
    body.resume();
    await settle();
    clock.advance(100_000);
    expect(body.destroyed).toBe(false);
    // Its source never resolves, so there is nothing to close.
    body.removeAllListeners();
  });

  it('closes a source that was never read', async () => {
    const { state, source } = countedSource(5);
    pacedBody(source, { clock: createManualClock(), maxStallMs: 1000 }).destroy();
    await vi.waitUntil(() => state.isClosed, SLOW_MACHINE_TIMEOUT);
  });

  it('fails as its source fails', async () => {
    const clock = createManualClock();
    async function* broken() {
      yield 'a';
      throw new TypeError('gone');
    }
    const body = pacedBody(broken(), { clock, maxStallMs: 1000 });
    await expect(body.toArray()).rejects.toThrow('gone');
    expect(clock.pending()).toBe(0);
  });
});
