// Unguessable stateless links made from the server's secret; behind the port `Tokens`.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ReadToken, Tokens } from '../../core/downloading/ports.ts';
import { deriveKey } from './secret.ts';
import { createWorkKey, deriveWorkerKeys } from './worker-keys.ts';

/** A head of 12 bytes and 24 of HMAC are exactly 48 characters of base64url: one token, one spelling. */
const TAIL = 48;
const HEAD_BYTES = 12;
const MAC_BYTES = 24;
/**
 * The first bits of a head say what it is. That of an owner's token goes on with a hash of the file's ETag, that of a program's with a
 * shorter one, and ends with the second when it expires; that of a share token ends with its version.
 */
const OWN = 0x80;
const PROGRAM = 0x40;
const LAST_AT = HEAD_BYTES - 4;
const MAX_LAST = 2 ** 32 - 1;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const TOKEN = /^[A-Za-z0-9_-]{49,112}$/;

/**
 * The port `Tokens`. A token is the download's id and 48 more characters, all URL-safe. Throws TypeError for an id that
 * is not 1 to 64 such characters, for a version that is not an integer from 0, and for a time that is not one of whole seconds.
 */
export function createTokens(secret: Uint8Array): Tokens {
  const keys = {
    own: deriveKey(secret, 'file token'),
    shared: deriveKey(secret, 'share token'),
    program: deriveKey(secret, 'program token'),
  };

  const sign = (downloadId: string, head: Buffer): string => {
    const mac = createHmac('sha256', keys[kindOf(head)]);
    mac.update(head).update(downloadId);
    const signature = mac.digest().subarray(0, MAC_BYTES);
    return downloadId + Buffer.concat([head, signature]).toString('base64url');
  };

  return {
    fileToken: (downloadId, etag) => {
      const head = hashed(etag);
      head.writeUInt8(head.readUInt8() | OWN);
      return sign(checked(downloadId), head);
    },
    shareToken: (downloadId, shareVersion) => {
      const head = Buffer.alloc(HEAD_BYTES);
      return sign(checked(downloadId), endingWith(head, shareVersion));
    },
    programToken: (downloadId, etag, expiresAt) => {
      const head = hashed(etag);
      head.writeUInt8((head.readUInt8() & ~OWN) | PROGRAM);
      return sign(checked(downloadId), endingWith(head, expiresAt / 1000));
    },
    read: (token) => {
      if (!TOKEN.test(token)) return null;
      const downloadId = token.slice(0, -TAIL);
      const head = Buffer.from(token.slice(-TAIL), 'base64url').subarray(0, HEAD_BYTES);
      const ours = Buffer.from(sign(downloadId, head));
      if (!timingSafeEqual(ours, Buffer.from(token))) return null;
      const kind = kindOf(head);
      const last = head.readUInt32BE(LAST_AT);
      if (kind === 'own') return { downloadId, kind };
      if (kind === 'shared') return { downloadId, kind, shareVersion: last };
      return { downloadId, kind, expiresAt: last * 1000 };
    },
    workKey: createWorkKey(deriveWorkerKeys(secret).work),
  };
}

function kindOf(head: Buffer): ReadToken['kind'] {
  const first = head.readUInt8();
  if ((first & OWN) !== 0) return 'own';
  return (first & PROGRAM) !== 0 ? 'program' : 'shared';
}

function hashed(etag: string): Buffer {
  return createHash('sha256').update(etag).digest().subarray(0, HEAD_BYTES);
}

function endingWith(head: Buffer, last: number): Buffer {
  if (!Number.isInteger(last) || last < 0 || last > MAX_LAST)
    throw new TypeError('A token ends with a whole number from 0');
  head.writeUInt32BE(last, LAST_AT);
  return head;
}

function checked(downloadId: string): string {
  if (!ID.test(downloadId)) throw new TypeError('A download id is 1 to 64 letters of base64url');
  return downloadId;
}
