// The routes of signing in, without what is behind them: what they hand on, and what they tell a browser.
import cookies from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { SigningIn } from '../../core/operators/signing-in.ts';
import { adminCookie, adminOf, requireAdmin } from '../requests/admin-session.ts';
import { adminSignIn } from './admin-sign-in.ts';

const ANN = { id: 'a', email: 'ann@site.example', createdAt: 1 };
const TOKEN = 't'.repeat(43);
const TYPED = { email: 'ann@site.example', password: 'right' };

let app: FastifyInstance;
let signingIn: { [Name in keyof SigningIn]: ReturnType<typeof vi.fn<SigningIn[Name]>> };
let limits: string[];
let read: string[];
beforeEach(async () => {
  limits = [];
  read = [];
  signingIn = {
    signIn: vi.fn(async () => ({ token: TOKEN, admin: ANN })),
    whoIs: vi.fn(async (token) => (token === TOKEN ? ANN : null)),
    signOut: vi.fn(async () => undefined),
    signOutEverywhere: vi.fn(async () => undefined),
    sweep: vi.fn(async () => undefined),
  };
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(cookies);
  app.addHook('preParsing', async ({ url }) => void read.push(url));
  const gate = {
    signingIn,
    cookie: adminCookie('https://site.example', ''),
    limit: (bucket: string) => async () => void limits.push(bucket),
  };
  const { limit } = gate;
  adminSignIn(app, { admin: gate, signingIn, limit, networkOf: ({ ip }) => `network of ${ip}` });
  app.register(async (signedIn) => {
    requireAdmin(signedIn, gate);
    signedIn.post('/inside', async (request) => adminOf(request));
  });
  return () => app.close();
});
const ask = (
  method: 'GET' | 'POST',
  url: string,
  { token, body }: { token?: string; body?: object } = {},
) =>
  app.inject({
    method,
    url,
    remoteAddress: '192.0.2.7',
    headers: token === undefined ? {} : { cookie: `__Host-admin=${token}` },
    ...(body && { payload: body }),
  });
/** What a browser is told to forget; a `__Host-` cookie is dropped only with all that it was set with. */
const DROPPED =
  '__Host-admin=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Strict';

describe('signing in', () => {
  it('hands on what was typed, the network, the proof and the session of the browser', async () => {
    const proof = { challenge: 'c', nonce: '1' };
    const body = { ...TYPED, proof };
    const answer = await ask('POST', '/api/admin/login', { token: 'o'.repeat(43), body });
    expect([answer.statusCode, answer.json(), limits]).toEqual([
      200,
      { success: true },
      ['signIn'],
    ]);
    expect(signingIn.signIn.mock.calls).toEqual([
      [{ ...TYPED, proof, network: 'network of 192.0.2.7' }, 'o'.repeat(43)],
    ]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'set-cookie': `__Host-admin=${TOKEN}; Path=/; HttpOnly; Secure; SameSite=Strict`,
    });
  });

  it.each(['short', `${'t'.repeat(42)}!`, 't'.repeat(44)])(
    'hands on no session where the cookie is "%s"',
    async (token) => {
      await ask('POST', '/api/admin/login', { token, body: TYPED });
      expect(signingIn.signIn.mock.calls).toEqual([
        [expect.objectContaining({ proof: null }), null],
      ]);
    },
  );
});

it.each([
  [TOKEN, true, 1],
  ['e'.repeat(43), false, 1],
  ['short', false, 0],
  [undefined, false, 0],
])(
  'a browser with the cookie %s is told that it is signed in: %s',
  async (token, loggedIn, looks) => {
    const answer = await ask('GET', '/admin/auth-status', token === undefined ? {} : { token });
    expect([answer.json(), answer.headers['cache-control']]).toEqual([{ loggedIn }, 'no-store']);
    expect([signingIn.whoIs.mock.calls.length, limits]).toEqual([looks, ['operator']]);
  },
);

describe('signing out', () => {
  it('ends the session and drops its cookie', async () => {
    const answer = await ask('POST', '/admin/logout', { token: TOKEN });
    expect([answer.statusCode, answer.body, limits]).toEqual([204, '', ['operator']]);
    expect([answer.headers['set-cookie'], answer.headers['cache-control']]).toEqual([
      DROPPED,
      'no-store',
    ]);
    expect(signingIn.signOut.mock.calls).toEqual([[TOKEN]]);
  });

  it('works without a session, too', async () => {
    const answer = await ask('POST', '/admin/logout');
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([204, DROPPED]);
    expect(signingIn.signOut).not.toHaveBeenCalled();
  });

  it('everywhere ends all sessions, and needs one', async () => {
    const answer = await ask('POST', '/admin/logout-everywhere', { token: TOKEN });
    expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([204, DROPPED]);
    expect(signingIn.signOutEverywhere.mock.calls).toEqual([[TOKEN]]);
    expect((await ask('POST', '/admin/logout-everywhere')).statusCode).not.toBe(204);
    expect(signingIn.signOutEverywhere).toHaveBeenCalledTimes(1);
  });
});

it('the profile has the address of the operator and nothing else', async () => {
  const answer = await ask('GET', '/admin/profile', { token: TOKEN });
  expect(answer.json()).toEqual({ admin: { email: ANN.email } });
});

describe('a route for operators', () => {
  it('knows the operator, and its answer is not kept', async () => {
    const answer = await ask('POST', '/inside', { token: TOKEN });
    expect([answer.json(), answer.headers['cache-control']]).toEqual([ANN, 'no-store']);
    expect([limits, read]).toEqual([['operator'], ['/inside']]);
  });

  it.each([undefined, 'short', 'e'.repeat(43)])(
    'reads no body of a browser with the cookie %s, but counts its request',
    async (token) => {
      const body = { many: 'bytes' };
      const answer = await ask('POST', '/inside', token === undefined ? { body } : { token, body });
      expect(answer.json()).toMatchObject({ code: 'not_signed_in' });
      expect([read, limits, answer.headers['cache-control']]).toEqual([
        [],
        ['operator'],
        'no-store',
      ]);
      expect(signingIn.whoIs).toHaveBeenCalledTimes(token?.length === 43 ? 1 : 0);
    },
  );
});

it.each([
  ['https://site.example', '', { name: '__Host-admin', path: '/', secure: true }],
  ['https://site.example/a', '/a', { name: '__Host-admin.a', path: '/', secure: true }],
  ['https://site.example/a/b', '/a/b', { name: '__Host-admin.a.b', path: '/', secure: true }],
  ['http://localhost:3000', '', { name: 'admin', path: '/', secure: false }],
  [undefined, '/a', { name: 'admin', path: '/a', secure: false }],
])('the cookie of a site at %s, below "%s"', (publicUrl, basePath, cookie) => {
  expect(adminCookie(publicUrl, basePath)).toEqual(cookie);
});
