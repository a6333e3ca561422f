// Unguessable stateless links made from the server's secret; behind the port `Tokens`.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Tokens } from '../../core/downloading/ports.ts';
import { deriveKey } from './secret.ts';
import { createWorkKey, deriveWorkerKeys } from './worker-keys.ts';

/** A head of four bytes and 32 of HMAC are exactly 48 characters of base64url: one token, one spelling. */
const TAIL = 48;
/** A share token has its version as its head; an owner's token has this bit, and a hash of the file's ETag. */
const OWN = 2 ** 31;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const TOKEN = /^[A-Za-z0-9_-]{49,112}$/;

/**
 * The port `Tokens`. A token is the download's id and 48 more characters, all URL-safe. Throws TypeError for an id that
 * is not 1 to 64 such characters and for a version that is not an integer from 0.
 */
export function createTokens(secret: Uint8Array): Tokens {
  const fileKey = deriveKey(secret, 'file token');
  const shareKey = deriveKey(secret, 'share token');

  const sign = (downloadId: string, value: number): string => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(value);
    const mac = createHmac('sha256', value >= OWN ? fileKey : shareKey);
    mac.update(head).update(downloadId);
    return downloadId + Buffer.concat([head, mac.digest()]).toString('base64url');
  };

  return {
    fileToken: (downloadId, etag) => {
      const hash = createHash('sha256').update(etag).digest().readUInt32BE(0);
      return sign(checked(downloadId), OWN + (hash % OWN));
    },
    shareToken: (downloadId, shareVersion) => {
      if (!Number.isInteger(shareVersion) || shareVersion < 0 || shareVersion >= OWN) {
        throw new TypeError('A share version is a whole number from 0');
      }
      return sign(checked(downloadId), shareVersion);
    },
    read: (token) => {
      if (!TOKEN.test(token)) return null;
      const downloadId = token.slice(0, -TAIL);
      const value = Buffer.from(token.slice(-TAIL), 'base64url').readUInt32BE(0);
      const ours = Buffer.from(sign(downloadId, value));
      if (!timingSafeEqual(ours, Buffer.from(token))) return null;
      return { downloadId, shareVersion: value >= OWN ? null : value };
    },
    workKey: createWorkKey(deriveWorkerKeys(secret).work),
  };
}

function checked(downloadId: string): string {
  if (!ID.test(downloadId)) throw new TypeError('A download id is 1 to 64 letters of base64url');
  return downloadId;
}
