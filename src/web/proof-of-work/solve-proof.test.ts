import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHasher } from './challenge-hash.ts';
import { solveProof } from './solve-proof.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

describe('the hash', () => {
  it('is SHA-256 whatever the lengths are, also when it is asked again', () => {
    const digits = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }).map(String);
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), digits, digits, (beginning, one, other) => {
        const { firstBitsOf } = createHasher(beginning.toWellFormed(), 16);
        for (const ending of [one, other, ''])
          expect(firstBitsOf(ending)).toBe(
            sha256(beginning.toWellFormed() + ending).readInt32BE(0),
          );
      }),
    );
  });

  it.each([0, 46, 54, 55, 56, 63, 64, 65, 119, 120, 128])('is right after %i bytes', (length) => {
    const beginning = 'a'.repeat(length);
    const { firstBitsOf } = createHasher(beginning, 16);
    for (const ending of ['', '1', '12345678', '1234567890123456'])
      expect(firstBitsOf(ending)).toBe(sha256(beginning + ending).readInt32BE(0));
  });
});

describe('a proof', () => {
  it('begins with as many zero bits as were asked for', async () => {
    const proof = await solveProof({ challenge: 'c'.repeat(120), difficulty: 12 });
    expect(proof.challenge).toBe('c'.repeat(120));
    expect(sha256(proof.challenge + proof.nonce).readUInt32BE(0) >>> 20).toBe(0);
    expect(proof.nonce).toMatch(/^(?:0|[1-9]\d*)$/);
  });

  it('lets others work meanwhile, and ends when it is no longer wanted', async () => {
    const end = new AbortController();
    const solving = solveProof({ challenge: 'never', difficulty: 30 }, end.signal);
    setTimeout(() => end.abort(new Error('gone')), 20);
    await expect(solving).rejects.toThrow('gone');
  });

  it('is not tried if it would take too long', async () => {
    await expect(solveProof({ challenge: 'x', difficulty: 31 })).rejects.toThrow(TypeError);
  });
});
