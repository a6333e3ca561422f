// Decides whether a fetched part is the finished file already, so that nothing is copied.
import { open } from 'node:fs/promises';
import type { Part } from '../../../core/jobs/ports.ts';
import { FILE_FORMATS, type FileFormat } from '../../../shared/media/formats.ts';
import { type Mp4Layout, type ReadAt, readLayout } from '../checking/mp4-layout.ts';
import { FFMPEG_FORMATS } from '../formats.ts';
import type { SourceHead } from './media-source.ts';

/** Whether a part with this head may pass through unchanged, judging by its first bytes. */
export function mayPassThrough(head: SourceHead, container: FileFormat): boolean {
  const { sniffed } = head;
  if (sniffed.kind === 'photo') return FILE_FORMATS[container].kind === 'image';
  const { demuxer } = sniffed;
  if (!FFMPEG_FORMATS[container].demuxers.includes(demuxer)) return false;
  // Matroska is always rewritten, with its index in front.
  return demuxer === 'mov' ? head.streams && !head.isFragmented : demuxer !== 'matroska';
}

/** Whether a complete part can pass through. Call it only if {@link mayPassThrough} allowed it. */
export async function canPassThrough(part: Part, container: FileFormat): Promise<boolean> {
  if (!FFMPEG_FORMATS[container].demuxers.includes('mov')) return true;
  const layout = await layoutOf(part.path, part.bytes);
  return layout !== null && isFinished(layout, FILE_FORMATS[container].kind === 'audio');
}

/** An index at the front, not fragmented, at most one video and one audio track, no unneeded boxes. */
function isFinished(layout: Mp4Layout, soundOnly: boolean): boolean {
  const { handlers } = layout;
  const count = (kind: string) => handlers.filter((handler) => handler === kind).length;
  const [pictures, sounds] = [count('vide'), count('soun')];
  return (
    layout.isPlain &&
    layout.indexInFront &&
    !layout.isFragmented &&
    pictures + sounds === handlers.length &&
    pictures <= (soundOnly ? 0 : 1) &&
    sounds <= 1
  );
}

/** The layout of a file; null unless it is an MP4. */
export async function layoutOf(path: string, bytes: number): Promise<Mp4Layout | null> {
  const file = await open(path);
  try {
    const read: ReadAt = async (at, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
      return buffer.subarray(0, bytesRead);
    };
    return await readLayout(read, bytes);
  } finally {
    await file.close();
  }
}
