// Reads elements of Matroska and WebM (RFC 8794, RFC 9559). Pure; Unfit for what is broken or too much.
import { demand } from '../../hybrid-mp4/unfit.ts';

/** The header of a file. */
export const EBML = 0x1a45dfa3;
/** All else of it. */
export const SEGMENT = 0x18538067;
/** The facts about all tracks. */
export const INFO = 0x1549a966;
/** What each track is. */
export const TRACKS = 0x1654ae6b;
/** Frames of some seconds. */
export const CLUSTER = 0x1f43b675;
/** Of the facts: how long a unit of time is. */
export const TICK_NANOSECONDS = 0x2ad7b1;
/** Of the facts: how many of them the whole takes. */
export const DURATION = 0x4489;

/** The longest identifier and size. */
export const MAX_HEADER_BYTES = 12;
/** The most elements beside each other. */
export const MAX_ELEMENTS = 64;

/** `end` is that of the element; infinite where it is not stated. */
export type Element = { readonly id: number; readonly body: number; readonly end: number };

/** The elements that fill `bytes` from `from` up to `to`. */
export function childrenIn(
  bytes: Buffer,
  from = 0,
  to = bytes.length,
  most = MAX_ELEMENTS,
): Element[] {
  const found: Element[] = [];
  for (let at = from; at < to; at = found.at(-1)?.end ?? to) {
    const child = elementIn(bytes, at);
    demand(child.end <= to, 'broken');
    demand(found.length < most, 'too_many');
    found.push(child);
  }
  return found;
}

/** The element whose header is at `at`. */
export function elementIn(bytes: Uint8Array, at: number): Element {
  const idBytes = widthOf(bytes, at);
  const sizeAt = at + idBytes;
  const sizeBytes = widthOf(bytes, sizeAt);
  const body = sizeAt + sizeBytes;
  demand(idBytes <= 4 && sizeBytes <= 8 && body <= bytes.length, 'broken');
  let size = (bytes[sizeAt] ?? 0) & (0xff >> sizeBytes);
  let isOpen = size === 0xff >> sizeBytes;
  for (let index = 1; index < sizeBytes; index += 1) {
    const byte = bytes[sizeAt + index] ?? 0;
    isOpen &&= byte === 0xff;
    size = size * 256 + byte;
  }
  const id = numberIn(bytes, { body: at, end: sizeAt });
  return { id, body, end: isOpen ? Number.POSITIVE_INFINITY : body + size };
}

/** The length of a number of variable size, by its leading zeros. */
function widthOf(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  return first === 0 ? 9 : Math.clz32(first) - 23;
}

/** A number without sign. */
export function numberIn(bytes: Uint8Array, { body, end }: Pick<Element, 'body' | 'end'>): number {
  let number = 0;
  for (let at = body; at < end; at += 1) number = number * 256 + (bytes[at] ?? 0);
  return number;
}
