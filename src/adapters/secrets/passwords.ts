// Hashes operators' passwords with Argon2id as OWASP recommends; behind the port `Passwords`.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import type { Passwords } from '../../core/operators/ports.ts';

/** 19 MiB, two passes, one lane: OWASP's password storage cheat sheet. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
/** Each takes a core and 19 MiB: visitors' downloads come first. */
const MOST_AT_ONCE = 2;
const SHAPE =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/;

const derive = promisify(argon2);

/**
 * The port `Passwords`. Hashes are PHC strings, so that their cost can grow. Throws TypeError for a hash of another
 * format.
 */
export function createPasswords(): Passwords {
  const inTurn = pLimit(MOST_AT_ONCE);
  const hash = (password: string) =>
    inTurn(async () => {
      const salt = randomBytes(SALT_BYTES);
      return write(salt, await digest(password, salt, COST, HASH_BYTES));
    });
  let dummyHash: Promise<string> | undefined;
  return {
    hash,
    async verify(password, known) {
      // An unknown operator takes as long as a known one; the very first waits for both hashes.
      dummyHash ??= hash(randomBytes(SALT_BYTES).toString('hex')).catch((error: unknown) => {
        dummyHash = undefined;
        throw error;
      });
      const dummy = await dummyHash;
      const compared = known ?? dummy;
      return inTurn(async () => {
        const { salt, cost, expected } = read(compared);
        const is = await digest(password, salt, cost, expected.length);
        return timingSafeEqual(is, expected) && known !== null;
      });
    },
  };
}

type Cost = { readonly memory: number; readonly passes: number; readonly parallelism: number };

function digest(password: string, salt: Buffer, cost: Cost, bytes: number): Promise<Buffer> {
  const message = Buffer.from(password, 'utf8');
  return derive('argon2id', { message, nonce: salt, tagLength: bytes, ...cost });
}

function write(salt: Buffer, hash: Buffer): string {
  const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${text(salt)}$${text(hash)}`;
}

function read(text: string): { salt: Buffer; cost: Cost; expected: Buffer } {
  const [, memory, passes, parallelism, salt = '', hash = ''] = SHAPE.exec(text) ?? [];
  if (memory === undefined) throw new TypeError('This is no hash of a password');
  return {
    salt: Buffer.from(salt, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    expected: Buffer.from(hash, 'base64'),
  };
}
