import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { keyFingerprint } from './key-fingerprint.ts';
import { deriveKey } from './secret.ts';

it('the fingerprint of a key is the same for the same key alone, and is no part of any key', () => {
  const [one, other] = [randomBytes(32), randomBytes(32)];
  const print = keyFingerprint(one);
  expect(print).toMatch(/^[0-9a-f]{32}$/);
  expect(keyFingerprint(Uint8Array.from(one))).toBe(print);
  expect(keyFingerprint(other)).not.toBe(print);
  for (const key of [one, ...['seal', 'tokens'].map((purpose) => deriveKey(one, purpose))])
    expect(key.toString('hex')).not.toContain(print);
});
