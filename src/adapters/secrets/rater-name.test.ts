import { expect, it } from 'vitest';
import { createRaterName } from './rater-name.ts';
import { createTokens } from './tokens.ts';

const secret = new Uint8Array(32).fill(7);
const visitor = 'ab'.repeat(32);

it('is the same for a visitor each time, and another for each visitor and each server', () => {
  const name = createRaterName(secret);
  expect(name(visitor)).toMatch(/^[0-9a-f]{64}$/);
  expect(name(visitor)).toBe(createRaterName(secret)(visitor));
  expect(name(`${visitor.slice(1)}c`)).not.toBe(name(visitor));
  expect(createRaterName(new Uint8Array(32).fill(8))(visitor)).not.toBe(name(visitor));
});

it('is neither the visitor nor what else is made of the same text', () => {
  const name = createRaterName(secret)(visitor);
  expect([visitor, createTokens(secret).workKey(visitor)]).not.toContain(name);
});
