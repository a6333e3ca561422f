// Reads a chosen or dropped text file.
import { MAX_CHARACTERS } from './read-list.ts';

/** A character takes at most this many bytes. */
const BYTES_PER_CHARACTER = 4;
const UTF_16_MARKS: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' };

/** The beginning of the file's text, as much as is read of a list; null if it is no text. */
export async function readTextFile(file: Blob): Promise<string | null> {
  const bytes = new Uint8Array(
    await file.slice(0, MAX_CHARACTERS * BYTES_PER_CHARACTER).arrayBuffer(),
  );
  const mark = [...bytes.subarray(0, 2)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const text = new TextDecoder(UTF_16_MARKS[mark] ?? 'utf-8').decode(bytes);
  return text.includes('\0') ? null : text;
}
