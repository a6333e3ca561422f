// Decides whether a fetched part is the finished file already, so that nothing is copied.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { ArrivingFile } from '../../../core/files/early-files.ts';
import type { Fetching } from '../../../core/jobs/ports.ts';
import { FILE_FORMATS, type FileFormat } from '../../../shared/media/formats.ts';
import { type Mp4Layout, type ReadAt, readLayout } from '../checking/mp4-layout.ts';
import { probeIndex } from '../checking/mp4-probe.ts';
import { FFMPEG_FORMATS } from '../formats.ts';
import type { SourceHead } from './media-source.ts';
import { readExtras } from './mp4/extras.ts';
import { readerOf } from './mp4/patches.ts';

/** An index of some hours. */
const MOST_FRONT_BYTES = 32 * 1024 * 1024;
/** The end of a file that waits for its check. */
const HELD = { leastBytes: 256 * 1024, share: 0.01, mostBytes: 1024 * 1024 };
/** H.264 and H.265 as Apple's players do not read them. */
const UNKNOWN_TO_PHONES = new Set(['avc3', 'avc4', 'hev1', 'dvhe', 'dvav']);
/** Sounds that can be read; others may or may not. */
const READABLE_SOUNDS = new Set([
  ...['mp4a', '.mp3', 'ac-3', 'ec-3', 'Opus', 'fLaC', 'alac', 'samr', 'sawb'],
  ...['sowt', 'twos', 'lpcm', 'in24', 'in32', 'fl32', 'fl64', 'ulaw', 'alaw'],
]);
/** The program that wrote a file. */
const WRITERS = new Set(['©too', '©swr']);
/** What a platform says of its own file. */
const NAMES = new Set([
  ...['©nam', '©ART', '©alb', '©day', '©gen', '©cmt', '©wrt'],
  ...['aART', 'desc', 'ldes', 'cprt', 'trkn', 'disk', 'stik', 'hdvd', 'cpil', 'pgap'],
]);

/** Whether a part with this head may pass through unchanged, judging by its first bytes. */
export function mayPassThrough(head: SourceHead, container: FileFormat): boolean {
  const { sniffed } = head;
  if (sniffed.kind === 'photo') return FILE_FORMATS[container].kind === 'image';
  const { demuxer } = sniffed;
  if (!FFMPEG_FORMATS[container].demuxers.includes(demuxer)) return false;
  // Matroska is always rewritten, with its index in front.
  return demuxer === 'mov' ? head.streams && !head.isFragmented : demuxer !== 'matroska';
}

/** Whether a source of `bytes` bytes is the finished file; as `arriving` it can be read before all of it is there. */
export type PassingThrough = {
  readonly passes: boolean;
  readonly bytes: number;
  readonly arriving: ArrivingFile | null;
};

/**
 * Whether a source can pass through, as soon as its bytes tell; one of a visitor, with `isOwn`, only without anything that might be
 * private. Call it only if {@link mayPassThrough} allowed it. Rejects as the source does.
 */
export async function passThrough(
  fetching: Fetching,
  container: FileFormat,
  isOwn: boolean,
): Promise<PassingThrough> {
  const bytes = await fetching.totalBytes;
  if (!FFMPEG_FORMATS[container].demuxers.includes('mov'))
    return { passes: !isOwn, bytes, arriving: null };
  const read: ReadAt = (at, length) => fetching.readAt(at, at + length);
  const layout = await readLayout(read, bytes);
  const isAudio = FILE_FORMATS[container].kind === 'audio';
  if (!layout || !(await isFinished(read, layout, { isAudio, isOwn })))
    return { passes: false, bytes, arriving: null };
  return { passes: true, bytes, arriving: await arrivingOf(fetching, layout, bytes) };
}

/** The file while it arrives; null for one that has to be there to be understood. */
async function arrivingOf(
  { readAt, readSome }: Fetching,
  { index, media }: Mp4Layout,
  bytes: number,
): Promise<ArrivingFile | null> {
  const mediaAt = media[0]?.start;
  if (!mediaAt || mediaAt > MOST_FRONT_BYTES) return null;
  const front = await readAt(0, mediaAt);
  const probe = probeIndex(front.subarray(index.start, index.end), bytes);
  if (!probe) return null;
  return {
    bytes,
    etag: `"${createHash('sha256').update(front).update(`/${bytes}`).digest('base64url')}"`,
    probe,
    // Behind the media there may be bytes that players skip.
    heldFrom: heldFrom(mediaAt, Math.min(bytes, media.at(-1)?.end ?? 0), bytes),
    read: (from, to) => readSome(from, to, { isUrgent: true }),
  };
}

/** From where on a file is held whose media end at byte `end`. */
export function heldFrom(mediaAt: number, end: number, bytes: number): number {
  const held = Math.min(HELD.mostBytes, Math.max(HELD.leastBytes, Math.ceil(bytes * HELD.share)));
  return Math.max(mediaAt, end - held);
}

/** An index at the front, not fragmented, at most one video and one audio track that all players know, no unneeded boxes and tags. */
async function isFinished(
  read: ReadAt,
  { handlers, index, indexInFront, isFragmented, isPlain }: Mp4Layout,
  { isAudio, isOwn }: { readonly isAudio: boolean; readonly isOwn: boolean },
): Promise<boolean> {
  const count = (kind: string) => handlers.filter((handler) => handler === kind).length;
  const [pictures, sounds] = [count('vide'), count('soun')];
  const isOne =
    pictures <= (isAudio ? 0 : 1) && sounds <= 1 && pictures + sounds === handlers.length;
  if (!isPlain || !indexInFront || isFragmented || !isOne) return false;
  const { entries, tags } = await readExtras(read, index);
  const isKept = (tag: string) => WRITERS.has(tag) || (!isOwn && NAMES.has(tag));
  return (
    tags.every(isKept) &&
    !entries.some((entry) => UNKNOWN_TO_PHONES.has(entry)) &&
    entries.filter((entry) => READABLE_SOUNDS.has(entry)).length === sounds
  );
}

/** The layout of a file; null unless it is an MP4. */
export function layoutOf(path: string, bytes: number): Promise<Mp4Layout | null> {
  return withReader(path, (read) => readLayout(read, bytes));
}

/** Opens a file for as long as it is read. */
export async function withReader<T>(path: string, use: (read: ReadAt) => Promise<T>): Promise<T> {
  const file = await open(path);
  try {
    return await use(readerOf(file));
  } finally {
    await file.close();
  }
}
