// A file that is read while it arrives: its end waits for the check, and readers go on with what is kept.
import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { type ArrivingFile, createEarlyFiles } from './early-files.ts';
import type { ByteRange, Receipt, StoredFile } from './stored-file.ts';

const CONTENT = Uint8Array.from({ length: 1000 }, (_, at) => at % 251);
const HELD_FROM = 900;
const RECEIPT = { container: 'mp4', extension: 'mp4' } as Receipt;
const KEPT = { id: 'kept', bytes: CONTENT.length } as StoredFile;

/** Early files of which some bytes have arrived; `arrive` adds others, `fail` ends the source. */
function setUp(arrived = 0) {
  const opened: (ByteRange | null)[] = [];
  let there = arrived;
  let failure: Error | null = null;
  const waiting = new Set<() => void>();
  const wake = () => {
    for (const resume of waiting) resume();
  };
  const file: ArrivingFile = {
    bytes: CONTENT.length,
    etag: '"arriving"',
    probe: { bytes: CONTENT.length, startSeconds: 0, durationSeconds: 1, streams: [] },
    heldFrom: HELD_FROM,
    async read(from, to) {
      while (there <= from && !failure) await new Promise<void>((resolve) => waiting.add(resolve));
      if (failure) throw failure;
      return CONTENT.subarray(from, Math.min(to, there));
    },
  };
  let names = 0;
  const early = createEarlyFiles({
    newId() {
      names += 1;
      return `early ${names}`;
    },
    files: {
      async open(_, range) {
        opened.push(range);
        const { start, end } = range ?? { start: 0, end: CONTENT.length - 1 };
        return (async function* () {
          yield CONTENT.subarray(start, end + 1);
        })();
      },
    },
  });
  return {
    early,
    file,
    opened,
    arrive(bytes: number) {
      there = bytes;
      wake();
    },
    fail(error: Error) {
      failure = error;
      wake();
    },
  };
}

async function collect(pieces: AsyncIterable<Uint8Array>, into: Uint8Array[] = []) {
  for await (const piece of pieces) into.push(piece);
  return Buffer.concat(into);
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('an early file', () => {
  it('is given as it arrives, and its end from the kept file', async () => {
    const { early, file, opened, arrive } = setUp();
    const offered = early.add(file, RECEIPT);
    expect(offered?.file).toEqual({
      id: 'early 1',
      bytes: 1000,
      etag: '"arriving"',
      receipt: RECEIPT,
    });
    const pieces: Uint8Array[] = [];
    const whole = collect(early.open('early 1', null, 'network'), pieces);
    await settle();
    expect(pieces).toEqual([]);
    arrive(300);
    await settle();
    expect(Buffer.concat(pieces)).toHaveLength(300);
    arrive(1000);
    await settle();
    expect(Buffer.concat(pieces)).toHaveLength(HELD_FROM);
    offered?.end(KEPT);
    expect(await whole).toEqual(Buffer.from(CONTENT));
    expect(opened).toEqual([{ start: HELD_FROM, end: 999 }]);
  });

  it.each([
    [{ start: 0, end: 0 }],
    [{ start: 500, end: 899 }],
    [{ start: 850, end: 999 }],
    [{ start: 950, end: 960 }],
  ])('gives the range %o', async ({ start, end }) => {
    const { early, file } = setUp(1000);
    const offered = early.add(file, RECEIPT);
    const part = collect(early.open('early 1', { start, end }, 'network'));
    await settle();
    offered?.end(KEPT);
    expect(await part).toEqual(Buffer.from(CONTENT.subarray(start, end + 1)));
  });

  it('is read on from the kept file when its source is over', async () => {
    const { early, file, opened, fail } = setUp(200);
    const offered = early.add(file, RECEIPT);
    const whole = collect(early.open('early 1', null, 'network'));
    await settle();
    fail(new AppError('cancelled'));
    await settle();
    offered?.end(KEPT);
    expect(await whole).toEqual(Buffer.from(CONTENT));
    expect(opened).toEqual([{ start: 200, end: 999 }]);
  });

  it('is read on from the kept file when its source turns out to be shorter', async () => {
    const { early, file, opened } = setUp(200);
    const shorter = { ...file, read: async (from: number) => CONTENT.subarray(from, 200) };
    const offered = early.add(shorter, RECEIPT);
    const whole = collect(early.open('early 1', null, 'network'));
    await settle();
    offered?.end(KEPT);
    expect(await whole).toEqual(Buffer.from(CONTENT));
    expect(opened).toEqual([{ start: 200, end: 999 }]);
  });

  it('that fails its check ends its readers, and is not offered again', async () => {
    const { early, file } = setUp(1000);
    const offered = early.add(file, RECEIPT);
    const pieces: Uint8Array[] = [];
    const whole = collect(early.open('early 1', null, 'network'), pieces);
    await settle();
    offered?.end('failed');
    await expect(whole).rejects.toMatchObject({ code: 'expired' });
    expect(Buffer.concat(pieces)).toHaveLength(HELD_FROM);
    expect(early.add(file, RECEIPT)).toBeNull();
    expect(early.add({ ...file, etag: '"another"' }, RECEIPT)).not.toBeNull();
  });

  it('that is dropped ends its readers, and may be offered again', async () => {
    const { early, file } = setUp(1000);
    const offered = early.add(file, RECEIPT);
    const whole = collect(early.open('early 1', null, 'network'));
    offered?.end('dropped');
    await expect(whole).rejects.toMatchObject({ code: 'expired' });
    expect(early.includes('early 1')).toBe(false);
    expect(early.add(file, RECEIPT)).not.toBeNull();
    expect(early.includes('early 2')).toBe(true);
  });

  it('cannot be opened once it has ended, nor under another name', () => {
    const { early, file } = setUp(1000);
    const offered = early.add(file, RECEIPT);
    expect(() => early.open('early 2', null, 'network')).toThrow(AppError);
    offered?.end(KEPT);
    expect(() => early.open('early 1', null, 'network')).toThrow(AppError);
    offered?.end('failed');
    expect(early.add(file, RECEIPT)).not.toBeNull();
  });

  it('is forgotten as failed after a thousand others', () => {
    const { early, file } = setUp();
    for (let at = 0; at <= 1001; at += 1)
      early.add({ ...file, etag: `"${at}"` }, RECEIPT)?.end('failed');
    expect(early.add({ ...file, etag: '"1001"' }, RECEIPT)).toBeNull();
    expect(early.add({ ...file, etag: '"0"' }, RECEIPT)).not.toBeNull();
  });
});
