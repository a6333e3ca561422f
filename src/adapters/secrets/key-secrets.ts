// Makes the secrets of keys for programs, and the hashes under which they are stored; behind the port `KeySecrets`.
import { createHash, randomBytes } from 'node:crypto';
import type { KeySecrets } from '../../core/operators/keys/ports.ts';

const SECRET_BYTES = 32;

/** The port `KeySecrets`. A secret has 256 random bits, so a plain SHA-256 reveals nothing about it. */
export const keySecrets: KeySecrets = {
  make: () => `kr_${randomBytes(SECRET_BYTES).toString('base64url')}`,
  hashOf: (secret) => createHash('sha256').update(secret).digest('hex'),
};
