import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

const { hash, verify } = createPasswords();

describe('a hashed password', () => {
  it('is Argon2id at the cost that OWASP names, with a salt of its own', async () => {
    const [one, other] = [await hash('four random words'), await hash('four random words')];
    expect(one).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
    expect(one).not.toBe(other);
    expect([
      await verify('four random words', one),
      await verify('four random words', other),
    ]).toEqual([true, true]);
  });

  it.each([
    ['a NUL more', 'four random words\0'],
    ['a space more', 'four random words '],
    ['other letters', 'Four random words'],
    ['nothing', ''],
  ])('is no other one: %s', async (_what, other) => {
    expect(await verify(other, await hash('four random words'))).toBe(false);
  });

  it('may have any letters, and a thousand bytes of them', async () => {
    const long = 'é'.repeat(512);
    expect(await verify(long, await hash(long))).toBe(true);
    expect(await verify(`${long}x`, await hash(long))).toBe(false);
  });

  it('belongs to somebody: nobody has any', async () => {
    expect(await verify('four random words', null)).toBe(false);
  });

  it('is verified at the cost that it was made with', async () => {
    const nonce = Buffer.alloc(16, 7);
    const cost = { memory: 64, passes: 3, parallelism: 2 };
    const tag = argon2Sync('argon2id', { message: 'older', nonce, tagLength: 32, ...cost });
    const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
    const made = `$argon2id$v=19$m=64,t=3,p=2$${base64(nonce)}$${base64(tag)}`;
    expect([await verify('older', made), await verify('newer', made)]).toEqual([true, false]);
  });

  it.each(['', 'plain', '$argon2i$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAA'])(
    'of another shape (%j) is refused',
    async (text) => {
      await expect(verify('x', text)).rejects.toThrow(TypeError);
    },
  );
});
