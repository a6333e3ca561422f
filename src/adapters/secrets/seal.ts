// Encrypts texts before they are stored, so that a stolen database reveals no link and no title.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
} from 'node:crypto';
import { deriveKey } from './secret.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM under a key derived from the server's secret. `place` is where the text is stored (the id of its row): a
 * text that was moved elsewhere does not decrypt. `open` returns null for anything it did not seal, and never throws. `mark`
 * makes equal texts of one place recognisable as equal, and reveals nothing else of them.
 */
export type Seal = {
  readonly seal: (text: string, place: string) => string;
  readonly open: (sealed: string, place: string) => string | null;
  readonly mark: (text: string, place: string) => string;
};

/** Creates the {@link Seal} of a secret of 32 bytes. Sealed texts are base64url: nonce, tag, ciphertext. */
export function createSeal(secret: Uint8Array): Seal {
  // Preparing a key for each text would take most of the time.
  const key = createSecretKey(deriveKey(secret, 'seal'));
  const markKey = deriveKey(secret, 'mark');
  const options = { authTagLength: TAG_BYTES };
  return {
    seal: (text, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, options).setAAD(Buffer.from(place));
      const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), closed]).toString('base64url');
    },
    open: (sealed, place) => {
      const bytes = Buffer.from(sealed, 'base64url');
      // The last character may have bits that no byte has: one sealed text, one spelling.
      const isSpelledSo = bytes.toString('base64url') === sealed;
      if (!isSpelledSo || bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      const decipher = createDecipheriv(CIPHER, key, nonce, options);
      decipher.setAAD(Buffer.from(place)).setAuthTag(tag);
      const opened = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([opened, decipher.final()]).toString('utf8');
      } catch {
        // Another secret, another place, or not sealed at all.
        return null;
      }
    },
    mark: (text, place) =>
      createHmac('sha256', markKey)
        .update(JSON.stringify([place, text]))
        .digest('base64url'),
  };
}
