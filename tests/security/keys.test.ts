// Guessing, replaying and smuggling keys.

import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keySecrets } from '../../src/adapters/secrets/key-secrets.ts';
import { EXTENSION_KEY_DAYS } from '../../src/shared/keys.ts';
import { databases } from '../contracts/databases.ts';
import { aVisitor, type HttpFixture } from '../support/http/http-fixture.ts';
import { type KeyServers, startKeyServers } from '../support/http/key-servers.ts';
import { bearer } from '../support/http/keys-fixture.ts';

const DAY_MS = 24 * 3_600_000;
const FORGED = `kr_${'a'.repeat(43)}`;
const LINK = 'https://youtu.be/aaaaaaaaaaa';

describe.each(databases)('a key, on %s,', (_kind, make) => {
  let servers: KeyServers;
  beforeAll(async () => {
    servers = await startKeyServers(await make());
  });
  afterAll(() => servers?.close());

  it('is refused with one answer, whatever is wrong with it', async () => {
    const revoked = await servers.program();
    await servers.apiKeys.revoke(null, revoked.key.id);
    const expired = await servers.program({ expiresAt: servers.fixture.clock.now() });
    const answers = [];
    for (const secret of [FORGED, revoked.secret, expired.secret]) {
      const { status, text, headers } = await servers.withKey(`Bearer ${secret}`);
      const body = text.replace(/"ref":"[^"]+"/, '');
      answers.push([status, body, headers.get('www-authenticate')]);
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.[0]).toBe(401);
  });

  it('is refused once it has expired', async () => {
    const { secret } = await servers.program({ expiresAt: servers.fixture.clock.now() + DAY_MS });
    expect((await servers.withKey(`Bearer ${secret}`)).status).toBe(200);
    servers.fixture.clock.advance(DAY_MS);
    expect((await servers.withKey(`Bearer ${secret}`)).code).toBe('key_unknown');
    const own = await servers.ask('POST', '/api/keys', {}, '{"name":"Mine"}');
    servers.fixture.clock.advance(EXTENSION_KEY_DAYS * DAY_MS);
    expect((await servers.withKey(`Bearer ${own.json.secret}`)).code).toBe('key_unknown');
  });

  it('is refused at once, by every server on the database', async () => {
    const { key, secret } = await servers.program();
    const seen = async (server: HttpFixture) =>
      (await servers.ask('GET', '/api/jobs', bearer(secret), undefined, server)).status;
    expect([await seen(servers.fixture), await seen(servers.other)]).toEqual([200, 200]);
    await servers.apiKeys.revoke(null, key.id);
    expect([await seen(servers.fixture), await seen(servers.other)]).toEqual([401, 401]);
  });

  it('is bounded for each network', async () => {
    const { secret } = await servers.program();
    const known = { 'x-forwarded-for': '2001:db8:77::1' };
    expect((await servers.withKey(`Bearer ${secret}`, known)).status).toBe(200);
    const guess = (turn: number, address: string) =>
      servers.withKey(`Bearer kr_${String(turn).padStart(43, '0')}`, {
        'x-forwarded-for': address,
      });
    const from = async (count: number, addressOf: (turn: number) => string) => {
      const statuses = [];
      for (let turn = 0; turn < count; turn += 1)
        statuses.push((await guess(turn, addressOf(turn))).status);
      return [statuses.filter((status) => status === 401).length, new Set(statuses).size];
    };
    expect(await from(30, () => '203.0.113.77')).toEqual([20, 2]);
    // A whole /56 is like one address; a /48 has twice as many.
    expect(await from(30, (turn) => `2001:db8:77:${turn.toString(16)}::1`)).toEqual([19, 2]);
    expect(await from(50, (turn) => `2001:db8:78:${(turn * 256).toString(16)}::1`)).toEqual([
      40, 2,
    ]);
    const refused = await guess(99, '203.0.113.77');
    expect([refused.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([
      'too_many_requests',
      true,
    ]);
    // A program beside those who guess goes on, until it is revoked.
    expect((await servers.withKey(`Bearer ${secret}`, known)).status).toBe(200);
    expect(
      (await servers.withKey(`Bearer ${secret}`, { 'x-forwarded-for': '203.0.113.77' })).status,
    ).toBe(200);
  });

  it('is looked up by its hash, so that a right beginning is worth nothing', async () => {
    const { secret } = await servers.program();
    for (const wrong of [`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`, FORGED])
      expect((await servers.withKey(`Bearer ${wrong}`)).code).toBe('key_unknown');
    // What is compared is a hash of the whole: a secret that differs in its last character is as far away as any other.
    const hashes = [secret, `${secret.slice(0, -1)}!`, FORGED].map(keySecrets.hashOf);
    const alike = (one = '', two = '') =>
      [...one].filter((letter, at) => letter === two[at]).length;
    expect(alike(hashes[0], hashes[1])).toBeLessThan(20);
    const rows = await servers.database.db.selectFrom('api_keys').selectAll().execute();
    expect(rows.map(({ hash }) => hash)).toContain(hashes[0]);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(3, 20));
  });

  it('that is no key is refused before anything is looked up', async () => {
    const { secret } = await servers.program();
    for (const authorization of [
      'Bearer',
      'Bearer ',
      secret,
      `Basic ${btoa(`x:${secret}`)}`,
      `Token ${secret}`,
      `Bearer ${secret} `.concat('x'),
      `Bearer ${secret},Bearer ${secret}`,
      `Bearer "${secret}"`,
      `Bearer ${secret}=`,
      `Bearer ${secret.slice(0, -1)}`,
      `Bearer\t${secret}`,
      `Bearer ${secret.toUpperCase()}`,
      `Bearer ${'a'.repeat(8000)}`,
      `Bearer kr_${'a'.repeat(8000)}`,
      `Digest username="${secret}"`,
    ]) {
      const { status, code, headers } = await servers.withKey(authorization);
      expect([authorization.slice(0, 60), status, code, headers.get('www-authenticate')]).toEqual([
        authorization.slice(0, 60),
        401,
        'key_unknown',
        'Bearer',
      ]);
    }
    for (const authorization of [`bearer ${secret}`, `BEARER   ${secret}`])
      expect((await servers.withKey(authorization)).status).toBe(200);
  });

  it('smuggles no second header past a proxy', async () => {
    const { secret } = await servers.program();
    const send = (lines: readonly string[]) =>
      new Promise<string>((resolve, reject) => {
        const socket = net.connect(servers.fixture.port, '127.0.0.1');
        let answer = '';
        socket.on('error', reject);
        socket.on('data', (chunk) => {
          answer += chunk;
        });
        socket.on('close', () => resolve(answer.split('\r\n', 1)[0] ?? ''));
        socket.write(
          ['GET /api/jobs HTTP/1.1', 'Host: x', ...lines, 'Connection: close', '', ''].join('\r\n'),
        );
      });
    const own = `Authorization: Bearer ${secret}`;
    expect(await send([own])).toContain(' 200 ');
    expect(await send([own, own])).toContain(' 401 ');
    expect(await send([own, `authorization: Bearer ${FORGED}`])).toContain(' 401 ');
    expect(await send([`Authorization: Bearer ${FORGED}`, own])).toContain(' 401 ');
    expect(await send(['Authorization: Basic eDp5', own])).toContain(' 401 ');
    expect(await send([`Authorization: Bearer\r\n ${secret}`])).toContain(' 400 ');
    expect(await send([`Authorization: Bearer ${secret}\0`])).toContain(' 400 ');
    expect(await send([`Authorization : Bearer ${secret}`])).toContain(' 400 ');
    expect(await send([`Authorization: Bearer ${'a'.repeat(20_000)}`])).toContain(' 431 ');
  });

  it('does not have it in its address', async () => {
    const { secret } = await servers.program();
    for (const address of [
      `/api/jobs?key=${secret}`,
      `/api/jobs?key=anything`,
      `/api/jobs?API_KEY=x`,
      `/api/jobs?access_token=x`,
      `/api/jobs?note=${secret}`,
      `/api/jobs?note=%6br_${secret.slice(3)}`,
      `/api/jobs?note=a&note=${secret}`,
      `/api/jobs/${secret}`,
      `/files/${secret}/a.mp4`,
      `/?${secret}`,
      `/about?note=${secret}`,
      `/nowhere/${secret}`,
    ])
      for (const headers of [{}, bearer(secret)]) {
        const { status, code, text } = await servers.ask('GET', address, {
          accept: 'application/json',
          ...headers,
        });
        expect([address, status, code]).toEqual([address, 400, 'key_in_address']);
        expect(text).not.toContain(secret);
      }
    const { status } = await servers.ask(
      'POST',
      `/api/download?key=${secret}`,
      {},
      `{"url":"${LINK}"}`,
    );
    expect(status).toBe(400);
  });

  it('are made by few visitors of one network', async () => {
    const mine = aVisitor('m');
    const make = async (address: string, cookie = '') =>
      servers.ask('POST', '/api/keys', { cookie, 'x-forwarded-for': address }, '{"name":"Mine"}');
    const statuses = [];
    for (let turn = 0; turn < 7; turn += 1) statuses.push((await make('203.0.113.55')).status);
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
    // And one visitor has three, from wherever.
    const secrets: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      secrets.push((await make(`203.0.113.${60 + turn}`, mine.cookie)).json.secret);
      servers.fixture.clock.advance(1);
    }
    const works = await Promise.all(
      secrets.map(async (one) => (await servers.withKey(`Bearer ${one}`)).status),
    );
    expect(works).toEqual([401, 200, 200, 200]);
    const { json } = await servers.ask('GET', '/api/keys', { cookie: mine.cookie });
    expect(json.keys).toHaveLength(3);
  });
});
