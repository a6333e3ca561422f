// How long a refused sign-in takes for an address that is known and for one that is not: the time must not reveal which.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { systemClock } from '../src/adapters/clock/system.ts';
import { createAdminSessions, createAdmins } from '../src/adapters/database/admins.ts';
import { createAuditLog } from '../src/adapters/database/audit-log.ts';
import { openDatabase } from '../src/adapters/database/connection/open-database.ts';
import { createMemoryOnceOnly } from '../src/adapters/memory/once-only.ts';
import { createPasswords } from '../src/adapters/secrets/passwords.ts';
import { createProofOfWork } from '../src/adapters/secrets/proof-of-work.ts';
import { createSigningIn, type SigningIn } from '../src/core/operators/signing-in.ts';
import { codeOf } from '../src/shared/errors.ts';
import { median } from './processes.ts';

const TRIES = 50;
const KNOWN = 'ann@site.example';

/** Medians in milliseconds of fifty tries each; `difference` is that of the two over the smaller one. */
export type SignInFigures = {
  readonly tries: number;
  readonly knownMs: number;
  readonly unknownMs: number;
  readonly difference: number;
  readonly aim: number;
};

/** Tries in turn, with a database, Argon2id and the log as the server has them, and without the limits. */
export async function measureSignIn(): Promise<SignInFigures> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-bench-'));
  const database = await openDatabase({ url: null, dataDir });
  try {
    const { db } = database;
    const passwords = createPasswords();
    const admins = createAdmins(db);
    const password = await passwords.hash(randomBytes(15).toString('base64'));
    await admins.add({ id: 'ann', email: KNOWN, password, createdAt: 1 });
    const newId = () => randomBytes(16).toString('hex');
    const signingIn = createSigningIn({
      admins,
      passwords,
      newId,
      newToken: newId,
      clock: systemClock,
      limiter: { take: async () => ({ allowed: true, retryAfterSeconds: 0 }) },
      proofOfWork: createProofOfWork({
        secret: randomBytes(32),
        clock: systemClock,
        used: createMemoryOnceOnly(systemClock),
      }),
      sessions: createAdminSessions(db),
      audit: createAuditLog(db),
      hashOf: (token) => createHash('sha256').update(token).digest('hex'),
    });
    const known: number[] = [];
    const unknown: number[] = [];
    // The first of each is not counted: the hash for unknown addresses is made once.
    for (let turn = 0; turn <= TRIES; turn += 1) {
      const sides = [
        { email: KNOWN, times: known },
        { email: `user${turn}@site.example`, times: unknown },
      ];
      for (const { email, times } of turn % 2 === 0 ? sides : sides.toReversed()) {
        const tookMs = await refusedAfterMs(signingIn, email);
        if (turn > 0) times.push(tookMs);
      }
    }
    const [knownMs, unknownMs] = [median(known), median(unknown)];
    const difference = Math.abs(knownMs - unknownMs) / Math.min(knownMs, unknownMs);
    return { tries: TRIES, knownMs, unknownMs, difference, aim: 0.1 };
  } finally {
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function refusedAfterMs(signingIn: SigningIn, email: string): Promise<number> {
  const startedAt = performance.now();
  const code = await signingIn
    .signIn({ email, password: 'not the one', proof: null, network: '192.0.2.1/32' }, null)
    .then(
      () => 'signed in',
      (error: unknown) => codeOf(error),
    );
  if (code !== 'sign_in_failed') throw new Error(`${email}: ${code}`);
  return performance.now() - startedAt;
}
