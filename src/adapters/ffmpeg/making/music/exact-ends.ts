// Where the sound of a copy ends, to the sample, as its source says and ffmpeg does not: for files that makeFile of the transcoder made.
import { open } from 'node:fs/promises';
import { onlyCopies, type Recipe } from '../../../../core/choosing/plan.ts';
import type { Probe } from '../../../../core/files/checking/find-fault.ts';
import { type ReadWindow, withWindow } from '../../checking/file-window.ts';
import type { FragmentWalk } from '../../checking/fragment-chain.ts';
import {
  CLUSTER,
  childrenIn,
  type Element,
  elementIn,
  MAX_HEADER_BYTES,
  SEGMENT,
} from '../../checking/matroska/elements.ts';
import { Unfit } from '../../hybrid-mp4/unfit.ts';
import { streamsIn } from '../choose-streams.ts';
import type { Demuxer } from '../guarded-input.ts';
import { endTracks } from '../mp4/patches.ts';

const [BLOCK_GROUP, SIMPLE_BLOCK, DISCARD] = [0xa0, 0xa3, 0x75a2];
const OPUS_HZ = 48_000;
/** The longest packet of Opus. */
const MOST_SAMPLES = 0.12 * OPUS_HZ;
/** The blocks of an hour of sound in clusters that do not state their end, as live ones: an exact end is not worth more time. */
const MOST_ELEMENTS = 200_000;
/** The longest page of an Ogg, and where its position and sum are. */
const PAGE = { mostBytes: 65_307, position: 6, sum: 22, headBytes: 27 };

/** The only source of a copy: what was found in it, and in its fragments, if it has such. */
export type CopiedSource = {
  readonly path: string;
  readonly bytes: number;
  readonly demuxer: Demuxer;
  readonly probe: Probe;
  readonly spans: FragmentWalk['spans'] | null;
};

/** Ends the sound of `file` where that of its source ends. Leaves other files, and other recipes, alone. */
export async function endExactly(
  file: string,
  recipe: Recipe,
  { path, bytes, demuxer, probe, spans }: CopiedSource,
  signal: AbortSignal,
): Promise<void> {
  const [sound] = streamsIn(probe).sounds;
  if (!sound || !onlyCopies(recipe)) return;
  const span = spans?.get(sound.index);
  // ffmpeg takes the last frame of fragments for a full one, whatever they say.
  if (recipe.container === 'm4a' && span && span.holesSeconds === 0)
    await endTracks(file, 'soun', span.end - span.start - Math.max(0, -probe.startSeconds));
  // ffmpeg drops what WebM says of the end of its last packet.
  if (recipe.container === 'ogg' && demuxer === 'matroska' && sound.codec === 'opus') {
    const samples = await discardedAtEnd(path, bytes, signal);
    if (samples > 0) await endOgg(file, samples);
  }
}

/** How many samples of the last packet of a WebM are not to be heard; 0 where it does not say. */
async function discardedAtEnd(path: string, bytes: number, signal: AbortSignal): Promise<number> {
  try {
    return await withWindow(path, signal, async (read) => {
      const last = await lastBlock(read, bytes);
      if (last?.id !== BLOCK_GROUP || last.end - last.body > PAGE.mostBytes) return 0;
      const group = Buffer.from(await read(last.body, last.end - last.body));
      const found = childrenIn(group).find(({ id }) => id === DISCARD);
      if (!found || found.end - found.body > 6 || found.end === found.body) return 0;
      const nanoseconds = group.readIntBE(found.body, found.end - found.body);
      const samples = Math.round((nanoseconds * OPUS_HZ) / 1e9);
      return samples > 0 && samples < MOST_SAMPLES ? samples : 0;
    });
  } catch (error) {
    // The check finds what is broken.
    if (error instanceof Unfit) return 0;
    throw error;
  }
}

/** The last block of a WebM. Clusters that state their end are skipped but for the last one. */
async function lastBlock(read: ReadWindow, bytes: number): Promise<Element | null> {
  let last: Element | null = null;
  let [at, to] = [0, bytes];
  for (let walked = 0; at < to; walked += 1) {
    if (walked === MOST_ELEMENTS) return null;
    const { id, body, end } = elementIn(await read(at, MAX_HEADER_BYTES), 0);
    const isOpen = id === SEGMENT || (id === CLUSTER && at + end > to);
    if (!isOpen && (id === BLOCK_GROUP || id === SIMPLE_BLOCK || id === CLUSTER))
      last = { id, body: at + body, end: at + end };
    at += isOpen ? body : end;
    if (at >= to && last?.id === CLUSTER) {
      [at, to] = [last.body, last.end];
      last = null;
    }
  }
  return last;
}

/** Says that the last page of an Ogg, which ffmpeg wrote, ends so many samples earlier (RFC 7845, 4.4). */
async function endOgg(path: string, samples: number): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, PAGE.mostBytes));
    await file.read(tail, 0, tail.length, size - tail.length);
    const at = lastPage(tail);
    if (at === null) return;
    const page = tail.subarray(at);
    const position = page.readBigInt64LE(PAGE.position) - BigInt(samples);
    if (position <= 0n) return;
    page.writeBigInt64LE(position, PAGE.position);
    page.writeUInt32LE(0, PAGE.sum);
    page.writeUInt32LE(oggSum(page), PAGE.sum);
    await file.write(page, 0, page.length, size - page.length);
  } finally {
    await file.close();
  }
}

/** Where the page begins that ends with the file. */
function lastPage(tail: Buffer): number | null {
  for (
    let at = tail.lastIndexOf('OggS');
    at >= 0;
    at = at > 0 ? tail.lastIndexOf('OggS', at - 1) : -1
  ) {
    const segments = tail[at + PAGE.headBytes - 1] ?? 0;
    const table = tail.subarray(at + PAGE.headBytes, at + PAGE.headBytes + segments);
    const bytes = PAGE.headBytes + segments + table.reduce((sum, length) => sum + length, 0);
    if (at + bytes === tail.length && table.length === segments) return at;
  }
  return null;
}

/** The sum of a page, by the polynomial 0x04c11db7 without reflection. */
function oggSum(page: Uint8Array): number {
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum << 1) ^ (sum < 0 ? 0x04c11db7 : 0);
  }
  return sum >>> 0;
}
