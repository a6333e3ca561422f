import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createManualClock, type ManualClock } from '../../../../tests/support/run/manual-clock.ts';
import { createWriteBatch } from './write-batch.ts';

type Row = { readonly name: string; readonly count: number };

describe('a batch of rows', () => {
  let clock: ManualClock;
  let written: (readonly Row[])[];
  let failing: Error | null;
  let warned: unknown[];
  const make = () =>
    createWriteBatch<Row>({
      clock,
      what: 'rows',
      keyOf: ({ name }) => name,
      merge: (one, other) => ({ ...one, count: one.count + other.count }),
      warn: (...said) => warned.push(said),
      async write(rows) {
        await Promise.resolve();
        if (failing) throw failing;
        written.push(rows);
      },
    });
  const row = (name: string, count = 1): Row => ({ name, count });
  /** Lets everything run that does not wait for a timer. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const pass = async (ms: number) => {
    clock.advance(ms);
    await settle();
  };

  beforeEach(() => {
    clock = createManualClock();
    written = [];
    failing = null;
    warned = [];
  });

  it('is written a second after its first row, with rows of the same key merged', async () => {
    const batch = make();
    for (const name of ['a', 'b', 'a']) batch.add(row(name));
    await pass(999);
    expect(written).toEqual([]);
    await pass(1);
    expect(written).toEqual([[row('a', 2), row('b')]]);
    expect(clock.pending()).toBe(0);
    batch.add(row('a'));
    await pass(1000);
    expect(written[1]).toEqual([row('a')]);
  });

  it('is written at once when it is large, in chunks', async () => {
    const batch = make();
    for (let n = 0; n < 1200; n += 1) batch.add(row(String(n)));
    await settle();
    expect(written.map(({ length }) => length)).toEqual([500, 500, 200]);
    expect(written.flat().map(({ name }) => Number(name))).toEqual(
      Array.from({ length: 1200 }, (_, n) => n),
    );
  });

  it('that could not be written is written with the next one, and logged once', async () => {
    const batch = make();
    failing = new Error('the disk is full');
    batch.add(row('a'));
    batch.add(row('b'));
    await pass(1000);
    batch.add(row('c'));
    batch.add(row('a'));
    await pass(3000);
    expect([written, warned]).toEqual([[], [[expect.stringContaining('rows'), failing]]]);
    failing = null;
    await pass(1000);
    expect(written).toEqual([[row('a', 2), row('b'), row('c')]]);
    failing = new Error('again');
    batch.add(row('a'));
    await pass(1000);
    expect(warned).toHaveLength(2);
  });

  it('that cannot be written keeps the latest 10 000 rows, and logs once that others are lost', async () => {
    const batch = make();
    failing = new Error('the disk is full');
    for (let n = 0; n < 10_050; n += 1) batch.add(row(String(n)));
    await settle();
    batch.add(row('last'));
    expect(warned.map((said) => (said as string[])[0])).toEqual([
      'rows could not be stored and are kept for later',
      'too many rows wait to be stored: the oldest are lost',
    ]);
    failing = null;
    await pass(1000);
    const names = written.flat().map(({ name }) => name);
    expect([names.length, names[0], names.at(-1)]).toEqual([10_000, '51', 'last']);
  });

  it('accepts rows while it is being written', async () => {
    const gates: (() => void)[] = [];
    const seen: (readonly Row[])[] = [];
    const batch = createWriteBatch<Row>({
      clock,
      what: 'rows',
      warn: vi.fn(),
      keyOf: ({ name }) => name,
      merge: (one, other) => ({ ...one, count: one.count + other.count }),
      write(rows) {
        seen.push(rows);
        return new Promise((resolve) => gates.push(resolve));
      },
    });
    batch.add(row('a'));
    clock.advance(1000);
    batch.add(row('a'));
    await pass(5000);
    expect(seen).toEqual([[row('a')]]);
    gates.shift()?.();
    await settle();
    expect(seen).toEqual([[row('a')], [row('a')]]);
    gates.shift()?.();
    await batch.close();
  });

  it('is written when it is closed, with late rows', async () => {
    const batch = make();
    batch.add(row('a'));
    const closed = batch.close();
    batch.add(row('b'));
    await closed;
    expect(written.flat()).toEqual([row('a'), row('b')]);
    expect(clock.pending()).toBe(0);
  });

  it('logs at its end how many rows were lost', async () => {
    const batch = make();
    failing = new Error('the disk is full');
    batch.add(row('a'));
    await batch.close();
    expect(warned).toEqual([
      [expect.any(String), failing],
      ['1 rows were not stored', undefined],
    ]);
    expect(clock.pending()).toBe(0);
  });
});
