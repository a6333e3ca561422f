// Reads and extends the decoder configuration of an H.264 track (ISO/IEC 14496-15, 5.3.3). Pure; what is cut off is a RangeError.
import { boxesIn } from '../checking/mp4-index.ts';
import { lengthBytesOf } from '../checking/sample-faults.ts';
import { bitsOf } from '../making/mp4/h264-bits.ts';
import { readParameters } from '../making/mp4/h264-slices.ts';

/** How a track is coded. */
export type Avc = {
  /** How many bytes say how long a unit is. */
  readonly lengthBytes: number;
  /** The name that x264 has for the profile. */
  readonly profile: string;
  /** All parameter sets, each with its header. */
  readonly sets: readonly Buffer[];
  /** A number that no parameter set has. */
  readonly freeId: number;
  readonly width: number;
  readonly height: number;
};

type Config = {
  /** Where the box is in the description. */
  readonly from: number;
  readonly to: number;
  readonly body: Buffer;
  readonly sequences: readonly Buffer[];
  readonly pictures: readonly Buffer[];
  /** What follows the parameter sets. */
  readonly rest: Buffer;
};

/** Those whose pictures x264 can encode, by the number in the configuration. */
const PROFILES: Readonly<Record<number, string>> = {
  66: 'baseline',
  77: 'main',
  100: 'high',
  110: 'high10',
  122: 'high422',
};
/** Version, flags and count, and then the fields of the entry. */
const [LIST_BYTES, ENTRY_BYTES] = [8, 8 + 78];
const [PROFILE, CONSTRAINTS, LEVEL, LENGTH, SETS] = [1, 2, 3, 4, 5];
const MOST_IDS = 32;

/** Null for what x264 cannot continue: other codecs and profiles, fields, several sequences. RangeError for what is cut off. */
export function readAvc(description: Uint8Array): Avc | null {
  const bytes = bufferOf(description);
  const config = readConfig(bytes);
  if (!config) return null;
  const { body, sequences, pictures } = config;
  const profile = PROFILES[body.readUInt8(PROFILE)];
  const [sequence, ...others] = sequences;
  const isFew = others.length === 0 && pictures.length > 0 && pictures.length < MOST_IDS;
  if (!profile || !sequence || !isFew) return null;
  const known = pictures.map((picture) => readParameters(sequence, picture));
  if (!known.every((parameters) => parameters?.isFramesOnly)) return null;
  const used = new Set([sequenceId(sequence), ...pictures.map((each) => bitsOf(each).unsigned())]);
  const freeId = Array.from({ length: MOST_IDS }, (_, id) => id).find((id) => !used.has(id));
  if (freeId === undefined) return null;
  const entryAt = LIST_BYTES + 8;
  return {
    lengthBytes: lengthBytesOf(body.readUInt8(LENGTH)),
    profile,
    sets: [...sequences, ...pictures],
    freeId,
    width: bytes.readUInt16BE(entryAt + 24),
    height: bytes.readUInt16BE(entryAt + 26),
  };
}

/** The description of a track that has these parameter sets as well. */
export function withSets(description: Uint8Array, [sequence, picture]: readonly Buffer[]): Buffer {
  const bytes = bufferOf(description);
  const config = readConfig(bytes);
  if (!config || !sequence || !picture) throw new TypeError('it is no track of H.264');
  const { from, to, body, sequences, pictures, rest } = config;
  const head = Buffer.from(body.subarray(0, SETS));
  // What holds for both, and the higher level of both.
  head.writeUInt8(head.readUInt8(CONSTRAINTS) & sequence.readUInt8(CONSTRAINTS), CONSTRAINTS);
  head.writeUInt8(Math.max(head.readUInt8(LEVEL), sequence.readUInt8(LEVEL)), LEVEL);
  const made = Buffer.concat([
    Buffer.from('\0\0\0\0avcC', 'latin1'),
    head,
    listOf(0xe0, [...sequences, sequence]),
    listOf(0, [...pictures, picture]),
    rest,
  ]);
  made.writeUInt32BE(made.length, 0);
  const whole = Buffer.concat([bytes.subarray(0, from), made, bytes.subarray(to)]);
  whole.writeUInt32BE(whole.readUInt32BE(LIST_BYTES) + whole.length - bytes.length, LIST_BYTES);
  return whole;
}

function readConfig(bytes: Buffer): Config | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const [entry] = boxesIn(view, LIST_BYTES);
  if (entry?.type !== 'avc1') return null;
  const box = boxesIn(entry.body, ENTRY_BYTES - 8).find(({ type }) => type === 'avcC')?.body;
  if (!box) return null;
  const from = box.byteOffset - bytes.byteOffset;
  const body = bytes.subarray(from, from + box.byteLength);
  const sequences = setsIn(body, SETS, 0x1f);
  const pictures = setsIn(body, sequences.end, 0xff);
  return {
    from: from - 8,
    to: from + body.length,
    body,
    sequences: sequences.sets,
    pictures: pictures.sets,
    rest: body.subarray(pictures.end),
  };
}

/** The parameter sets of a list, whose count has these bits. */
function setsIn(body: Buffer, at: number, mask: number) {
  const sets: Buffer[] = [];
  let end = at + 1;
  for (let left = body.readUInt8(at) & mask; left > 0; left -= 1) {
    const from = end + 2;
    end = from + body.readUInt16BE(end);
    if (end > body.length || end === from) throw new RangeError('a parameter set is cut off');
    sets.push(body.subarray(from, end));
  }
  return { sets, end };
}

function listOf(flags: number, sets: readonly Buffer[]): Buffer {
  const pieces = sets.flatMap((set) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(set.length);
    return [length, set];
  });
  return Buffer.concat([Buffer.from([flags | sets.length]), ...pieces]);
}

/** Behind its profile, constraints and level. */
function sequenceId(sequence: Buffer): number {
  const bits = bitsOf(sequence);
  bits.take(24);
  return bits.unsigned();
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength);
