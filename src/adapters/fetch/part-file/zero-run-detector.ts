// Detects long runs of zeros in passing bytes, and verifies them once the part is complete.
import { createByteMap } from './byte-map.ts';
import { findFiller } from './mp4-filler.ts';
import type { PartFile } from './part-file.ts';

export type ZeroRunDetector = {
  /** Samples each {@link STEP_BYTES}. */
  readonly scan: (position: number, pieces: readonly Uint8Array[]) => void;
  /** Whether the complete part has a run of at least 4096 zeros outside the filler boxes of an MP4. */
  readonly hasGap: (file: Pick<PartFile, 'peek'>, bytes: number) => Promise<boolean>;
};

/** A run of zeros that no codec produces and that a gap in a file leaves. */
const HOLE_BYTES = 4096;
/** Every such run covers three of these positions. */
const STEP_BYTES = 1024;
const PROBE = Buffer.alloc(64);

/** Creates a detector. */
export function createZeroRunDetector(): ZeroRunDetector {
  const suspects = createByteMap();
  return {
    scan: (position, pieces) => {
      let place = position;
      for (const piece of pieces) {
        const first = (STEP_BYTES - (place % STEP_BYTES)) % STEP_BYTES;
        for (let at = first; at < piece.length; at += STEP_BYTES) {
          if (piece[at] !== 0) continue;
          const end = Math.min(at + PROBE.length, piece.length);
          if (PROBE.compare(piece, at, end, 0, end - at) === 0)
            suspects.add(place + at, place + at + STEP_BYTES);
        }
        place += piece.length;
      }
    },
    hasGap: async (file, bytes) => {
      // A run of full length shows at three consecutive positions or more.
      const long = suspects.intervals().filter(({ start, end }) => end - start >= 3 * STEP_BYTES);
      if (long.length === 0) return false;
      const filler = await findFiller(file, bytes);
      for (const { start, end } of long) {
        if (filler.some((box) => box.start <= start && end - STEP_BYTES <= box.end)) continue;
        if (await hasLongRun(file, start, Math.min(bytes, end + STEP_BYTES), filler)) return true;
      }
      return false;
    },
  };
}

/** Scans byte by byte from one step before a suspect to one step behind it. */
async function hasLongRun(
  file: Pick<PartFile, 'peek'>,
  start: number,
  end: number,
  filler: readonly { readonly start: number; readonly end: number }[],
): Promise<boolean> {
  let run = 0;
  let position = Math.max(0, start - STEP_BYTES);
  while (position < end) {
    const block = await file.peek(position, Math.min(64 * 1024, end - position));
    if (block.length === 0) return false;
    for (let at = 0; at < block.length; at += 1) {
      run = block[at] === 0 ? run + 1 : 0;
      if (run < HOLE_BYTES) continue;
      const from = position + at + 1 - run;
      const box = filler.find((each) => each.start <= from && from < each.end);
      if (!box) return true;
      run = Math.max(0, position + at + 1 - box.end);
    }
    position += block.length;
  }
  return false;
}
