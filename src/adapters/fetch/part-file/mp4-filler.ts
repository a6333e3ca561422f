// Finds the boxes of an MP4 that may hold nothing but zeros: `free` and `skip`.
import type { Interval } from './byte-map.ts';
import type { PartFile } from './part-file.ts';

const FILLER: ReadonlySet<string> = new Set(['free', 'skip']);
const FIRST: ReadonlySet<string> = new Set(['ftyp', 'styp']);
/** Hours of video in short fragments have fewer boxes. */
const MOST_BOXES = 200_000;

/** The filler boxes of a file of `bytes`, in order; none unless it is an MP4. Top-level boxes only. */
export async function findFiller(
  file: Pick<PartFile, 'peek'>,
  bytes: number,
): Promise<readonly Interval[]> {
  const filler: Interval[] = [];
  let start = 0;
  for (let index = 0; index < MOST_BOXES && start + 8 <= bytes; index += 1) {
    const head = Buffer.from(await file.peek(start, 16));
    if (head.length < 8) break;
    const type = head.toString('latin1', 4, 8);
    if (index === 0 && !FIRST.has(type)) return [];
    const short = head.readUInt32BE(0);
    const long = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    const size = short === 0 ? bytes - start : long;
    if (size < 8) break;
    if (FILLER.has(type)) filler.push({ start, end: start + size });
    start += size;
  }
  return filler;
}
