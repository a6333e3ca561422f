// The bytes of a JSON body: invalid UTF-8 is refused, never replaced.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SigningIn } from '../../src/core/operators/signing-in.ts';
import { AppError } from '../../src/shared/errors.ts';
import { bodyOf, type HttpFixture, startHttpFixture } from '../support/http/http-fixture.ts';

let fixture: HttpFixture;
let tried: string[] = [];
beforeAll(async () => {
  const refuse = () => Promise.reject(new TypeError('not part of this test'));
  const signingIn: SigningIn = {
    async signIn(attempt) {
      tried.push(attempt.password);
      throw new AppError('sign_in_failed');
    },
    whoIs: async () => null,
    signOut: refuse,
    signOutEverywhere: refuse,
    sweep: refuse,
  };
  fixture = await startHttpFixture({}, { signingIn });
});
afterAll(() => fixture?.close());

/** A sign-in whose password has these bytes. */
function signIn(password: readonly number[] | string): Promise<Response> {
  const body = Buffer.concat([
    Buffer.from('{"email":"ann@site.example","password":"'),
    typeof password === 'string' ? Buffer.from(password) : Buffer.from(password),
    Buffer.from('"}'),
  ]);
  const headers = { 'content-type': 'application/json' };
  return fetch(`${fixture.origin}/api/admin/login`, { method: 'POST', headers, body });
}

describe('a password in a JSON body', () => {
  it.each<[string, readonly number[]]>([
    ['a letter in Latin-1', [0x70, 0xe9, 0x70]],
    ['a byte that no letter has', [0xff]],
    ['the end of a letter alone', [0x80]],
    ['the beginning of a letter alone', [0xe2, 0x82]],
    ['a letter written longer than it is', [0xc0, 0xaf]],
    ['half of a pair', [0xed, 0xa0, 0xbd]],
  ])('with %s is refused before it is parsed', async (_what, bytes) => {
    tried = [];
    const answer = await signIn(bytes);
    const { code } = await bodyOf(answer);
    expect([answer.status, code, tried]).toEqual([400, 'invalid_request', []]);
  });

  it('arrives exactly as it was typed', async () => {
    tried = [];
    expect((await signIn('Grüße, 世界 🎬 \ufffd')).status).toBe(401);
    expect(tried).toEqual(['Grüße, 世界 🎬 \ufffd']);
  });
});

describe('a JSON body', () => {
  const post = (body: string) =>
    fetch(`${fixture.origin}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });

  it('may begin with a byte order mark', async () => {
    expect((await post('\ufeff{"email":"ann@site.example","password":"x"}')).status).toBe(401);
  });

  it('that is empty counts as absent', async () => {
    expect((await fetch(`${fixture.origin}/admin/logout`, { method: 'POST' })).status).toBe(204);
    const empty = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;
    expect((await fetch(`${fixture.origin}/admin/logout`, empty)).status).toBe(204);
  });
});
