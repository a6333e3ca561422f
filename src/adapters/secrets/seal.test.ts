import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSeal } from './seal.ts';

const { seal, open } = createSeal(new Uint8Array(32).fill(7));

it('opens what it sealed, in its place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 3000 }), fc.string(), (text, place) => {
      expect(open(seal(text, place), place)).toBe(text);
    }),
  );
});

it('opens nothing in another place, and nothing of another server', () => {
  const other = createSeal(new Uint8Array(32).fill(8));
  expect(open(seal('text', 'a/title'), 'b/title')).toBeNull();
  expect(other.open(seal('text', 'a'), 'a')).toBeNull();
});

it('seals the same text differently each time', () => {
  expect(new Set(Array.from({ length: 100 }, () => seal('text', 'a'))).size).toBe(100);
});

it('notices every changed bit', () => {
  const sealed = Buffer.from(seal('text', 'a'), 'base64url');
  for (let bit = 0; bit < sealed.length * 8; bit += 1) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(open(changed.toString('base64url'), 'a')).toBeNull();
  }
});

it('opens one spelling only', () => {
  const sealed = seal('text', 'a');
  // 32 bytes end in a character of four bits.
  const alike = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_']
    .map((other) => sealed.slice(0, -1) + other)
    .filter((text) => Buffer.from(text, 'base64url').equals(Buffer.from(sealed, 'base64url')));
  expect(alike).toHaveLength(4);
  expect(alike.filter((text) => open(text, 'a') !== null)).toEqual([sealed]);
  expect(open(`${sealed}=`, 'a')).toBeNull();
});

it('is null for any text, and never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String({ maxLength: 200 })), (text) => {
      expect(open(text, 'a')).toBeNull();
    }),
    { numRuns: 1000 },
  );
});
