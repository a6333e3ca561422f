// Wires the operators' side: accounts, sessions and the audit log.
import { createHash, randomBytes } from 'node:crypto';
import { createAdminSessions, createAdmins } from '../adapters/database/admins.ts';
import { createAuditLog } from '../adapters/database/audit-log.ts';
import type { Database } from '../adapters/database/schema.ts';
import { createPasswords } from '../adapters/secrets/passwords.ts';
import { createProofOfWork } from '../adapters/secrets/proof-of-work.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Duties } from '../core/async/duties.ts';
import type { BlockList } from '../core/blocks/block-list.ts';
import type { Thumbnails } from '../core/inspecting/ports.ts';
import type { Limiter, OnceOnly } from '../core/limits/ports.ts';
import { readEmail } from '../core/operators/admins.ts';
import type { Admins, Passwords } from '../core/operators/ports.ts';
import { createSigningIn } from '../core/operators/signing-in.ts';
import { createCurating } from '../core/trending/curating.ts';
import type { TrendingFiles, TrendingVideos } from '../core/trending/ports.ts';
import type { Services } from '../http/services.ts';
import { composeApiKeys } from './api-keys.ts';

const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
const AUDIT_DAYS = 90;

/** The services of this module. */
export type OperatorsModule = Pick<Services, 'signingIn' | 'curating' | 'auditLog' | 'apiKeys'> & {
  /** Whether there is an operator. */
  readonly hasAny: () => Promise<boolean>;
  readonly close: () => void;
};

/** Opens the operators' services, adds the operator of the settings if there is no operator yet, and sweeps every minute. */
export async function composeOperators(needs: {
  readonly config: Config;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly secret: Uint8Array;
  /** Solutions of proofs of work. */
  readonly used: OnceOnly;
  readonly database: Database;
  readonly limiter: Limiter;
  readonly videos: TrendingVideos;
  readonly files: TrendingFiles;
  readonly thumbnails: Thumbnails;
  readonly blockList: Pick<BlockList, 'hasAddress'>;
}): Promise<OperatorsModule> {
  const { config, clock, duties, secret, limiter, videos, files, thumbnails } = needs;
  const { db } = needs.database;
  const admins = createAdmins(db);
  const passwords = createPasswords();
  const audit = createAuditLog(db);
  await addFirst(config, admins, passwords, clock);
  const newId = () => randomBytes(16).toString('hex');
  const signingIn = createSigningIn({
    admins,
    passwords,
    audit,
    limiter,
    clock,
    newId,
    proofOfWork: createProofOfWork({ secret, clock, used: needs.used }),
    sessions: createAdminSessions(db),
    newToken: () => randomBytes(32).toString('base64url'),
    hashOf: (token) => createHash('sha256').update(token).digest('hex'),
  });
  const curating = createCurating({
    videos,
    files,
    thumbnails,
    audit,
    clock,
    newId,
    blockList: needs.blockList,
  });
  const apiKeys = composeApiKeys(needs);
  const sweep = async () => {
    await curating.sweep();
    await signingIn.sweep();
    await apiKeys.sweep();
    await audit.forgetBefore(clock.now() - AUDIT_DAYS * DAY_MS);
  };
  const endSweeping = duties.every('sweep-operators', MINUTE_MS, sweep, {
    failure: 'what operators left behind could not be removed',
  });
  return {
    signingIn,
    curating,
    apiKeys,
    auditLog: audit,
    hasAny: async () => (await admins.list()).length > 0,
    close: () => void endSweeping(),
  };
}

/** Does nothing once an operator exists, so that a restart does not undo a password reset. */
async function addFirst(
  { ADMIN_EMAIL, ADMIN_PASSWORD }: Config,
  admins: Admins,
  passwords: Passwords,
  clock: Clock,
): Promise<void> {
  const email = readEmail(ADMIN_EMAIL ?? '');
  if (email === null || ADMIN_PASSWORD === undefined || (await admins.list()).length > 0) return;
  await admins.add({
    id: randomBytes(16).toString('hex'),
    email,
    createdAt: clock.now(),
    password: await passwords.hash(ADMIN_PASSWORD),
  });
}
