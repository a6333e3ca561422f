// Decides whether a fetched part is the finished file already, so that nothing is copied.
import { open } from 'node:fs/promises';
import type { Part } from '../../../core/jobs/ports.ts';
import { FILE_FORMATS, type FileFormat } from '../../../shared/media/formats.ts';
import { listBoxes, type Mp4Layout, type ReadAt, readLayout } from '../checking/mp4-layout.ts';
import { FFMPEG_FORMATS } from '../formats.ts';
import type { SourceHead } from './media-source.ts';
import { readExtras } from './mp4/extras.ts';
import { readerOf } from './mp4/patches.ts';

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
 * Whether a complete part can pass through; one of a visitor, with `isOwn`, only without anything that might be private. Call it
 * only if {@link mayPassThrough} allowed it.
 */
export async function canPassThrough(
  part: Part,
  container: FileFormat,
  isOwn: boolean,
): Promise<boolean> {
  if (!FFMPEG_FORMATS[container].demuxers.includes('mov')) return !isOwn;
  return withReader(part.path, async (read) => {
    const layout = await readLayout(read, part.bytes);
    if (!layout?.isPlain || !isFinished(layout, FILE_FORMATS[container].kind === 'audio'))
      return false;
    const moov = (await listBoxes(read, 0, part.bytes)).find(({ type }) => type === 'moov');
    if (!moov) return false;
    const { entries, tags } = await readExtras(read, moov);
    const isKept = (tag: string) => WRITERS.has(tag) || (!isOwn && NAMES.has(tag));
    const sounds = layout.handlers.filter((handler) => handler === 'soun');
    return (
      tags.every(isKept) &&
      !entries.some((entry) => UNKNOWN_TO_PHONES.has(entry)) &&
      entries.filter((entry) => READABLE_SOUNDS.has(entry)).length === sounds.length
    );
  });
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
