// Stateless proof-of-work challenges signed with the server's secret; behind the port `ProofOfWork`.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../core/async/clock.ts';
import type { OnceOnly, ProofOfWork } from '../../core/limits/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { deriveKey } from './secret.ts';

/**
 * 131,072 attempts on average. A current phone makes 200,000 to 500,000 a second in a plain loop, so a visitor waits
 * about a second; ten thousand forms cost more than an hour of a whole core, beside the limit per network.
 */
const DIFFICULTY_BITS = 17;
const LIFETIME_MS = 10 * 60_000;
const CHALLENGE = /^([\w-]{22})\.(\d{13,15})\.([\w-]{43})$/;

/**
 * Creates the port. `used` remembers accepted challenges until they expire.
 */
export function createProofOfWork(needs: {
  readonly secret: Uint8Array;
  readonly clock: Clock;
  readonly used: OnceOnly;
  readonly difficultyBits?: number;
}): ProofOfWork {
  const { clock, used, difficultyBits = DIFFICULTY_BITS } = needs;
  const key = deriveKey(needs.secret, 'proof of work');

  // The difficulty is signed too: a challenge from easier times is worthless later.
  const sign = (random: string, expiresAt: string) =>
    createHmac('sha256', key)
      .update(`${random}.${expiresAt}.${difficultyBits}`)
      .digest('base64url');

  return {
    challenge() {
      const random = randomBytes(16).toString('base64url');
      const expiresAt = clock.now() + LIFETIME_MS;
      const ending = String(expiresAt).padStart(13, '0');
      return {
        challenge: `${random}.${ending}.${sign(random, ending)}`,
        difficulty: difficultyBits,
        expiresAt,
      };
    },
    async redeem({ challenge, nonce }) {
      const [, random = '', ending = '', mac = ''] = CHALLENGE.exec(challenge) ?? [];
      const isOurs = timingSafeEqual(
        Buffer.from(sign(random, ending)),
        Buffer.from(mac.padEnd(43, '.')),
      );
      if (!isOurs || Number(ending) <= clock.now()) refuse('not a fresh one');
      if (zeroBits(hash('sha256', challenge + nonce, 'buffer')) < difficultyBits)
        refuse('not solved');
      if (!(await used.use(random, Number(ending)))) refuse('not a fresh one');
    },
  };
}

function refuse(detail: string): never {
  throw new AppError('proof_needed', { detail });
}

function zeroBits(digest: Uint8Array): number {
  let bits = 0;
  for (const byte of digest) {
    bits += Math.clz32(byte) - 24;
    if (byte !== 0) break;
  }
  return bits;
}
