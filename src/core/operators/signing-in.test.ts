import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { solveProof } from '../../../tests/support/http/solve-proof.ts';
import { createManualClock, type ManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemoryLimiter } from '../../adapters/limiter/memory.ts';
import { createMemoryOnceOnly } from '../../adapters/memory/once-only.ts';
import { createProofOfWork } from '../../adapters/secrets/proof-of-work.ts';
import { AppError } from '../../shared/errors.ts';
import type { AdminAccount, AdminSession } from './admins.ts';
import type { AuditEntry } from './audit.ts';
import { createSigningIn, type SigningIn } from './signing-in.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ANN: AdminAccount = {
  id: 'a',
  email: 'ann@site.example',
  password: 'hash of right',
  createdAt: 1,
};
const FROM = { proof: null, network: '192.0.2.1/32' };
const RIGHT = { email: 'ann@site.example', password: 'right', ...FROM };

let clock: ManualClock;
let kept: Map<string, AdminSession>;
let log: AuditEntry[];
let verified: (string | null)[];
let touches: number;
/** What a password waits for before it is verified. */
let turn: Promise<void>;
let signingIn: SigningIn;
let tokens = 0;
beforeEach(() => {
  clock = createManualClock(1_800_000_000_000);
  kept = new Map();
  log = [];
  verified = [];
  touches = 0;
  turn = Promise.resolve();
  signingIn = createSigningIn({
    admins: { find: async (email) => (email === ANN.email ? ANN : null) },
    sessions: {
      add: async (session) => void kept.set(session.hash, session),
      find: async (hash) => {
        const session = kept.get(hash);
        return session ? { session, admin: ANN } : null;
      },
      touch: async (hash, seenAt) => {
        touches += 1;
        const session = kept.get(hash);
        if (session) kept.set(hash, { ...session, seenAt });
      },
      remove: async (hash) => void kept.delete(hash),
      removeAllOf: async () => {
        const { size } = kept;
        kept.clear();
        return size;
      },
      forget: async ({ createdAt, seenAt }) => {
        for (const [hash, one] of kept)
          if (one.createdAt <= createdAt || one.seenAt <= seenAt) kept.delete(hash);
      },
    },
    passwords: {
      verify: async (password, hash) => {
        verified.push(hash);
        await turn;
        if (password === 'broken') throw new TypeError('the hash is broken');
        return hash === `hash of ${password}`;
      },
    },
    audit: { add: async (entry) => void log.push(entry) },
    limiter: createMemoryLimiter({ clock }),
    proofOfWork: createProofOfWork({
      clock,
      used: createMemoryOnceOnly(clock),
      secret: new Uint8Array(32),
      difficultyBits: 4,
    }),
    clock,
    newId: () => String(log.length),
    newToken: () => {
      tokens += 1;
      return `token ${tokens}`;
    },
    hashOf: (token) => createHash('sha256').update(token).digest('hex'),
  });
});
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'in',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  );

describe('signing in', () => {
  it('starts a session that is stored by its hash', async () => {
    const { token, admin } = await signingIn.signIn(RIGHT, null);
    expect(admin).toEqual({ id: 'a', email: 'ann@site.example', createdAt: 1 });
    expect(await signingIn.whoIs(token)).toMatchObject({ email: 'ann@site.example' });
    expect(JSON.stringify([...kept])).not.toContain(token);
  });

  it('accepts the address in upper or lower case, with spaces around it', async () => {
    expect(await codeOf(signingIn.signIn({ ...RIGHT, email: ' Ann@Site.Example ' }, null))).toBe(
      'in',
    );
  });

  it.each([
    ['', 'right'],
    ['  ', 'right'],
    ['ann@site.example', ''],
  ])('requires both fields, not %j and %j', async (email, password) => {
    expect(await codeOf(signingIn.signIn({ ...FROM, email, password }, null))).toBe(
      'sign_in_incomplete',
    );
    expect(verified).toEqual([]);
  });

  it.each([
    ['a wrong password', RIGHT.email, 'wrong'],
    ['a password with a NUL more', RIGHT.email, 'right\0'],
    ['a password with a space more', RIGHT.email, 'right '],
    ['somebody unknown', 'bob@site.example', 'right'],
    ['no address at all', 'ann', 'right'],
  ])('answers %s in the same way, after the same work', async (_what, email, password) => {
    expect(await codeOf(signingIn.signIn({ ...FROM, email, password }, null))).toBe(
      'sign_in_failed',
    );
    expect(verified).toHaveLength(1);
    expect(kept.size).toBe(0);
  });

  it('does not hash a text that is too long for a password', async () => {
    const attempt = (password: string) => codeOf(signingIn.signIn({ ...RIGHT, password }, null));
    expect(await attempt('é'.repeat(513))).toBe('invalid_request');
    expect(verified).toEqual([]);
    expect(await attempt('é'.repeat(512))).toBe('sign_in_failed');
  });

  it('requires a proof of work after twenty attempts at one account, known or not, for a time', async () => {
    for (const email of [RIGHT.email, 'bob@site.example']) {
      const wrong = () => codeOf(signingIn.signIn({ ...FROM, email, password: 'wrong' }, null));
      for (let guess = 0; guess < 20; guess += 1) expect(await wrong()).toBe('sign_in_failed');
      expect(await wrong()).toBe('proof_needed');
    }
    expect(verified).toHaveLength(40);
    clock.advance(15 * MINUTE_MS);
    expect(await codeOf(signingIn.signIn(RIGHT, null))).toBe('in');
  });

  it('counts attempts at one account together, however its address is written', async () => {
    const spellings = [RIGHT.email, 'ANN@SITE.EXAMPLE', ' Ann@site.example', 'ann@Site.Example\t'];
    const guess = (n: number) => {
      const email = spellings[n % spellings.length] ?? '';
      return codeOf(signingIn.signIn({ ...FROM, email, password: 'guess' }, null));
    };
    for (let n = 0; n < 20; n += 1) expect(await guess(n)).toBe('sign_in_failed');
    for (let n = 0; n < 4; n += 1) expect(await guess(n)).toBe('proof_needed');
  });

  it('leaves other accounts alone while one is guessed at', async () => {
    const guess = () =>
      codeOf(signingIn.signIn({ ...FROM, email: 'bob@site.example', password: 'x' }, null));
    while ((await guess()) !== 'proof_needed');
    expect(await codeOf(signingIn.signIn(RIGHT, null))).toBe('in');
  });

  it('accepts a proof once per attempt, whatever other attempts there are', async () => {
    const guess = () => codeOf(signingIn.signIn({ ...RIGHT, password: 'guess' }, null));
    while ((await guess()) !== 'proof_needed');
    const asked = (await signingIn.signIn(RIGHT, null).catch((error) => error)) as AppError;
    const { challenge, difficulty } = asked.params as { challenge: string; difficulty: number };
    const proof = solveProof({ challenge, difficulty });
    expect(await codeOf(signingIn.signIn({ ...RIGHT, proof }, null))).toBe('in');
    expect(await codeOf(signingIn.signIn({ ...RIGHT, proof }, null))).toBe('proof_needed');
    expect(await guess()).toBe('proof_needed');
  });

  it('lets one network have five passwords verified at once, and gives each place back', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    turn = promise;
    const attempt = (n: number, network = FROM.network, password = 'x') =>
      codeOf(signingIn.signIn({ ...FROM, network, email: `u${n}@a.example`, password }, null));
    const waiting = [1, 2, 3, 4].map((n) => attempt(n));
    waiting.push(attempt(5, FROM.network, 'broken'));
    waiting.push(attempt(7, '198.51.100.1/32'));
    expect(await attempt(6)).toBe('too_many_requests');
    resolve();
    expect((await Promise.all(waiting)).filter((code) => code === 'sign_in_failed').length).toBe(5);
    expect(await Promise.all([1, 2, 3, 4, 5].map((n) => attempt(n)))).not.toContain(
      'too_many_requests',
    );
  });

  it('starts a new session and ends the old one of the browser', async () => {
    const first = await signingIn.signIn(RIGHT, null);
    const second = await signingIn.signIn(RIGHT, first.token);
    expect(second.token).not.toBe(first.token);
    expect(await signingIn.whoIs(first.token)).toBeNull();
    expect(await signingIn.whoIs(second.token)).not.toBeNull();
  });
});

describe('a session', () => {
  it('ends after two hours without a request', async () => {
    const { token } = await signingIn.signIn(RIGHT, null);
    clock.advance(2 * HOUR_MS - 1);
    expect(await signingIn.whoIs(token)).not.toBeNull();
    clock.advance(2 * HOUR_MS - 1);
    expect(await signingIn.whoIs(token)).not.toBeNull();
    clock.advance(2 * HOUR_MS);
    expect(await signingIn.whoIs(token)).toBeNull();
  });

  it('ends after twelve hours in any case', async () => {
    const { token } = await signingIn.signIn(RIGHT, null);
    for (let hour = 1; hour < 12; hour += 1) {
      clock.advance(HOUR_MS);
      expect(await signingIn.whoIs(token)).not.toBeNull();
    }
    clock.advance(HOUR_MS);
    expect(await signingIn.whoIs(token)).toBeNull();
  });

  it('is removed once it has ended, and not before', async () => {
    await signingIn.signIn(RIGHT, null);
    const { token } = await signingIn.signIn(RIGHT, null);
    const keptAfter = async (ms: number) => {
      clock.advance(ms);
      await signingIn.sweep();
      return kept.size;
    };
    expect(await keptAfter(2 * HOUR_MS - 1)).toBe(2);
    await signingIn.whoIs(token);
    expect(await keptAfter(1)).toBe(1);
    for (let hour = 3; hour <= 12; hour += 1) {
      await signingIn.whoIs(token);
      expect(await keptAfter(HOUR_MS)).toBe(hour < 12 ? 1 : 0);
    }
  });

  it('is written once a minute at most, however many requests there are', async () => {
    const { token } = await signingIn.signIn(RIGHT, null);
    for (let request = 0; request < 181; request += 1) {
      await signingIn.whoIs(token);
      clock.advance(1000);
    }
    expect(touches).toBe(3);
  });

  it('ends when it is signed out, here or everywhere', async () => {
    const [one, two, three] = [
      await signingIn.signIn(RIGHT, null),
      await signingIn.signIn(RIGHT, null),
      await signingIn.signIn(RIGHT, null),
    ];
    await signingIn.signOut(one.token);
    expect(await signingIn.whoIs(one.token)).toBeNull();
    expect(await signingIn.whoIs(two.token)).not.toBeNull();
    await signingIn.signOutEverywhere(two.token);
    expect(await signingIn.whoIs(three.token)).toBeNull();
    expect(await codeOf(signingIn.signOutEverywhere(three.token))).toBe('not_signed_in');
  });
});

it('audits failures once a minute, with their number', async () => {
  const fail = (turn: number) =>
    codeOf(signingIn.signIn({ ...FROM, email: `user${turn}@site.example`, password: 'x' }, null));
  for (let turn = 0; turn < 30; turn += 1) await fail(turn);
  clock.advance(MINUTE_MS);
  await fail(30);
  expect(log.map(({ details }) => details)).toEqual([{ attempts: 1 }, { attempts: 30 }]);
});

it('audits no failure where there is none', async () => {
  await signingIn.signIn(RIGHT, null);
  expect(log).toMatchObject([{ action: 'sign_in', subject: null, details: {} }]);
});

it('audits sign-ins and sign-outs with the operator, and failures without', async () => {
  await codeOf(signingIn.signIn({ ...RIGHT, password: 'wrong' }, null));
  const { token } = await signingIn.signIn(RIGHT, null);
  await signingIn.signOut(token);
  expect(log.map(({ action, admin }) => [action, admin])).toEqual([
    ['sign_in_failed', null],
    ['sign_in', 'ann@site.example'],
    ['sign_out', 'ann@site.example'],
  ]);
  expect(JSON.stringify(log)).not.toMatch(/wrong|right|token/);
  // An operator cannot sign out of a session that has ended.
  await signingIn.signOut(token);
  const other = await signingIn.signIn(RIGHT, null);
  await signingIn.signOutEverywhere(other.token);
  expect(log.slice(3).map(({ action, admin }) => [action, admin])).toEqual([
    ['sign_in', 'ann@site.example'],
    ['sign_out_everywhere', 'ann@site.example'],
  ]);
});
