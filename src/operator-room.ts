// The operators' side, wired together once: who may sign in, who is signed in, and what was done.
import { createHash, randomBytes } from 'node:crypto';
import { createAdminSessions, createAdmins } from './adapters/database/admins.ts';
import { createAuditLog } from './adapters/database/audit-log.ts';
import type { Database } from './adapters/database/schema.ts';
import { createPasswords } from './adapters/secrets/passwords.ts';
import { type Config, ConfigError } from './config.ts';
import { readEmail, weaknessOf } from './core/admins.ts';
import type { Admins, Passwords } from './core/operator-ports.ts';
import type { Clock, Limiter } from './core/ports.ts';
import { createSigningIn } from './core/signing-in.ts';
import type { Services } from './http/services.ts';

const DAY_MS = 24 * 3_600_000;
const AUDIT_DAYS = 90;

/** The services of this room, and what forgets all that has had its time. */
export type OperatorRoom = Pick<Services, 'signingIn'> & { readonly sweep: () => Promise<void> };

/** Opens it, and adds the operator that the settings name where there is none at all. Throws ConfigError for a weak password. */
export async function openOperatorRoom(needs: {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly limiter: Limiter;
}): Promise<OperatorRoom> {
  const { config, clock, limiter } = needs;
  const { db } = needs.database;
  const admins = createAdmins(db);
  const passwords = createPasswords();
  const audit = createAuditLog(db);
  await addFirst(config, admins, passwords, clock);
  const signingIn = createSigningIn({
    ...{ admins, passwords, audit, limiter, clock },
    sessions: createAdminSessions(db),
    newId: () => randomBytes(16).toString('hex'),
    newToken: () => randomBytes(32).toString('base64url'),
    hashOf: (token) => createHash('sha256').update(token).digest('hex'),
  });
  return {
    signingIn,
    async sweep() {
      await signingIn.sweep();
      await audit.forgetBefore(clock.now() - AUDIT_DAYS * DAY_MS);
    },
  };
}

/** Once somebody may sign in the settings change nothing: a password that was reset is not set back by the next start. */
async function addFirst(
  { ADMIN_EMAIL, ADMIN_PASSWORD }: Config,
  admins: Admins,
  passwords: Passwords,
  clock: Clock,
): Promise<void> {
  const email = readEmail(ADMIN_EMAIL ?? '');
  if (email === null || ADMIN_PASSWORD === undefined || (await admins.list()).length > 0) return;
  const weakness = weaknessOf(ADMIN_PASSWORD);
  if (weakness) throw new ConfigError(`ADMIN_PASSWORD: ${weakness}`);
  await admins.add({
    ...{ id: randomBytes(16).toString('hex'), email, createdAt: clock.now() },
    password: await passwords.hash(ADMIN_PASSWORD),
  });
}
