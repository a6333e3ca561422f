// A fingerprint by which servers on one database check that they share the same secret.
import { deriveKey } from './secret.ts';

const BYTES = 16;

/** 32 hex digits: equal for equal secrets, and useless for finding one. */
export function keyFingerprint(secret: Uint8Array): string {
  return deriveKey(secret, 'fingerprint').subarray(0, BYTES).toString('hex');
}
