// Reads as much of H.264 (ITU-T H.264, 7.3) as tells which pictures a slice makes a decoder forget. Pure.
import { type Bits, bitsOf, codeOf, Unreadable, withCode } from './h264-bits.ts';

/** What a slice's header needs of the parameter sets. */
export type Parameters = {
  readonly frameNumBits: number;
  readonly orderBits: number;
  readonly orderType: number;
  readonly hasOrderDeltas: boolean;
  readonly hasSeparatePlanes: boolean;
  readonly hasChroma: boolean;
  readonly isFramesOnly: boolean;
  readonly mostReferences: number;
  readonly hasBottomOrder: boolean;
  readonly references: readonly [number, number];
  readonly weights: boolean;
  readonly bidirectionalWeights: number;
  readonly hasRedundantPictures: boolean;
};

/** A command of the picture `frameNum` to forget the reference picture `target`: where it is in the unescaped unit, in bits. */
type Forget = {
  readonly frameNum: number;
  readonly target: number;
  readonly at: number;
  readonly bits: number;
};

/** A slice of a frame: its number, whether others refer to it, and what it makes a decoder forget; null for the oldest. */
export type Slice = {
  readonly isReference: boolean;
  readonly frameNum: number;
  readonly forgets: readonly Forget[] | null;
};

const PICTURE = 1;
const IDR_PICTURE = 5;
/** Of sequences, of pictures, and their extensions. */
const PARAMETER_SETS = new Set([7, 8, 13, 15]);
const B = 1;
const I = 2;
const SI = 4;
/** The profiles whose parameter sets state their chroma format. */
const HIGH_PROFILES = new Set([44, 83, 86, 100, 110, 118, 122, 128, 134, 135, 138, 139, 244]);
/** More commands or lists are not a slice's. */
const MOST_ENTRIES = 128;

/** The two parameter sets, headers included; null for what is not read here. */
export function readParameters(sequence: Uint8Array, picture: Uint8Array): Parameters | null {
  return orNull(() => ({ ...readSequence(sequence), ...readPicture(picture) }));
}

/** The header of a slice that is no refresh; null for what is not read here: fields, and long-term references. */
export function readSlice(unit: Uint8Array, parameters: Parameters): Slice | null {
  return orNull(() => sliceIn(unit, parameters));
}

/**
 * What a unit is: a slice; one of a picture that starts anew, so that nothing before it is needed; or a parameter set of any kind. Null
 * for what does not matter here.
 */
export function kindOf(unit: Uint8Array): 'slice' | 'refresh' | 'parameters' | null {
  const type = (unit[0] ?? 0) & 0x1f;
  if (type === PICTURE) return 'slice';
  if (type === IDR_PICTURE) return 'refresh';
  return PARAMETER_SETS.has(type) ? 'parameters' : null;
}

/**
 * The unit with that command replaced by one of the same length: one that forgets the first of `others` that it can name, or one that
 * changes nothing, the maximum of long-term references in a stream that has none. Null where there is none of this length.
 */
export function forgetInstead(
  unit: Uint8Array,
  { at, bits, frameNum }: Forget,
  others: readonly number[],
  known: Parameters,
): { readonly unit: Uint8Array; readonly forgets: number | null } | null {
  for (const other of others) {
    const code = `010${codeOf(numberBefore(frameNum, other + 1, known))}`;
    const changed = code.length === bits ? withCode(unit, at, code) : null;
    if (changed) return { unit: changed, forgets: other };
  }
  const operand = 2 ** ((bits - 6) / 2) - 1;
  const code = `00101${codeOf(operand)}`;
  const changed = bits >= 6 && operand <= known.mostReferences ? withCode(unit, at, code) : null;
  return changed && { unit: changed, forgets: null };
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

function readSequence(unit: Uint8Array) {
  const bits = bitsOf(unit);
  const profile = bits.take(8);
  bits.take(16);
  bits.unsigned();
  let chroma = 1;
  let hasSeparatePlanes = false;
  if (HIGH_PROFILES.has(profile)) {
    chroma = bits.unsigned();
    hasSeparatePlanes = chroma === 3 && bits.flag();
    bits.unsigned();
    bits.unsigned();
    bits.take(1);
    if (bits.flag()) skipScaling(bits, chroma === 3 ? 12 : 8);
  }
  const frameNumBits = bits.unsigned() + 4;
  const orderType = bits.unsigned();
  let orderBits = 0;
  let hasOrderDeltas = false;
  if (orderType === 0) orderBits = bits.unsigned() + 4;
  else if (orderType === 1) {
    hasOrderDeltas = !bits.flag();
    bits.skip(2);
    bits.skip(bits.unsigned());
  }
  const mostReferences = bits.unsigned();
  if (Math.max(frameNumBits, orderBits, mostReferences) > 16) throw new Unreadable();
  bits.take(1);
  bits.skip(2);
  const isFramesOnly = bits.flag();
  return {
    frameNumBits,
    orderBits,
    orderType,
    hasOrderDeltas,
    hasSeparatePlanes,
    hasChroma: chroma !== 0 && !hasSeparatePlanes,
    isFramesOnly,
    mostReferences,
  };
}

function skipScaling(bits: Bits, lists: number): void {
  for (let list = 0; list < lists; list += 1) {
    if (!bits.flag()) continue;
    let [last, next] = [8, 8];
    for (let entry = 0; entry < (list < 6 ? 16 : 64); entry += 1) {
      if (next !== 0) next = (last + bits.signed() + 256) % 256;
      last = next === 0 ? last : next;
    }
  }
}

function readPicture(unit: Uint8Array) {
  const bits = bitsOf(unit);
  bits.skip(2);
  bits.take(1);
  const hasBottomOrder = bits.flag();
  if (bits.unsigned() > 0) throw new Unreadable();
  const references = [bits.unsigned() + 1, bits.unsigned() + 1] as const;
  const weights = bits.flag();
  const bidirectionalWeights = bits.take(2);
  bits.skip(3);
  bits.take(2);
  return {
    hasBottomOrder,
    references,
    weights,
    bidirectionalWeights,
    hasRedundantPictures: bits.flag(),
  };
}

function sliceIn(unit: Uint8Array, known: Parameters): Slice {
  const bits = bitsOf(unit);
  const isReference = ((unit[0] ?? 0) & 0x60) !== 0;
  bits.unsigned();
  const type = bits.unsigned() % 5;
  bits.unsigned();
  if (known.hasSeparatePlanes) bits.take(2);
  const frameNum = bits.take(known.frameNumBits);
  if (!known.isFramesOnly && bits.flag()) throw new Unreadable();
  bits.take(known.orderBits);
  const deltas = known.hasBottomOrder ? 1 : 0;
  if (known.orderType === 0) bits.skip(deltas);
  else if (known.hasOrderDeltas) bits.skip(1 + deltas);
  if (known.hasRedundantPictures) bits.unsigned();
  skipReferences(bits, type, known);
  const forgets = isReference && bits.flag() ? readForgets(bits, frameNum, known) : null;
  return { isReference, frameNum, forgets };
}

/** What a slice says about the pictures that it refers to. */
function skipReferences(bits: Bits, type: number, known: Parameters): void {
  if (type === B) bits.take(1);
  if (type === I || type === SI) return;
  const counts = type === B ? [...known.references] : [known.references[0]];
  if (bits.flag()) for (const list of counts.keys()) counts[list] = bits.unsigned() + 1;
  if (counts.some((count) => count > 32)) throw new Unreadable();
  for (const _ of counts) {
    if (!bits.flag()) continue;
    for (let left = MOST_ENTRIES; bits.unsigned() !== 3; left -= 1) {
      if (left === 0) throw new Unreadable();
      bits.unsigned();
    }
  }
  if (type === B ? known.bidirectionalWeights !== 1 : !known.weights) return;
  bits.skip(known.hasChroma ? 2 : 1);
  for (const count of counts)
    for (let index = 0; index < count; index += 1) {
      if (bits.flag()) bits.skip(2);
      if (known.hasChroma && bits.flag()) bits.skip(4);
    }
}

function readForgets(bits: Bits, frameNum: number, known: Parameters): Forget[] {
  const forgets: Forget[] = [];
  for (let left = MOST_ENTRIES; left > 0; left -= 1) {
    const at = bits.at();
    const command = bits.unsigned();
    if (command === 0) return forgets;
    // The others are about long-term references.
    if (command !== 1) break;
    const target = numberBefore(frameNum, bits.unsigned() + 1, known);
    forgets.push({ frameNum, target, at, bits: bits.at() - at });
  }
  throw new Unreadable();
}

/** The number of a frame, `count` reference frames before another one. */
export function numberBefore(
  frameNum: number,
  count: number,
  { frameNumBits }: Parameters,
): number {
  const most = 2 ** frameNumBits;
  return (((frameNum - count) % most) + most) % most;
}
