// Operators sign in and out; a session ends when it was idle for long, and after half a day in any case.
import { AppError, codeOf } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import { createNetworkQuota } from '../limits/network-quota.ts';
import type { Limiter, ProofOfWork } from '../limits/ports.ts';
import { SHARED_RESOURCES } from '../limits/shared-resources.ts';
import {
  type Admin,
  type AdminSession,
  MAX_PASSWORD_BYTES,
  readEmail,
  utf8Length,
} from './admins.ts';
import type { AuditEntry } from './audit.ts';
import type { AdminSessions, Admins, AuditLog, Passwords } from './ports.ts';

const MINUTE_MS = 60_000;
const IDLE_MS = 2 * 60 * MINUTE_MS;
const LONGEST_MS = 12 * 60 * MINUTE_MS;

/** What a browser shows to prove who it is. It is told once and known to the server by its hash alone. */
export type SignedIn = { readonly token: string; readonly admin: Admin };

/** An attempt to sign in. `network` is the rate key of where it comes from; `proof` solves an earlier challenge. */
export type SignInWish = {
  readonly email: string;
  readonly password: string;
  readonly proof: Parameters<ProofOfWork['redeem']>[0] | null;
  readonly network: string;
};

/** The service behind the sign-in page. */
export type SigningIn = {
  /**
   * Starts a new session and ends the one of `oldToken`. Throws `sign_in_incomplete` for an empty field, `sign_in_failed`
   * for whoever is not known by that password, `proof_needed` with a `challenge` of some `difficulty` while the account is
   * being guessed at, `too_many_requests`, `server_busy`.
   */
  readonly signIn: (wish: SignInWish, oldToken: string | null) => Promise<SignedIn>;
  /** Whose session it is, or null when it has ended. */
  readonly whoIs: (token: string) => Promise<Admin | null>;
  readonly signOut: (token: string) => Promise<void>;
  /** Ends every session of whoever holds this one. */
  readonly signOutEverywhere: (token: string) => Promise<void>;
  /** Forgets what has ended. */
  readonly sweep: () => Promise<void>;
};

/** Makes the service. `newToken` makes 256 random bits; `hashOf` is the name under which a session is kept. */
export function createSigningIn(needs: {
  readonly admins: Pick<Admins, 'find'>;
  readonly sessions: AdminSessions;
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly limiter: Limiter;
  readonly proofOfWork: ProofOfWork;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly newToken: () => string;
  readonly hashOf: (token: string) => string;
}): SigningIn {
  const { admins, sessions, passwords, limiter, proofOfWork, clock, hashOf } = needs;
  const waiting = createNetworkQuota(SHARED_RESOURCES.signIns);
  let failures = 0;
  let failuresNotedAt = Number.NEGATIVE_INFINITY;

  const note = (
    action: AuditEntry['action'],
    admin: string | null,
    details: AuditEntry['details'] = {},
  ) =>
    needs.audit.add({
      id: needs.newId(),
      at: clock.now(),
      admin,
      action,
      subject: null,
      details,
    });

  /** Once a minute at most, with how many there were: strangers must not fill the log. */
  const noteFailure = async () => {
    failures += 1;
    if (clock.monotonic() - failuresNotedAt < MINUTE_MS) return;
    const attempts = failures;
    failures = 0;
    failuresNotedAt = clock.monotonic();
    await note('sign_in_failed', null, { attempts });
  };

  /**
   * After many attempts at one account each further one costs some work. Strangers who guess pay for every password, and
   * still cannot keep the owner out. By the typed address, known or not, so that nothing is learnt from it.
   */
  const askForWork = async (email: string, proof: SignInWish['proof']) => {
    const { allowed } = await limiter.take('signInAccount', email);
    if (allowed) return;
    try {
      proofOfWork.redeem(proof ?? { challenge: '', nonce: '' });
    } catch (cause) {
      if (codeOf(cause) !== 'proof_needed') throw cause;
      const { challenge, difficulty } = proofOfWork.challenge();
      throw new AppError('proof_needed', { params: { challenge, difficulty }, cause });
    }
  };

  const verify = async (
    password: string,
    hash: string | null,
    network: string,
  ): Promise<boolean> => {
    const giveBack = waiting.take(network);
    try {
      return await passwords.verify(password, hash);
    } finally {
      giveBack();
    }
  };

  const find = async (token: string) => {
    const found = await sessions.find(hashOf(token));
    return found && hasNotEnded(found.session, clock.now()) ? found : null;
  };

  return {
    async signIn({ email: typed, password, proof, network }, oldToken) {
      if (typed.trim() === '' || password === '') throw new AppError('sign_in_incomplete');
      if (utf8Length(password) > MAX_PASSWORD_BYTES) throw new AppError('invalid_request');
      const email = readEmail(typed);
      await askForWork(email ?? '', proof);
      const account = email === null ? null : await admins.find(email);
      const isRight = await verify(password, account?.password ?? null, network);
      if (!account || !isRight) {
        await noteFailure();
        throw new AppError('sign_in_failed');
      }
      const now = clock.now();
      const token = needs.newToken();
      if (oldToken !== null) await sessions.remove(hashOf(oldToken));
      await sessions.add({
        hash: hashOf(token),
        adminId: account.id,
        createdAt: now,
        seenAt: now,
      });
      await note('sign_in', account.email);
      const { id, createdAt } = account;
      return { token, admin: { id, email: account.email, createdAt } };
    },
    async whoIs(token) {
      const found = await find(token);
      if (!found) return null;
      const now = clock.now();
      // To the minute is enough, and a page with ten requests writes once.
      if (now - found.session.seenAt >= MINUTE_MS) await sessions.touch(found.session.hash, now);
      return found.admin;
    },
    async signOut(token) {
      const found = await find(token);
      await sessions.remove(hashOf(token));
      if (found) await note('sign_out', found.admin.email);
    },
    async signOutEverywhere(token) {
      const found = await find(token);
      if (!found) throw new AppError('not_signed_in');
      await sessions.removeAllOf(found.admin.id);
      await note('sign_out_everywhere', found.admin.email);
    },
    sweep: () =>
      sessions.forget({ createdAt: clock.now() - LONGEST_MS, seenAt: clock.now() - IDLE_MS }),
  };
}

function hasNotEnded({ createdAt, seenAt }: AdminSession, now: number): boolean {
  return now - createdAt < LONGEST_MS && now - seenAt < IDLE_MS;
}
