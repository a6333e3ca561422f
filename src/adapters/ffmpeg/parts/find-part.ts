// Finds which bytes of a source hold a part of it, by the source's own index: the port FindPart.
import type { Span } from '../../../core/choosing/choice.ts';
import type { FindPart, ReadableSource, SourcePart } from '../../../core/jobs/ports.ts';
import { Unfit } from '../hybrid-mp4/unfit.ts';
import { SNIFF_BYTES, sniffMedia } from '../sniff-media.ts';
import { findMatroskaPart } from './matroska-part.ts';
import { findMp4Part } from './mp4-part.ts';

const FINDERS: Readonly<Record<string, FindPart>> = {
  mov: findMp4Part,
  matroska: findMatroskaPart,
};

/** MP4 by its `sidx` or its index, WebM by its cues; null for all others, and where these do not say. */
export const findPart: FindPart = async (source, span): Promise<SourcePart | null> => {
  const head = await source.read(0, Math.min(SNIFF_BYTES, source.bytes));
  const sniffed = sniffMedia(head);
  const find = sniffed?.kind === 'media' ? FINDERS[sniffed.demuxer] : undefined;
  if (!find) return null;
  try {
    const part = await find(complete(source), span);
    return part && isWithin(part, source.bytes, span) ? part : null;
  } catch (error) {
    // Its file is fetched whole, and made as any other.
    if (error instanceof Unfit || error instanceof RangeError) return null;
    throw error;
  }
};

/** Whether its bytes are in the source, and begin before the span ends: an index may say anything. */
function isWithin({ from, to, startSeconds }: SourcePart, bytes: number, { endSeconds }: Span) {
  return from >= 0 && from < to && to <= bytes && startSeconds >= 0 && startSeconds < endSeconds;
}

/** A source of which too few bytes are a RangeError. */
function complete({ bytes, read }: ReadableSource): ReadableSource {
  return {
    bytes,
    async read(from, to) {
      const end = Math.min(to, bytes);
      const found = await read(from, end);
      if (found.length < end - from) throw new RangeError('the source ends early');
      return found;
    },
  };
}
