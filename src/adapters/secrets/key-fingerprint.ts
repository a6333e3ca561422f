// A fingerprint by which servers on one database check that they share the same secret.
import { deriveKey } from './secret.ts';

/** Its length before it is written as hex. */
export const FINGERPRINT_BYTES = 16;

/** 32 hex digits: equal for equal secrets, and useless for finding one. */
export function keyFingerprint(secret: Uint8Array): string {
  return deriveKey(secret, 'fingerprint').subarray(0, FINGERPRINT_BYTES).toString('hex');
}
