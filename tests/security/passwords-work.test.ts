import type * as crypto from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { createPasswords } from '../../src/adapters/secrets/passwords.ts';

const counted = vi.hoisted(() => ({ hashes: [] as string[] }));
// Everything is real: what is asked of Argon2 is only written down, for time itself is no measure in a test.
vi.mock('node:crypto', async (importOriginal) => {
  const real = await importOriginal<typeof crypto>();
  const argon2 = ((algorithm, parameters, callback) => {
    const { memory, passes, parallelism, tagLength } = parameters;
    counted.hashes.push([algorithm, memory, passes, parallelism, tagLength].join(' '));
    real.argon2(algorithm, parameters, callback);
  }) as typeof real.argon2;
  return { ...real, argon2 };
});
beforeEach(() => {
  counted.hashes.length = 0;
});

it('an unknown address costs the same hashes as a known one, from the first attempt on', async () => {
  const known = await createPasswords().hash('four random words');
  const workOf = async (hash: string | null) => {
    const passwords = createPasswords();
    counted.hashes.length = 0;
    await passwords.verify('not the one', hash);
    const first = counted.hashes.splice(0);
    await passwords.verify('not the one either', hash);
    return { first, later: counted.hashes.splice(0) };
  };
  const { first, later } = await workOf(known);
  expect(await workOf(null)).toEqual({ first, later });
  expect([first.length, later.length]).toEqual([2, 1]);
  expect(new Set([...first, ...later])).toEqual(new Set(['argon2id 19456 2 1 32']));
});

it('the right password and a wrong one cost the same', async () => {
  const passwords = createPasswords();
  const known = await passwords.hash('four random words');
  await passwords.verify('any', known);
  counted.hashes.length = 0;
  expect(await passwords.verify('four random words', known)).toBe(true);
  const right = counted.hashes.splice(0);
  expect(await passwords.verify('wrong', known)).toBe(false);
  expect(counted.hashes).toEqual(right);
});
