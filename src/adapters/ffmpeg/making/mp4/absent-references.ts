// A copy that begins in an open group of pictures: its first ones make decoders forget pictures that they never had, and report it.
import type { FileHandle } from 'node:fs/promises';
import type { Box, ReadAt } from '../../checking/mp4-layout.ts';
import {
  forgetInstead,
  kindOf,
  numberBefore,
  type Parameters,
  readParameters,
  readSlice,
  type Slice,
} from './h264-slices.ts';
import { entriesOf, inside, withTracks, words } from './patches.ts';

/** Later ones refer to nothing from before the cut: a decoder keeps at most 16 pictures. */
const FIRST_SAMPLES = 64;
const HEADER_BYTES = 512;
const MOST_UNITS = 64;
const MOST_CONFIG_BYTES = 65_536;
/** Of a video sample entry, before its boxes. */
const ENTRY_BYTES = 78;

/** Where a unit is, without the length before it. */
type Unit = { readonly at: number; readonly bytes: Uint8Array };

/** Takes out of the first pictures of H.264 what only those before the cut could do. Leaves everything else as it is. */
export function forgetNothingAbsent(path: string): Promise<void> {
  return withTracks(path, async ({ file, read }, tracks) => {
    for (const track of tracks) {
      const [entry] = (await entriesOf(read, track)).filter(({ type }) => type === 'avc1');
      const known = entry && (await parametersOf(read, entry));
      if (known) await changeFirst({ file, read }, await firstSamples(read, track), known);
    }
  });
}

/** `sets` are the two parameter sets. */
type Known = {
  readonly lengthBytes: number;
  readonly sets: readonly Buffer[];
  readonly parameters: Parameters;
};

async function parametersOf(read: ReadAt, entry: Box): Promise<Known | null> {
  const config = await inside(read, { ...entry, body: entry.body + ENTRY_BYTES }, ['avcC']);
  if (!config || config.end - config.body > MOST_CONFIG_BYTES) return null;
  const bytes = Buffer.from(await read(config.body, config.end - config.body));
  // One of each; a picture may choose among several.
  if (bytes.length < 8 || ((bytes[5] ?? 0) & 0x1f) !== 1) return null;
  const sequenceEnd = 8 + bytes.readUInt16BE(6);
  if (bytes.length < sequenceEnd + 3 || bytes[sequenceEnd] !== 1) return null;
  const pictureStart = sequenceEnd + 3;
  const pictureEnd = pictureStart + bytes.readUInt16BE(sequenceEnd + 1);
  const sets = [bytes.subarray(8, sequenceEnd), bytes.subarray(pictureStart, pictureEnd)] as const;
  const parameters = readParameters(...sets);
  return parameters && { lengthBytes: ((bytes[4] ?? 0) & 3) + 1, sets, parameters };
}

/** The first samples, up to the next key frame. */
async function firstSamples(read: ReadAt, track: Box): Promise<{ at: number; bytes: number }[]> {
  const table = await inside(read, track, ['mdia', 'minf', 'stbl']);
  if (!table) return [];
  const listOf = async (name: string) => {
    const box = await inside(read, table, [name]);
    return box
      ? words(read, box.body + 4, Math.min(FIRST_SAMPLES * 3 + 2, (box.end - box.body) / 4 - 1))
      : [];
  };
  const [keys, [same = 0, count = 0, ...sizes], [, ...offsets], [, ...runs]] = (await Promise.all(
    (['stss', 'stsz', 'stco', 'stsc'] as const).map(listOf),
  )) as [number[], number[], number[], number[]];
  const end = Math.min((keys[2] ?? Infinity) - 1, count, FIRST_SAMPLES);
  const samples: { at: number; bytes: number }[] = [];
  for (let chunk = 0, run = 0; samples.length < end; chunk += 1) {
    if (chunk + 1 >= (runs[(run + 1) * 3] ?? Infinity)) run += 1;
    const [offset, each] = [offsets[chunk], runs[run * 3 + 1]];
    if (offset === undefined || !each) break;
    for (let at = offset, left = each; left > 0 && samples.length < end; left -= 1) {
      const bytes = same || (sizes[samples.length] ?? 0);
      samples.push({ at, bytes });
      at += bytes;
    }
  }
  return samples;
}

async function changeFirst(
  { file, read }: { readonly file: FileHandle; readonly read: ReadAt },
  samples: readonly { readonly at: number; readonly bytes: number }[],
  { lengthBytes, sets, parameters }: Known,
): Promise<void> {
  // All of them or none: what a picture says must agree in all of its slices.
  const changes: Unit[] = [];
  let memory: Memory | null = null;
  for (const [index, sample] of samples.entries()) {
    const units = await unitsIn(read, sample, lengthBytes);
    // Nothing before it is needed.
    if (index === 0 && units.some(({ bytes }) => kindOf(bytes) === 'refresh')) return;
    // Other parameters than these would change how the pictures are read.
    const isOther = ({ bytes }: Unit) =>
      kindOf(bytes) === 'parameters' && !sets.some((set) => set.equals(bytes));
    if (units.some(isOther)) return;
    let after: Memory | null = memory;
    for (const { at, bytes } of units.filter((unit) => kindOf(unit.bytes) === 'slice')) {
      const slice = readSlice(bytes, parameters);
      const before: Memory | null = slice && upTo(memory, slice.frameNum, parameters);
      const result: Change | null = slice && before && afterSlice(before, slice, bytes, parameters);
      if (!result) return;
      after = result.memory;
      if (result.bytes !== bytes) changes.push({ at, bytes: result.bytes });
    }
    memory = after;
  }
  for (const { at, bytes } of changes) await file.write(bytes, 0, bytes.length, at);
}

/** The reference pictures that a decoder remembers, oldest first, and which of them were never there. */
type Memory = {
  readonly kept: readonly number[];
  readonly invented: ReadonlySet<number>;
  /** The number of the last picture. */
  readonly last: number;
};

type Change = { readonly memory: Memory; readonly bytes: Uint8Array };

/** Decoders invent pictures where the numbers say that some are missing, before the first one as well. */
function upTo(memory: Memory | null, frameNum: number, parameters: Parameters): Memory {
  const { kept = [], invented = [], last = null } = memory ?? {};
  const gap = last === null ? frameNum : numberBefore(frameNum, last + 1, parameters);
  const count = last === frameNum ? 0 : Math.min(gap, parameters.mostReferences);
  const missing = Array.from({ length: count }, (_, index) =>
    numberBefore(frameNum, count - index, parameters),
  );
  return {
    kept: [...kept, ...missing].slice(-Math.max(parameters.mostReferences, kept.length)),
    invented: new Set([...invented, ...missing]),
    last: frameNum,
  };
}

/** What a decoder remembers after a slice, and the slice without what it could not forget. Null where that cannot be changed. */
function afterSlice(
  memory: Memory,
  slice: Slice,
  unit: Uint8Array,
  parameters: Parameters,
): Change | null {
  if (!slice.isReference) return { memory, bytes: unit };
  const isFull = memory.kept.length >= parameters.mostReferences;
  let kept = memory.kept.slice(!slice.forgets && isFull ? 1 : 0);
  let bytes = unit;
  for (const forget of slice.forgets ?? []) {
    let { target } = forget;
    if (!kept.includes(target)) {
      const others = kept.filter((number) => memory.invented.has(number));
      const instead = forgetInstead(bytes, forget, others, parameters);
      if (!instead) return null;
      bytes = instead.unit;
      target = instead.forgets ?? target;
    }
    kept = kept.filter((number) => number !== target);
  }
  const invented = new Set([...memory.invented].filter((number) => number !== slice.frameNum));
  return { memory: { ...memory, kept: [...kept, slice.frameNum], invented }, bytes };
}

/** The beginnings of the units of a sample. */
async function unitsIn(
  read: ReadAt,
  { at: start, bytes: length }: { readonly at: number; readonly bytes: number },
  lengthBytes: number,
): Promise<Unit[]> {
  const units: Unit[] = [];
  for (let at = start; at + lengthBytes < start + length && units.length < MOST_UNITS; ) {
    const front = Buffer.from(await read(at, lengthBytes));
    if (front.length < lengthBytes) break;
    const size = front.readUIntBE(0, lengthBytes);
    at += lengthBytes;
    const most = Math.min(size, HEADER_BYTES, start + length - at);
    units.push({ at, bytes: await read(at, most) });
    at += size;
  }
  return units;
}
