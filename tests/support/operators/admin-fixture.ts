// The operators' side over HTTP with everything behind it real: a database, Argon2id, limits; with one operator in it.
import { createHash, randomBytes } from 'node:crypto';
import { createAdminSessions, createAdmins } from '../../../src/adapters/database/admins.ts';
import { createAuditLog } from '../../../src/adapters/database/audit-log.ts';
import { createMemoryLimiter } from '../../../src/adapters/limiter/memory.ts';
import { createMemoryOnceOnly } from '../../../src/adapters/memory/once-only.ts';
import { createPasswords } from '../../../src/adapters/secrets/passwords.ts';
import { createProofOfWork } from '../../../src/adapters/secrets/proof-of-work.ts';
import { createSigningIn } from '../../../src/core/operators/signing-in.ts';
import type { HttpOptions, Services } from '../../../src/http/services.ts';
import type { TestDatabase } from '../../contracts/databases.ts';
import { type HttpFixture, startHttpFixture } from '../http/http-fixture.ts';
import type { ManualClock } from '../run/manual-clock.ts';

/** Solved at once. */
const EASY_BITS = 4;

/** The operator. */
export const ANN = { email: 'ann@site.example', password: 'four random words make one' } as const;

/** The fixture, what is behind it, and how to be signed in on it. */
export type AdminFixture = HttpFixture & {
  readonly database: TestDatabase;
  /** Signs in from an address of its own; the cookie as a header. */
  readonly signedIn: () => Promise<string>;
};

/** Starts it on a fresh database, which it ends with itself. */
export async function startAdminFixture(
  database: TestDatabase,
  options: Partial<HttpOptions> = {},
  services: (fixture: {
    readonly clock: ManualClock;
    readonly db: TestDatabase['db'];
  }) => Partial<Services> = () => ({}),
): Promise<AdminFixture> {
  const { db } = database;
  const passwords = createPasswords();
  const admins = createAdmins(db);
  await admins.add({
    id: 'ann',
    email: ANN.email,
    createdAt: 1,
    password: await passwords.hash(ANN.password),
  });
  const audit = createAuditLog(db);
  const fixture = await startHttpFixture(options, ({ clock }) => {
    const limiter = createMemoryLimiter({ clock });
    return {
      limiter,
      signingIn: createSigningIn({
        admins,
        passwords,
        limiter,
        clock,
        proofOfWork: createProofOfWork({
          clock,
          used: createMemoryOnceOnly(clock),
          secret: new Uint8Array(32).fill(9),
          difficultyBits: EASY_BITS,
        }),
        sessions: createAdminSessions(db),
        audit,
        newId: () => randomBytes(16).toString('hex'),
        newToken: () => randomBytes(32).toString('base64url'),
        hashOf: (token) => createHash('sha256').update(token).digest('hex'),
      }),
      auditLog: audit,
      ...services({ clock, db }),
    };
  });
  let visitors = 0;
  return {
    ...fixture,
    database,
    async signedIn() {
      visitors += 1;
      const answer = await fetch(`${fixture.origin}/api/admin/login`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.100.${visitors}`,
        },
        body: JSON.stringify(ANN),
      });
      if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`);
      return (answer.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? '';
    },
    async close() {
      await fixture.close();
      await database.end();
    },
  };
}
