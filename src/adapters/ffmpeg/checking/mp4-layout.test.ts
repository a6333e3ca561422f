// The boxes of MP4 files that are put together here: which are plain, and where their media is.
import { describe, expect, it } from 'vitest';
import { boxIn, listBoxes, readLayout } from './mp4-layout.ts';

/** A box with a size of 32 bits. */
function box(type: string, ...parts: readonly (Buffer | number)[]): Buffer {
  const body = Buffer.concat(
    parts.map((one) => (typeof one === 'number' ? Buffer.alloc(one) : one)),
  );
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}
/** A box with a size of 64 bits. */
function longBox(type: string, size: number, body: number): Buffer {
  const header = Buffer.alloc(16);
  header.writeUInt32BE(1);
  header.write(type, 4, 'latin1');
  header.writeBigUInt64BE(BigInt(size), 8);
  return Buffer.concat([header, Buffer.alloc(body)]);
}
const sized = (bytes: Buffer, size: number) => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(size);
  return copy;
};
const trak = (handler: string) =>
  box('trak', box('tkhd', 4), box('mdia', box('mdhd', 4), box('hdlr', 8, Buffer.from(handler), 4)));
const moov = (...more: Buffer[]) =>
  box('moov', box('mvhd', 4), trak('vide'), trak('soun'), ...more);

function layoutOf(...boxes: Buffer[]) {
  const file = Buffer.concat(boxes);
  return readLayout(async (at, length) => file.subarray(at, at + length), file.length);
}

const FTYP = box('ftyp', 8);
const MDAT = box('mdat', 100);

describe('the layout of an MP4', () => {
  it('is plain with its index in front, and says where its media is', async () => {
    const index = moov();
    const start = FTYP.length + index.length + 8;
    expect(await layoutOf(FTYP, index, MDAT)).toEqual({
      indexInFront: true,
      isFragmented: false,
      isPlain: true,
      handlers: ['vide', 'soun'],
      isBroken: false,
      index: {
        type: 'moov',
        start: FTYP.length,
        body: FTYP.length + 8,
        end: FTYP.length + index.length,
      },
      media: [{ start, end: start + 100 }],
    });
  });

  it.each<[string, Buffer[], object]>([
    ['an index at the end', [FTYP, MDAT, moov()], { indexInFront: false, isPlain: true }],
    ['an index between media', [FTYP, MDAT, moov(), MDAT], { indexInFront: false }],
    [
      'media in two places',
      [FTYP, moov(), MDAT, box('free', 3), MDAT],
      { indexInFront: true, isPlain: true },
    ],
    [
      'boxes to skip',
      [FTYP, box('wide'), box('skip', 9), moov(box('iods', 4), box('meta', 4)), MDAT],
      { isPlain: true },
    ],
    ['fragments', [FTYP, moov(), box('moof', 4), MDAT], { isFragmented: true, isPlain: false }],
    [
      'an index for fragments',
      [FTYP, moov(box('mvex', 4)), MDAT],
      { isFragmented: true, isPlain: false },
    ],
    [
      'an unknown box',
      [FTYP, moov(), MDAT, box('uuid', 4)],
      { isFragmented: false, isPlain: false },
    ],
    ['an unknown box in its index', [FTYP, moov(box('uuid', 4)), MDAT], { isPlain: false }],
    [
      '64 KiB beside its index',
      [FTYP, moov(box('udta', 65_536 - 16), box('free')), MDAT],
      { isPlain: true },
    ],
    [
      'a byte more',
      [FTYP, moov(box('udta', 65_536 - 16), box('free', 1)), MDAT],
      { isPlain: false },
    ],
    ['media that is cut off', [FTYP, moov(), sized(MDAT, 109)], { isPlain: false }],
    ['media up to its end', [FTYP, moov(), sized(MDAT, 0)], { isPlain: true }],
    ['media with a long size', [FTYP, moov(), longBox('mdat', 116, 100)], { isPlain: true }],
    [
      'media with a long size that is cut off',
      [FTYP, moov(), longBox('mdat', 2 ** 40, 100)],
      { isPlain: false },
    ],
    ['a track without a handler', [FTYP, box('moov', box('trak')), MDAT], { handlers: [''] }],
  ])('with %s', async (_what, boxes, layout) => {
    expect(await layoutOf(...boxes)).toMatchObject(layout);
  });

  it('has no media beyond the end of the file', async () => {
    const index = moov();
    const start = FTYP.length + index.length + 8;
    const cut = await layoutOf(FTYP, index, sized(MDAT, 5000));
    expect(cut?.media).toEqual([{ start, end: start + 100 }]);
    const long = await layoutOf(FTYP, index, longBox('mdat', 116, 100));
    expect(long?.media).toEqual([{ start: start + 8, end: start + 108 }]);
  });

  it('is none without a whole index', async () => {
    expect(await layoutOf(FTYP, MDAT)).toBeNull();
    expect(await layoutOf(FTYP, sized(moov(), 100_000))).toBeNull();
    expect(await layoutOf()).toBeNull();
  });
});

describe('a box', () => {
  it.each<[string, Buffer, object | null]>([
    ['with a body', box('free', 4), { type: 'free', start: 50, body: 58, end: 62 }],
    ['without one', box('free'), { body: 58, end: 58 }],
    ['up to the end', sized(box('free'), 0), { body: 58, end: 1000 }],
    ['of a long size', longBox('free', 16, 0), { body: 66, end: 66 }],
    ['smaller than its header', sized(box('free'), 7), null],
    ['of a long size smaller than its header', longBox('free', 15, 0), null],
    ['of a long size that is not all there', longBox('free', 16, 0).subarray(0, 15), null],
    ['that is not all there', box('free').subarray(0, 7), null],
  ])('%s', (_what, bytes, found) => {
    const read = boxIn(bytes, 50, 1000);
    if (found === null) expect(read).toBeNull();
    else expect(read).toMatchObject(found);
  });

  it('that is broken ends the chain, and so does the ten-thousandth', async () => {
    const list = (bytes: Buffer) =>
      listBoxes(async (at, length) => bytes.subarray(at, at + length), 0, bytes.length);
    const broken = await list(Buffer.concat([box('free'), sized(box('free'), 3), box('free')]));
    expect(broken.map(({ type }) => type)).toEqual(['free', 'broken']);
    expect(broken[1]?.end).toBe(Number.POSITIVE_INFINITY);
    // A remainder too short for a header is none.
    expect(await list(Buffer.concat([box('free'), Buffer.alloc(7)]))).toHaveLength(1);
    expect(await list(Buffer.concat(Array(10_002).fill(box('free'))))).toHaveLength(10_000);
  });
});

it('reads a bounded number of boxes, however many tracks have however many', async () => {
  const empty = box('free');
  const full = box('trak', Buffer.concat(Array.from({ length: 9000 }, () => empty)), 0);
  const file = Buffer.concat([FTYP, box('moov', ...Array.from({ length: 30 }, () => full)), MDAT]);
  let reads = 0;
  const read = async (at: number, length: number) => {
    reads += 1;
    return file.subarray(at, at + length);
  };
  await readLayout(read, file.length);
  expect(reads).toBe(20_000);
});
