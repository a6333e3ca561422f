// Decrypts a segment (AES-128 in CBC mode) as it arrives.
import { createDecipheriv } from 'node:crypto';
import { AppError } from '../../../shared/errors.ts';

/** Decrypts pieces; `end` returns the rest. Throws `bad_media` when the padding of the last block is invalid. */
export type Decryptor = {
  readonly open: (piece: Buffer) => Buffer;
  readonly end: () => Buffer;
};

/** Passes everything through. */
export const PLAINTEXT: Decryptor = { open: (piece) => piece, end: () => Buffer.alloc(0) };

const FIRST_BOXES: ReadonlySet<string> = new Set(['ftyp', 'styp', 'moov', 'moof', 'sidx']);

/** Decrypts with a key of 16 bytes. With `mayBeOpen` a segment that begins like an MP4 passes through unchanged. */
export function createDecryptor(key: Uint8Array, iv: Uint8Array, mayBeOpen: boolean): Decryptor {
  const decipher = createDecipheriv('aes-128-cbc', key, iv);
  let head: Buffer | null = mayBeOpen ? Buffer.alloc(0) : null;
  let isOpen = false;

  const pass = (piece: Buffer) => (isOpen ? piece : decipher.update(piece));
  return {
    open: (piece) => {
      if (head === null) return pass(piece);
      head = Buffer.concat([head, piece]);
      if (head.length < 8) return Buffer.alloc(0);
      const whole = head;
      head = null;
      isOpen = FIRST_BOXES.has(whole.toString('latin1', 4, 8));
      return pass(whole);
    },
    end: () => {
      if (isOpen) return Buffer.alloc(0);
      try {
        return decipher.final();
      } catch (cause) {
        throw new AppError('bad_media', { cause, detail: 'a segment that its key does not open' });
      }
    },
  };
}
