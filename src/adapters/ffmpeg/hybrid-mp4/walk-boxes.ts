// Reads the boxes of a source while it arrives.
import { inWindows } from '../checking/fragment-chain.ts';
import { boxesIn, type IndexBox } from '../checking/mp4-index.ts';
import { type Box, boxIn } from '../checking/mp4-layout.ts';
import { demand } from './unfit.ts';

/** Bytes of a source from `from` on, at least one and at most up to `to` (excluded), as soon as they are there; empty at its end. */
export type ReadSource = (source: number, from: number, to: number) => Promise<Uint8Array>;

/** A box at bytes of a source; its content is empty unless its type was wanted. */
export type SourceBox = Omit<Box, 'body'> & IndexBox;

const HEADER_BYTES = 16;
const MAX_BOXES = 10_000;
const MAX_CONTENT_BYTES = 4 * 1024 * 1024;

/** The boxes that fill a source from byte `from` up to `to`. Throws Unfit. */
export async function* walkBoxes(
  read: ReadSource,
  source: number,
  { from, to, wanted }: { from: number; to: number; wanted: readonly string[] },
): AsyncGenerator<SourceBox> {
  const readAt = inWindows(async (begin, length) => {
    const end = Math.min(to, begin + length);
    const pieces: Uint8Array[] = [];
    for (let at = begin; at < end; at += pieces.at(-1)?.length ?? 0) {
      pieces.push(await read(source, at, end));
      demand(pieces.at(-1)?.length, 'truncated');
    }
    return Buffer.concat(pieces);
  });
  let count = 0;
  for (let at = from; at < to; count += 1) {
    const box = boxIn(await readAt(at, HEADER_BYTES), at, to);
    demand(box && box.end <= to && count < MAX_BOXES, 'broken');
    const isWanted = wanted.includes(box.type);
    demand(!isWanted || box.end - at <= MAX_CONTENT_BYTES, 'too_many');
    const content = isWanted ? await readAt(box.body, box.end - box.body) : new Uint8Array();
    const { buffer, byteOffset, byteLength } = content;
    yield { ...box, body: new DataView(buffer, byteOffset, byteLength) };
    at = box.end;
  }
}

/** The children of a box, which must fill it from byte `from` on. */
export function childrenOf({ body }: IndexBox, from = 0): IndexBox[] {
  const boxes = boxesIn(body, from);
  const last = boxes.at(-1)?.body;
  const end = last ? last.byteOffset + last.byteLength : body.byteOffset + from;
  demand(end === body.byteOffset + body.byteLength, 'broken');
  return boxes;
}
