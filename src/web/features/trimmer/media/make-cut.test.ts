// New files of a recording without compression, whose samples count: each says where in the original it was.
import { CustomSource } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { GIF_SIZES } from '../gif/gif-sizes.ts';
import { type CutRequest, makeCut } from './make-cut.ts';
import { openMedia } from './open-media.ts';
import type { TrimSource } from './trim-source.ts';

const RATE = 2000;
const SECONDS = 10;

/** A WAV of one channel. */
function recording(): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(44 + RATE * SECONDS * 2);
  bytes.write('RIFF');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(RATE, 24);
  bytes.writeUInt32LE(RATE * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(bytes.length - 44, 40);
  for (let at = 0; at < RATE * SECONDS; at += 1) bytes.writeInt16LE(at, 44 + at * 2);
  return Uint8Array.from(bytes);
}

/** Its file, which can be lost. */
function sourceOf(bytes: Uint8Array<ArrayBuffer>) {
  let isLost = false;
  const read = (start: number, end: number) => {
    if (isLost) throw new Error('the file is gone');
    return bytes.slice(start, end);
  };
  const source: TrimSource = {
    name: 'Song.wav',
    size: bytes.length,
    isLocal: true,
    read: () => new CustomSource({ getSize: () => bytes.length, read, maxCacheSize: 1024 }),
    address: () => ({ url: '', release: () => undefined }),
    probe: async () => read(0, 1),
  };
  return {
    source,
    lose() {
      isLost = true;
    },
  };
}

/** The numbers of the first and of the last sample, and how many there are. */
async function samplesOf(file: Blob) {
  const bytes = Buffer.from(await file.arrayBuffer());
  const from = bytes.indexOf('data') + 8;
  const end = from + bytes.readUInt32LE(from - 4);
  return [bytes.readInt16LE(from), bytes.readInt16LE(end - 2), (end - from) / 2];
}

const [gifSize] = GIF_SIZES;
const lengthOf: CutRequest['bytesOf'] = (ranges) =>
  ranges.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
const TWO = [
  { startMs: 1000, endMs: 2000 },
  { startMs: 4000, endMs: 7000 },
];

type Change = Partial<CutRequest> & { readonly signal?: AbortSignal };

async function cut({ signal = new AbortController().signal, ...change }: Change, lose = false) {
  const { source, lose: loseIt } = sourceOf(recording());
  const media = await openMedia(source);
  if (lose) loseIt();
  const output = media.same;
  const shares: number[] = [];
  let checks = 0;
  const ended: [number, string][] = [];
  const made = await makeCut(
    media,
    {
      ranges: TWO,
      way: 'exact',
      output,
      isSeparate: false,
      names: [],
      gifSize,
      bytesOf: lengthOf,
      ...change,
    },
    {
      signal,
      onProgress: (share) => shares.push(share),
      onChecking: () => {
        checks += 1;
      },
      onEnd: (index, { kind }) => ended.push([index, kind]),
    },
  );
  const files = made.ends.flatMap((end) => (end.kind === 'made' ? end.file : []));
  return { ...made, files, shares, checks, ended };
}

describe('a cut', () => {
  it('of two parts is one file of both', async () => {
    const { files, checks } = await cut({});
    expect(files).toMatchObject([
      { name: 'Song (1s-2s, 4s-7s).wav', startMs: 1000, durationMs: 4000 },
    ]);
    expect(files[0]?.file.type).toBe('audio/wav');
    expect(await samplesOf(files[0]?.file ?? new Blob())).toEqual([2000, 13_999, 8000]);
    expect(checks).toBe(1);
  });

  it('that is copied has whole packets, here of 2048 samples, and says where it starts', async () => {
    const { files } = await cut({ way: 'instant', ranges: [{ startMs: 1500, endMs: 4000 }] });
    expect(files).toMatchObject([{ name: 'Song (1.5s-4s).wav', startMs: 1024, durationMs: 3072 }]);
    expect(await samplesOf(files[0]?.file ?? new Blob())).toEqual([2048, 8191, 6144]);
  });

  it('is exact to the sample', async () => {
    const { files } = await cut({ ranges: [{ startMs: 1001, endMs: 2002.5 }] });
    expect(await samplesOf(files[0]?.file ?? new Blob())).toEqual([2002, 4004, 2003]);
  });

  it('is a file of each part where that is wanted', async () => {
    const { files, shares, checks } = await cut({ isSeparate: true });
    expect(files).toMatchObject([
      { name: 'Song (1s-2s).wav', startMs: 1000, durationMs: 1000 },
      { name: 'Song (4s-7s).wav', startMs: 4000, durationMs: 3000 },
    ]);
    const samples = await Promise.all(files.map(({ file }) => samplesOf(file)));
    expect(samples).toEqual([
      [2000, 3999, 2000],
      [8000, 13_999, 6000],
    ]);
    expect(checks).toBe(2);
    // The first is a quarter of all that is written.
    expect(shares).toContain(0.25);
    expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
    expect(shares[0]).toBe(0);
    expect(Math.max(...shares)).toBeGreaterThan(0.75);
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  });

  it('of several files is named as their visitor named them, each differently', async () => {
    const ranges = [...TWO, ...TWO];
    const names = ['Intro: 1/2.wav', '', ' intro 1 2 ', ''];
    const { files } = await cut({ isSeparate: true, ranges, names });
    expect(files.map(({ name }) => name)).toEqual([
      'Intro 1 2.wav',
      'Song (4s-7s).wav',
      'intro 1 2 (2).wav',
      'Song (4s-7s) (2).wav',
    ]);
  });

  it('of several files makes the others where one fails', async () => {
    const tooLong = { startMs: 8000, endMs: 20_000 };
    const { ends, ended } = await cut({ isSeparate: true, ranges: [tooLong, ...TWO] });
    expect(ends).toMatchObject([
      { kind: 'failed', error: { code: 'check' } },
      { kind: 'made', file: { name: 'Song (1s-2s).wav' } },
      { kind: 'made', file: { name: 'Song (4s-7s).wav' } },
    ]);
    expect(ended).toEqual([
      [0, 'failed'],
      [1, 'made'],
      [2, 'made'],
    ]);
  });

  it('of several files keeps what is made when it is stopped', async () => {
    const stopping = new AbortController();
    const watched = { ranges: [...TWO, ...TWO], isSeparate: true, signal: stopping.signal };
    let calls = 0;
    const bytesOf: CutRequest['bytesOf'] = (ranges) => {
      calls += 1;
      // The sizes of all and of the first are asked for, then that of the second.
      if (calls === 4) stopping.abort(new TypeError('stop'));
      return lengthOf(ranges);
    };
    const { ends } = await cut({ ...watched, bytesOf });
    expect(ends.map(({ kind }) => kind)).toEqual(['made', 'left', 'left', 'left']);
  });

  it.each<[string, Change, object]>([
    [
      'is longer than the original',
      { ranges: [{ startMs: 8000, endMs: 20_000 }] },
      { code: 'check' },
    ],
    [
      'is too big for this browser',
      { bytesOf: () => 1_000_000_001 },
      { code: 'tooBig', bytes: { size: 1_000_000_001, limit: 1_000_000_000 } },
    ],
    [
      'was stopped before',
      { signal: AbortSignal.abort(new TypeError('stop')) },
      { message: 'stop' },
    ],
  ])('fails when it %s', async (_what, change, error) => {
    await expect(cut(change)).rejects.toMatchObject(error);
  });

  it('of a file that was lost in the meantime says so', async () => {
    await expect(cut({}, true)).rejects.toMatchObject({ code: 'unreadable' });
  });
});
