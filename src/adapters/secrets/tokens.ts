// Unguessable stateless links made from the server's secret; behind the port `Tokens`.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Tokens } from '../../core/downloading/ports.ts';
import { deriveKey } from './secret.ts';
import { createWorkKey, deriveWorkerKeys } from './worker-keys.ts';

/** Four bytes of version and 32 of HMAC are exactly 48 characters of base64url: one token, one spelling. */
const TAIL = 48;
const MAX_VERSION = 2 ** 32 - 2;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const TOKEN = /^[A-Za-z0-9_-]{49,112}$/;

/**
 * The port `Tokens`. A token is the download's id and 48 more characters, all URL-safe. Throws TypeError for an id that
 * is not 1 to 64 such characters and for a version that is not an integer from 0.
 */
export function createTokens(secret: Uint8Array): Tokens {
  const fileKey = deriveKey(secret, 'file token');
  const shareKey = deriveKey(secret, 'share token');

  // Step 0 is the owner's token, step n a share token of version n - 1.
  const sign = (downloadId: string, step: number): string => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(step);
    const mac = createHmac('sha256', step === 0 ? fileKey : shareKey);
    mac.update(head).update(downloadId);
    return downloadId + Buffer.concat([head, mac.digest()]).toString('base64url');
  };

  return {
    fileToken: (downloadId) => sign(checked(downloadId), 0),
    shareToken: (downloadId, shareVersion) => {
      if (!Number.isInteger(shareVersion) || shareVersion < 0 || shareVersion > MAX_VERSION) {
        throw new TypeError('A share version is a whole number from 0');
      }
      return sign(checked(downloadId), shareVersion + 1);
    },
    read: (token) => {
      if (!TOKEN.test(token)) return null;
      const downloadId = token.slice(0, -TAIL);
      const step = Buffer.from(token.slice(-TAIL), 'base64url').readUInt32BE(0);
      const ours = Buffer.from(sign(downloadId, step));
      if (!timingSafeEqual(ours, Buffer.from(token))) return null;
      return { downloadId, shareVersion: step === 0 ? null : step - 1 };
    },
    workKey: createWorkKey(deriveWorkerKeys(secret).work),
  };
}

function checked(downloadId: string): string {
  if (!ID.test(downloadId)) throw new TypeError('A download id is 1 to 64 letters of base64url');
  return downloadId;
}
