// Finds long runs of zeros among the media bytes of a file, as a gap leaves them and no codec produces.
import { open } from 'node:fs/promises';

/** Bytes of a file from `start` up to `end`, which is excluded. */
export type Region = { readonly start: number; readonly end: number };

const READ_BYTES = 1024 * 1024;
// Every run of twice as many zeros covers one of these positions.
const STEP_BYTES = 1024;

/**
 * Returns the length of the longest run of zeros that has at least `leastBytes` (2048 or more); 0 when there is none.
 */
export async function findZeros(
  path: string,
  regions: readonly Region[],
  leastBytes: number,
  signal: AbortSignal,
): Promise<number> {
  const file = await open(path);
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  let longest = 0;
  let run = 0;
  try {
    for (const { start, end } of regions) {
      run = 0;
      for (let at = start; at < end; ) {
        signal.throwIfAborted();
        const wanted = Math.min(READ_BYTES, end - at);
        const { bytesRead } = await file.read(buffer, 0, wanted, at);
        if (bytesRead === 0) break;
        run = scan(buffer.subarray(0, bytesRead), run, leastBytes, (found) => {
          longest = Math.max(longest, found);
        });
        at += bytesRead;
      }
      if (run >= leastBytes) longest = Math.max(longest, run);
    }
  } finally {
    await file.close();
  }
  return longest;
}

/** Scans one piece that follows `run` zeros. Returns how many zeros are at its end. */
function scan(
  bytes: Uint8Array,
  run: number,
  leastBytes: number,
  found: (bytes: number) => void,
): number {
  let at = 0;
  while (at < bytes.length) {
    if (run === 0 && bytes[at] !== 0) {
      at += STEP_BYTES;
      continue;
    }
    // Within a run, or at its start: from here on every byte counts.
    const from = run === 0 ? startOfRun(bytes, at) : at;
    let to = at;
    while (to < bytes.length && bytes[to] === 0) to += 1;
    run += to - from;
    if (to === bytes.length) return run;
    if (run >= leastBytes) found(run);
    run = 0;
    at = to + STEP_BYTES;
  }
  // The last step may have skipped the start of a run.
  return bytes.length - startOfRun(bytes, bytes.length);
}

function startOfRun(bytes: Uint8Array, at: number): number {
  let from = at;
  while (from > 0 && bytes[from - 1] === 0) from -= 1;
  return from;
}
