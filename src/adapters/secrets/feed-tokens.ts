// Tokens that let feed readers, which send no key, follow one list; behind the port `FeedTokens`.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FeedTokens } from '../../core/operators/keys/ports.ts';
import { deriveKey } from './secret.ts';

const MAC_LETTERS = 48;
const TOKEN = /^([0-9a-f]{32})([0-9a-f]{48})$/;

/** The port `FeedTokens`. A token is the id of the key and 24 bytes of HMAC over it and the address of the list, in hexadecimal. */
export function createFeedTokens(secret: Uint8Array): FeedTokens {
  const key = deriveKey(secret, 'feed token');
  const make = (keyId: string, list: string) =>
    keyId +
    createHmac('sha256', key).update(`${keyId} ${list}`).digest('hex').slice(0, MAC_LETTERS);
  return {
    make,
    read(token, list) {
      const [, keyId] = TOKEN.exec(token) ?? [];
      if (keyId === undefined) return null;
      const isOurs = timingSafeEqual(Buffer.from(make(keyId, list)), Buffer.from(token));
      return isOurs ? keyId : null;
    },
  };
}
