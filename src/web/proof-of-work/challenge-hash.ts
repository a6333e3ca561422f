// SHA-256 for proofs of work: many short texts with a common prefix. Web Crypto needs https, which a server in a local network
// may not have, and each of its asynchronous calls costs more than a whole hash here.
import { sha256 } from '@noble/hashes/sha2.js';

/** Hashes texts that share a prefix. */
export type Hasher = {
  /** Returns the first 32 bits of the SHA-256 of the prefix and an ASCII suffix, as a signed integer. */
  readonly firstBitsOf: (suffix: string) => number;
};

/** Hashes `prefix` once and continues from there for each suffix of at most `maxSuffixLength` characters. */
export function createHasher(prefix: string, maxSuffixLength: number): Hasher {
  const encoder = new TextEncoder();
  const afterPrefix = sha256.create().update(encoder.encode(prefix));
  // Reused for every suffix: a new object for each would halve the speed.
  const hash = sha256.create();
  const suffixBytes = new Uint8Array(maxSuffixLength);
  const digest = new DataView(new ArrayBuffer(hash.outputLen));
  const digestBytes = new Uint8Array(digest.buffer);
  return {
    firstBitsOf(suffix) {
      const { written } = encoder.encodeInto(suffix, suffixBytes);
      afterPrefix._cloneInto(hash).update(suffixBytes.subarray(0, written)).digestInto(digestBytes);
      return digest.getInt32(0);
    },
  };
}
