// A short name of the server's secret by which servers on one database see whether theirs is the same.
import { deriveKey } from './secret.ts';

const BYTES = 16;

/** 32 hex letters: the same for the same secret, and no help in finding it. */
export function keyFingerprint(secret: Uint8Array): string {
  return deriveKey(secret, 'fingerprint').subarray(0, BYTES).toString('hex');
}
