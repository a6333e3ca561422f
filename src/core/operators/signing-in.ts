// Operators sign in and out. A session ends after two hours without a request, and after twelve in any case.
import { AppError, codeOf } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import { SHARED_RESOURCES } from '../limits/network-bounds.ts';
import { createNetworkQuota } from '../limits/network-quota.ts';
import type { Limiter, ProofOfWork } from '../limits/ports.ts';
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

/** A new session. The token is sent to the browser once; the server stores its hash. */
export type SignedIn = { readonly token: string; readonly admin: Admin };

/** An attempt to sign in. `network` is the rate key of where it comes from; `proof` solves an earlier challenge. */
export type SignInRequest = {
  readonly email: string;
  readonly password: string;
  readonly proof: Parameters<ProofOfWork['redeem']>[0] | null;
  readonly network: string;
};

/** The service behind the sign-in page. */
export type SigningIn = {
  /**
   * Starts a new session and ends the one of `oldToken`. Throws `sign_in_incomplete` for an empty field, `sign_in_failed`
   * for an unknown account or a wrong password, `proof_needed` with a `challenge` of some `difficulty` while the account is
   * being guessed at, `too_many_requests`, `server_busy`.
   */
  readonly signIn: (request: SignInRequest, oldToken: string | null) => Promise<SignedIn>;
  /** The operator of a session, or null when it has ended. */
  readonly whoIs: (token: string) => Promise<Admin | null>;
  readonly signOut: (token: string) => Promise<void>;
  /** Ends every session of the operator of this one. */
  readonly signOutEverywhere: (token: string) => Promise<void>;
  /** Removes ended sessions. */
  readonly sweep: () => Promise<void>;
};

export type SigningInNeeds = {
  readonly admins: Pick<Admins, 'find'>;
  readonly sessions: AdminSessions;
  readonly passwords: Pick<Passwords, 'verify'>;
  readonly audit: Pick<AuditLog, 'add'>;
  readonly limiter: Limiter;
  readonly proofOfWork: ProofOfWork;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Returns a token of 256 random bits. */
  readonly newToken: () => string;
  /** The name under which a session is stored. */
  readonly hashOf: (token: string) => string;
};

type State = SigningInNeeds & {
  readonly waiting: ReturnType<typeof createNetworkQuota>;
  failures: number;
  failuresNotedAtMs: number;
};

/** Creates the service. */
export function createSigningIn(needs: SigningInNeeds): SigningIn {
  const state: State = {
    ...needs,
    waiting: createNetworkQuota(SHARED_RESOURCES.signIns),
    failures: 0,
    failuresNotedAtMs: Number.NEGATIVE_INFINITY,
  };
  return {
    signIn: (request, oldToken) => signIn(state, request, oldToken),
    whoIs: (token) => whoIs(state, token),
    signOut: (token) => signOut(state, token),
    signOutEverywhere: (token) => signOutEverywhere(state, token),
    async sweep() {
      const now = needs.clock.now();
      await needs.sessions.forget({ createdAt: now - LONGEST_MS, seenAt: now - IDLE_MS });
    },
  };
}

async function signIn(
  state: State,
  { email: typed, password, proof, network }: SignInRequest,
  oldToken: string | null,
): Promise<SignedIn> {
  const { sessions, hashOf } = state;
  if (typed.trim() === '' || password === '') throw new AppError('sign_in_incomplete');
  if (utf8Length(password) > MAX_PASSWORD_BYTES) throw new AppError('invalid_request');
  const email = readEmail(typed);
  await requireProofWhenGuessed(state, email ?? '', proof);
  const account = email === null ? null : await state.admins.find(email);
  const isRight = await verify(state, password, account?.password ?? null, network);
  if (!account || !isRight) {
    await noteFailure(state);
    throw new AppError('sign_in_failed');
  }
  const now = state.clock.now();
  const token = state.newToken();
  if (oldToken !== null) await sessions.remove(hashOf(oldToken));
  const { id, createdAt } = account;
  await sessions.add({ hash: hashOf(token), adminId: id, createdAt: now, seenAt: now });
  await note(state, 'sign_in', account.email);
  return { token, admin: { id, email: account.email, createdAt } };
}

async function whoIs(state: State, token: string): Promise<Admin | null> {
  const found = await findSession(state, token);
  if (!found) return null;
  const now = state.clock.now();
  // To the minute is enough, so that a page with ten requests writes once.
  if (now - found.session.seenAt >= MINUTE_MS) await state.sessions.touch(found.session.hash, now);
  return found.admin;
}

async function signOut(state: State, token: string): Promise<void> {
  const found = await findSession(state, token);
  await state.sessions.remove(state.hashOf(token));
  if (found) await note(state, 'sign_out', found.admin.email);
}

async function signOutEverywhere(state: State, token: string): Promise<void> {
  const found = await findSession(state, token);
  if (!found) throw new AppError('not_signed_in');
  await state.sessions.removeAllOf(found.admin.id);
  await note(state, 'sign_out_everywhere', found.admin.email);
}

/**
 * After many attempts at one account, each further one needs a solved challenge: guessing costs work for every password and
 * cannot lock the owner out. Counted by the typed address, known or not, so that nothing is learnt from it.
 */
async function requireProofWhenGuessed(
  { limiter, proofOfWork }: State,
  email: string,
  proof: SignInRequest['proof'],
): Promise<void> {
  const { allowed } = await limiter.take('signInAccount', email);
  if (allowed) return;
  try {
    await proofOfWork.redeem(proof ?? { challenge: '', nonce: '' });
  } catch (cause) {
    if (codeOf(cause) !== 'proof_needed') throw cause;
    const { challenge, difficulty } = proofOfWork.challenge();
    throw new AppError('proof_needed', { params: { challenge, difficulty }, cause });
  }
}

async function verify(
  { waiting, passwords }: State,
  password: string,
  hash: string | null,
  network: string,
): Promise<boolean> {
  const release = waiting.take(network);
  try {
    return await passwords.verify(password, hash);
  } finally {
    release();
  }
}

async function findSession({ sessions, hashOf, clock }: State, token: string) {
  const found = await sessions.find(hashOf(token));
  return found && hasNotEnded(found.session, clock.now()) ? found : null;
}

/** Logs failures once a minute at most, with their number, so that strangers cannot fill the log. */
async function noteFailure(state: State): Promise<void> {
  state.failures += 1;
  const nowMs = state.clock.monotonic();
  if (nowMs - state.failuresNotedAtMs < MINUTE_MS) return;
  const attempts = state.failures;
  state.failures = 0;
  state.failuresNotedAtMs = nowMs;
  await note(state, 'sign_in_failed', null, { attempts });
}

function note(
  { audit, newId, clock }: State,
  action: AuditEntry['action'],
  admin: string | null,
  details: AuditEntry['details'] = {},
): Promise<void> {
  return audit.add({ id: newId(), at: clock.now(), admin, action, subject: null, details });
}

function hasNotEnded({ createdAt, seenAt }: AdminSession, now: number): boolean {
  return now - createdAt < LONGEST_MS && now - seenAt < IDLE_MS;
}
