// Unguessable stateless links made from the server's secret; behind the port `Tokens`.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Tokens } from '../../core/downloading/ports.ts';
import { deriveKey } from './secret.ts';
import { createWorkKey, deriveWorkerKeys } from './worker-keys.ts';

/** A head of 12 bytes and 24 of HMAC are exactly 48 characters of base64url: one token, one spelling. */
const TAIL = 48;
const HEAD_BYTES = 12;
const MAC_BYTES = 24;
/** The first byte of an owner's token has this bit, and then comes a hash of the file's ETag; that of a share token ends with its version. */
const OWN = 0x80;
const VERSION_AT = HEAD_BYTES - 4;
const MAX_VERSION = 2 ** 32 - 1;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const TOKEN = /^[A-Za-z0-9_-]{49,112}$/;

/**
 * The port `Tokens`. A token is the download's id and 48 more characters, all URL-safe. Throws TypeError for an id that
 * is not 1 to 64 such characters and for a version that is not an integer from 0.
 */
export function createTokens(secret: Uint8Array): Tokens {
  const fileKey = deriveKey(secret, 'file token');
  const shareKey = deriveKey(secret, 'share token');

  const sign = (downloadId: string, head: Buffer): string => {
    const mac = createHmac('sha256', isOwn(head) ? fileKey : shareKey);
    mac.update(head).update(downloadId);
    const signature = mac.digest().subarray(0, MAC_BYTES);
    return downloadId + Buffer.concat([head, signature]).toString('base64url');
  };

  return {
    fileToken: (downloadId, etag) => {
      const head = createHash('sha256').update(etag).digest().subarray(0, HEAD_BYTES);
      head.writeUInt8(head.readUInt8() | OWN);
      return sign(checked(downloadId), head);
    },
    shareToken: (downloadId, shareVersion) => {
      if (!Number.isInteger(shareVersion) || shareVersion < 0 || shareVersion > MAX_VERSION) {
        throw new TypeError('A share version is a whole number from 0');
      }
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt32BE(shareVersion, VERSION_AT);
      return sign(checked(downloadId), head);
    },
    read: (token) => {
      if (!TOKEN.test(token)) return null;
      const downloadId = token.slice(0, -TAIL);
      const head = Buffer.from(token.slice(-TAIL), 'base64url').subarray(0, HEAD_BYTES);
      const ours = Buffer.from(sign(downloadId, head));
      if (!timingSafeEqual(ours, Buffer.from(token))) return null;
      return { downloadId, shareVersion: isOwn(head) ? null : head.readUInt32BE(VERSION_AT) };
    },
    workKey: createWorkKey(deriveWorkerKeys(secret).work),
  };
}

const isOwn = (head: Buffer) => (head.readUInt8() & OWN) !== 0;

function checked(downloadId: string): string {
  if (!ID.test(downloadId)) throw new TypeError('A download id is 1 to 64 letters of base64url');
  return downloadId;
}
