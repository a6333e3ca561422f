// Signing in over HTTP, with the cases of the security tables, on both databases.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorAnswer } from '../../src/shared/api/answers.ts';
import { databases } from '../contracts/databases.ts';
import { solveProof } from '../support/http/solve-proof.ts';
import { type AdminFixture, ANN, startAdminFixture } from '../support/operators/admin-fixture.ts';

describe.each(databases)('operators sign in on %s', (_kind, make) => {
  let fixture: AdminFixture;
  let network = 0;
  beforeAll(async () => {
    fixture = await startAdminFixture(await make());
  });
  afterAll(() => fixture?.close());

  const send = (
    method: string,
    path: string,
    {
      body,
      cookie,
      from,
      headers = {},
    }: {
      body?: unknown;
      cookie?: string;
      from?: string;
      headers?: Record<string, string>;
    } = {},
  ) => {
    network += 1;
    return fetch(fixture.origin + path, {
      method,
      headers: {
        accept: 'application/json',
        'x-forwarded-for': from ?? `203.0.113.${network % 250}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const signIn = (body: unknown, from?: string) =>
    send('POST', '/api/admin/login', { body, ...(from ? { from } : {}) });
  const told = async (answer: Response) => {
    const { code, message } = (await answer.json()) as { code: string; message: string };
    return [answer.status, code, message];
  };

  it('and stay signed in until they sign out', async () => {
    const cookie = await fixture.signedIn();
    expect(await (await send('GET', '/admin/auth-status', { cookie })).json()).toEqual({
      loggedIn: true,
    });
    expect(await (await send('GET', '/admin/profile', { cookie })).json()).toEqual({
      admin: { email: ANN.email },
    });
    const out = await send('POST', '/admin/logout', { cookie });
    expect([out.status, await out.text()]).toEqual([204, '']);
    expect(out.headers.getSetCookie()[0]).toMatch(/^admin=;.*Expires=Thu, 01 Jan 1970/);
    expect(await (await send('GET', '/admin/auth-status', { cookie })).json()).toEqual({
      loggedIn: false,
    });
    expect((await send('GET', '/admin/profile', { cookie })).status).toBe(401);
  });

  it('with the specification’s message when it fails', async () => {
    expect(await told(await signIn({ ...ANN, password: 'wrong' }))).toEqual([
      401,
      'sign_in_failed',
      'Invalid email or password',
    ]);
    expect(await told(await signIn({ ...ANN, password: '' }))).toEqual([
      400,
      'sign_in_incomplete',
      'Please provide both email and password',
    ]);
  });

  it('without revealing which addresses are known', async () => {
    const [wrong, unknown] = [
      await signIn({ ...ANN, password: 'wrong' }),
      await signIn({ ...ANN, email: 'bob@site.example' }),
    ];
    expect(wrong.status).toBe(unknown.status);
    const bodies = ((await Promise.all([wrong.json(), unknown.json()])) as { ref: string }[]).map(
      ({ ref: _, ...rest }) => rest,
    );
    expect(bodies[0]).toEqual(bodies[1]);
  });

  it.each([
    ['a password of a megabyte', { ...ANN, password: 'x'.repeat(1024 * 1024) }],
    ['a field more', { ...ANN, admin: true }],
    ['a password that is no text', { ...ANN, password: ['x'] }],
    ['no password', { email: ANN.email }],
  ])('but not with %s', async (_what, body) => {
    expect((await signIn(body)).status).toBe(400);
  });

  it('by the exact password only', async () => {
    expect((await signIn({ ...ANN, password: `${ANN.password}\0` })).status).toBe(401);
  });

  it('five times in a quarter of an hour from one address, whatever the account', async () => {
    const from = '192.0.2.77';
    for (let turn = 0; turn < 5; turn += 1)
      expect(
        (await signIn({ email: `user${turn}@site.example`, password: 'one of all' }, from)).status,
      ).toBe(401);
    const sixth = await signIn({ email: 'user6@site.example', password: 'one of all' }, from);
    expect([sixth.status, Number(sixth.headers.get('retry-after')) > 0]).toEqual([429, true]);
  });

  it('although strangers from many networks guess at their account, and each guess then costs a proof of work', async () => {
    const guess = (n: number) => signIn({ ...ANN, password: `guess ${n}` }, `198.51.${n}.7`);
    const guesses = await Promise.all(Array.from({ length: 40 }, (_, n) => guess(n + 1)));
    const tried = guesses.filter(({ status }) => status === 401).length;
    expect([tried <= 20, guesses.filter(({ status }) => status === 400).length]).toEqual([
      true,
      40 - tried,
    ]);
    const first = await signIn(ANN, '192.0.2.200');
    const { code, params } = (await first.json()) as ErrorAnswer;
    expect([first.status, code]).toEqual([400, 'proof_needed']);
    const proof = solveProof(params as { challenge: string; difficulty: number });
    expect((await signIn({ ...ANN, proof }, '192.0.2.200')).status).toBe(200);
    expect((await signIn({ ...ANN, proof }, '192.0.2.200')).status).toBe(400);
    fixture.clock.advance(3_600_000);
  });

  it('and sign out of every browser at once', async () => {
    const [one, other] = [await fixture.signedIn(), await fixture.signedIn()];
    expect((await send('POST', '/admin/logout-everywhere', { cookie: one })).status).toBe(204);
    for (const cookie of [one, other])
      expect((await send('GET', '/admin/profile', { cookie })).status).toBe(401);
  });

  it('for twelve hours at most', async () => {
    const cookie = await fixture.signedIn();
    for (let hour = 1; hour <= 11; hour += 1) {
      fixture.clock.advance(3_600_000);
      expect((await send('GET', '/admin/profile', { cookie })).status).toBe(200);
    }
    fixture.clock.advance(3_600_000);
    expect((await send('GET', '/admin/profile', { cookie })).status).toBe(401);
  });

  it('and the answer is not cached', async () => {
    expect((await signIn(ANN)).headers.get('cache-control')).toBe('no-store');
  });
});

it.each([
  ['https://site.example', /^__Host-admin=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/],
  [undefined, /^admin=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/],
])('the cookie of %s is for this site alone', async (publicUrl, expected) => {
  const [, make] = databases[0] ?? [];
  if (!make) throw new TypeError('there is no database');
  const fixture = await startAdminFixture(await make(), { publicUrl });
  const answer = await fetch(`${fixture.origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ANN),
  });
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(expected)]);
  await fixture.close();
});
