// Reads the box layout of an MP4 without decoding: position of its index, fragmentation, unneeded boxes.

/** Reads `length` bytes at `at`; fewer at the end of the file. */
export type ReadAt = (at: number, length: number) => Promise<Uint8Array>;

/** A box: `body` is where its content begins; `end` is excluded. */
export type Box = {
  readonly type: string;
  readonly start: number;
  readonly body: number;
  readonly end: number;
};

/** The layout of a file. */
export type Mp4Layout = {
  /** The index precedes the first media bytes. */
  readonly indexInFront: boolean;
  readonly isFragmented: boolean;
  /** Every box ends within the file, and only boxes of a plain file are present. */
  readonly isPlain: boolean;
  /** The handler type of each track: `vide`, `soun`, or another. */
  readonly handlers: readonly string[];
  /** The list of tracks is damaged: it may hide one. */
  readonly isBroken: boolean;
  readonly index: Box;
  /** Where media bytes are. */
  readonly media: readonly { readonly start: number; readonly end: number }[];
};

const MAX_BOXES = 10_000;
/** Of boxes on all levels together. */
const MAX_READS = 2 * MAX_BOXES;
const MAX_BALLAST_BYTES = 64 * 1024;
/** Four letters, as boxes and handlers are named. */
export const BOX_TYPE = /^[ -~©]{4}$/;
const PLAIN = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide']);
const PLAIN_IN_MOOV = new Set(['mvhd', 'trak', 'udta', 'meta', 'iods', 'free']);

/** The layout of a file of `bytes` bytes, or null when it is not a chain of boxes with an index. */
export async function readLayout(readAt: ReadAt, bytes: number): Promise<Mp4Layout | null> {
  let left = MAX_READS;
  const read: ReadAt = async (at, length) => {
    left -= 1;
    // A chain that breaks there.
    return left < 0 ? new Uint8Array() : readAt(at, length);
  };
  const boxes = await listBoxes(read, 0, bytes);
  const moov = boxes.find(({ type }) => type === 'moov');
  if (!moov || moov.end > bytes) return null;
  const media = boxes.filter(({ type }) => type === 'mdat');
  const inside = await listBoxes(read, moov.body, moov.end);
  const handlers = await Promise.all(
    inside.filter(({ type }) => type === 'trak').map((trak) => handlerOf(read, trak)),
  );
  const pieces = boxes.some(({ type }) => type === 'moof');
  return {
    indexInFront: media.every(({ start }) => moov.start < start),
    isFragmented: pieces || inside.some(({ type }) => type === 'mvex'),
    isPlain:
      boxes.every(({ type, end }) => PLAIN.has(type) && end <= bytes) &&
      inside.every(({ type }) => PLAIN_IN_MOOV.has(type)) &&
      ballastOf(inside) <= MAX_BALLAST_BYTES,
    handlers,
    isBroken:
      inside.some(({ type, end }) => !BOX_TYPE.test(type) || end > moov.end) ||
      !handlers.every((handler) => BOX_TYPE.test(handler)),
    index: moov,
    media: media.map(({ body, end }) => ({ start: body, end: Math.min(end, bytes) })),
  };
}

async function handlerOf(read: ReadAt, trak: Box): Promise<string> {
  const mdia = (await listBoxes(read, trak.body, trak.end)).find(({ type }) => type === 'mdia');
  const inside = mdia ? await listBoxes(read, mdia.body, mdia.end) : [];
  const hdlr = inside.find(({ type }) => type === 'hdlr');
  // After version, flags and a field that is always 0.
  return hdlr ? String.fromCharCode(...(await read(hdlr.body + 8, 4))) : '';
}

function ballastOf(boxes: readonly Box[]): number {
  return boxes
    .filter(({ type }) => type === 'udta' || type === 'meta' || type === 'free')
    .reduce((sum, { start, end }) => sum + end - start, 0);
}

/** The boxes between `start` and `end`, without their children; a broken chain ends with a box that exceeds `end`. */
export async function listBoxes(read: ReadAt, start: number, end: number): Promise<Box[]> {
  const boxes: Box[] = [];
  for (let at = start; at + 8 <= end && boxes.length < MAX_BOXES; ) {
    const box = boxIn(await read(at, 16), at, end);
    if (!box) {
      boxes.push({ type: 'broken', start: at, body: at, end: Number.POSITIVE_INFINITY });
      break;
    }
    boxes.push(box);
    at = box.end;
  }
  return boxes;
}

/** The box with this header; null for an invalid one. A size of 0 extends to `end`. */
export function boxIn(header: Uint8Array, at: number, end: number): Box | null {
  if (header.length < 8) return null;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  const short = view.getUint32(0);
  if (short === 1 && header.length < 16) return null;
  const headerBytes = short === 1 ? 16 : 8;
  const size = short === 1 ? Number(view.getBigUint64(8)) : short === 0 ? end - at : short;
  if (size < headerBytes) return null;
  const type = String.fromCharCode(...header.subarray(4, 8));
  return { type, start: at, body: at + headerBytes, end: at + size };
}
