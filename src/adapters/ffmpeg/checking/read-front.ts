// Reads the first bytes of a file, enough to recognize its type.
import { open } from 'node:fs/promises';
import { SNIFF_BYTES } from '../sniff-media.ts';

/** The first bytes of a file, for `sniffMedia`, or those from `at` on. */
export async function readFront(path: string, at = 0): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, at);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
