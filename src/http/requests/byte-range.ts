// Parses the request header `Range` (RFC 9110, section 14) against the length of a file.
import type { ByteRange } from '../../core/files/stored-file.ts';

/** What to send: the whole file, one range of it, or 416. */
export type WantedBytes = ByteRange | 'whole' | 'unsatisfiable';

/**
 * Returns the requested range, clipped to the file. An invalid header or several ranges give the whole file: RFC 9110
 * allows it, and a small request cannot become expensive.
 */
export function readRange(header: string | undefined, bytes: number): WantedBytes {
  const match = header?.match(/^bytes=(\d*)-(\d*)$/i);
  const [, first, last] = match ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  if (start >= bytes) return 'unsatisfiable';
  return { start, end: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}
