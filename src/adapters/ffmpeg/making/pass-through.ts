// Decides whether a fetched part is the finished file already, so that nothing is copied.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { ArrivingFile } from '../../../core/files/early-files.ts';
import type { Fetching } from '../../../core/jobs/ports.ts';
import { FILE_FORMATS, type FileFormat } from '../../../shared/media/formats.ts';
import { listBoxes, type Mp4Layout, type ReadAt, readLayout } from '../checking/mp4-layout.ts';
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

/**
 * Whether a source of `bytes` bytes can pass through; one of a visitor, with `isOwn`, only without anything that might be private. Call
 * it only if {@link mayPassThrough} allowed it.
 */
export async function canPassThrough(
  read: ReadAt,
  bytes: number,
  container: FileFormat,
  isOwn: boolean,
): Promise<boolean> {
  if (!FFMPEG_FORMATS[container].demuxers.includes('mov')) return !isOwn;
  const layout = await readLayout(read, bytes);
  if (!layout?.isPlain || !isFinished(layout, FILE_FORMATS[container].kind === 'audio'))
    return false;
  const moov = (await listBoxes(read, 0, bytes)).find(({ type }) => type === 'moov');
  if (!moov) return false;
  const { entries, tags } = await readExtras(read, moov);
  const isKept = (tag: string) => WRITERS.has(tag) || (!isOwn && NAMES.has(tag));
  const sounds = layout.handlers.filter((handler) => handler === 'soun');
  return (
    tags.every(isKept) &&
    !entries.some((entry) => UNKNOWN_TO_PHONES.has(entry)) &&
    entries.filter((entry) => READABLE_SOUNDS.has(entry)).length === sounds.length
  );
}

/** A source that passes through, while it arrives; null for one that is made into another file. Rejects as the source does. */
export async function arrivingAsItIs(
  { totalBytes, readAt, readSome }: Fetching,
  container: FileFormat,
  isOwn: boolean,
): Promise<ArrivingFile | null> {
  if (!FFMPEG_FORMATS[container].demuxers.includes('mov')) return null;
  const bytes = await totalBytes;
  const read: ReadAt = (at, length) => readAt(at, at + length);
  if (!(await canPassThrough(read, bytes, container, isOwn))) return null;
  const { index, media } = (await readLayout(read, bytes)) ?? {};
  const mediaAt = media?.[0]?.start;
  if (!index || !mediaAt || mediaAt > MOST_FRONT_BYTES) return null;
  const front = await readAt(0, mediaAt);
  const probe = probeIndex(front.subarray(index.start, index.end), bytes);
  if (!probe) return null;
  const held = Math.min(HELD.mostBytes, Math.max(HELD.leastBytes, Math.ceil(bytes * HELD.share)));
  return {
    bytes,
    etag: `"${createHash('sha256').update(front).update(`/${bytes}`).digest('base64url')}"`,
    probe,
    heldFrom: Math.max(mediaAt, bytes - held),
    read: readSome,
  };
}

/** An index at the front, not fragmented, at most one video and one audio track, no unneeded boxes. */
function isFinished(layout: Mp4Layout, soundOnly: boolean): boolean {
  const { handlers } = layout;
  const count = (kind: string) => handlers.filter((handler) => handler === kind).length;
  const [pictures, sounds] = [count('vide'), count('soun')];
  return (
    layout.indexInFront &&
    !layout.isFragmented &&
    pictures + sounds === handlers.length &&
    pictures <= (soundOnly ? 0 : 1) &&
    sounds <= 1
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
