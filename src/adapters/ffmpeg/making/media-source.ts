// Recognizes an input by its first bytes, and whether it can be read in order while it arrives.

import type { Fetching } from '../../../core/jobs/ports.ts';
import { AppError } from '../../../shared/errors.ts';
import { boxesIn, childOf } from '../checking/mp4-index.ts';
import { boxIn } from '../checking/mp4-layout.ts';
import { SNIFF_BYTES, type Sniffed, sniffMedia } from '../sniff-media.ts';
import type { Demuxer } from './guarded-input.ts';

/** What the first bytes say. `streams`: the source can be read while it arrives. `locked`: which of its tracks are encrypted (Common Encryption). */
export type SourceHead = {
  readonly sniffed: Sniffed;
  readonly streams: boolean;
  readonly isFragmented: boolean;
  readonly locked: readonly ('picture' | 'sound')[];
};

// If the index is further back, the whole file is awaited instead.
const HEAD_BYTES = 1024 * 1024;

/** The demuxer of a source that is media. */
export function demuxerOf({ sniffed }: SourceHead): Demuxer {
  if (sniffed.kind !== 'media') throw new TypeError('photos are not demuxed');
  return sniffed.demuxer;
}

/** Reads the first bytes of a source. Throws AppError `bad_media` for what is not media, or the fetch's error. */
export async function readHead(fetching: Fetching): Promise<SourceHead> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  let head: Uint8Array = new Uint8Array();
  for await (const chunk of fetching.read()) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes < SNIFF_BYTES) continue;
    head = Buffer.concat(chunks);
    if (bytes >= HEAD_BYTES || !isOpen(head)) break;
  }
  return headOf(bytes === head.length ? head : Buffer.concat(chunks));
}

/** Interprets first bytes. Throws AppError `bad_media`. */
function headOf(head: Uint8Array): SourceHead {
  const sniffed = sniffMedia(head);
  if (!sniffed)
    throw new AppError('bad_media', { detail: `it begins with ${hexOf(head.subarray(0, 16))}` });
  if (sniffed.kind === 'photo') return { sniffed, streams: false, isFragmented: false, locked: [] };
  if (sniffed.demuxer !== 'mov') return { sniffed, streams: true, isFragmented: false, locked: [] };
  return { sniffed, ...orderOf(head) };
}

/** Whether more bytes are needed to see the layout of an MP4. */
function isOpen(head: Uint8Array): boolean {
  const sniffed = sniffMedia(head);
  if (sniffed?.kind !== 'media' || sniffed.demuxer !== 'mov') return false;
  return orderOf(head).isOpen;
}

function orderOf(head: Uint8Array): Omit<SourceHead, 'sniffed'> & { isOpen: boolean } {
  for (let at = 0; at + 16 <= head.length; ) {
    const box = boxIn(head.subarray(at, at + 16), at, Number.MAX_SAFE_INTEGER);
    if (!box || box.type === 'mdat') break;
    if (box.type === 'moov') {
      const inside = Buffer.from(head.subarray(box.start, Math.min(box.end, head.length)));
      const isFragmented = inside.includes('mvex', 0, 'latin1');
      const body = inside.subarray(box.body - box.start);
      return { streams: true, isFragmented, locked: lockedIn(body), isOpen: box.end > head.length };
    }
    at = box.end;
    if (at + 16 > head.length)
      return { streams: false, isFragmented: false, locked: [], isOpen: true };
  }
  return { streams: false, isFragmented: false, locked: [], isOpen: false };
}

/** By the kinds of samples that an index lists. */
function lockedIn({ buffer, byteOffset, byteLength }: Uint8Array): SourceHead['locked'] {
  const types = boxesIn(new DataView(buffer, byteOffset, byteLength)).flatMap((trak) => {
    const list = trak.type === 'trak' && childOf(trak, 'mdia', 'minf', 'stbl', 'stsd');
    return list ? boxesIn(list.body, 8).map(({ type }) => type) : [];
  });
  return [
    ...(types.includes('encv') ? (['picture'] as const) : []),
    ...(types.includes('enca') ? (['sound'] as const) : []),
  ];
}

/** Whether a promise has settled already. Throws its reason when it was rejected. */
export async function isSettled(work: Promise<unknown>): Promise<boolean> {
  // Long enough for a chain of promises that are all resolved.
  const later = new Promise<false>((resolve) => setImmediate(resolve, false));
  return Promise.race([work.then(() => true), later]);
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex') || 'nothing';
}
