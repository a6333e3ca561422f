// Keys for programs as operators make, list and revoke them, over HTTP and by `npm run admin -- keys`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAdminCommand } from '../../src/commands/admin.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { adminKeysAnswer, madeAdminKeyAnswer } from '../../src/shared/api/keys.ts';
import { KEY_FORM } from '../../src/shared/keys.ts';
import { databases } from '../contracts/databases.ts';
import { bearer, makeApiKeys } from '../support/http/keys-fixture.ts';
import { type AdminFixture, ANN, startAdminFixture } from '../support/operators/admin-fixture.ts';

const DAY_MS = 24 * 3_600_000;

// What each database must do is in tests/contracts/api-keys.test.ts.
describe.each(databases.slice(0, 1))('keys of programs on %s', (_kind, make) => {
  let fixture: AdminFixture;
  let cookie: string;
  beforeAll(async () => {
    fixture = await startAdminFixture(await make(), {}, ({ clock, db }) => ({
      apiKeys: makeApiKeys({ db }, clock),
    }));
    cookie = await fixture.signedIn();
  });
  afterAll(() => fixture?.close());
  beforeEach(async () => {
    for (const table of ['api_keys', 'api_key_origins', 'audit_log'] as const)
      await fixture.database.db.deleteFrom(table).execute();
  });

  const ask = async (method: string, address: string, body?: unknown, headers = { cookie }) => {
    const response = await fetch(fixture.origin + address, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, body: text.startsWith('{') ? JSON.parse(text) : null };
  };
  const asProgram = (secret: string) =>
    ask('GET', '/api/key', undefined, { cookie: '', ...bearer(secret) });
  const auditOf = async () => {
    const { body } = await ask('GET', '/api/admin/audit');
    return body.entries.map(({ at: _, id: __, ...entry }: Record<string, unknown>) => entry);
  };

  it('are made with their limits, and shown once', async () => {
    const made = await ask('POST', '/api/admin/keys', {
      name: ' Archive ',
      days: 90,
      origins: ['https://app.example/', 'https://app.example'],
      openJobs: 3,
      perHour: 60,
      bytesPerDay: 5e9,
    });
    expect([made.status, madeAdminKeyAnswer.strict().parse(made.body)]).toEqual([201, made.body]);
    const { key, secret } = made.body;
    expect(secret).toMatch(KEY_FORM);
    expect(key).toEqual({
      id: key.id,
      name: 'Archive',
      kind: 'program',
      madeBy: ANN.email,
      createdAt: fixture.clock.now(),
      expiresAt: fixture.clock.now() + 90 * DAY_MS,
      revokedAt: null,
      usedOn: null,
      usedBytes: 0,
      limits: { openJobs: 3, perHour: 60, bytesPerDay: 5e9 },
      origins: ['https://app.example'],
    });
    const list = await ask('GET', '/api/admin/keys');
    expect(adminKeysAnswer.strict().parse(list.body)).toEqual({ keys: [key], extensionKeys: 0 });
    expect(list.text).not.toContain(secret);
    expect((await asProgram(secret)).status).toBe(200);
    const [used] = (await ask('GET', '/api/admin/keys')).body.keys;
    expect(used.usedOn).toBe(fixture.clock.now() - (fixture.clock.now() % DAY_MS));
  });

  it('are revoked once, and refused from then on', async () => {
    const { key, secret } = (await ask('POST', '/api/admin/keys', { name: 'Archive' })).body;
    const address = `/api/admin/keys/${key.id}/revoke`;
    const revoked = await ask('POST', address);
    expect([revoked.status, revoked.body.revokedAt]).toEqual([200, fixture.clock.now()]);
    expect((await asProgram(secret)).status).toBe(401);
    expect((await ask('POST', address)).status).toBe(404);
    expect((await ask('GET', '/api/admin/keys')).body.keys[0].revokedAt).not.toBeNull();
  });

  it('leave traces in the log, without the key', async () => {
    const { key, secret } = (await ask('POST', '/api/admin/keys', { name: 'Archive' })).body;
    await ask('POST', `/api/admin/keys/${key.id}/revoke`);
    const entries = await auditOf();
    const entry = { admin: ANN.email, subject: key.id, details: { name: 'Archive' } };
    expect(entries).toEqual(
      expect.arrayContaining([
        { ...entry, action: 'key_revoked' },
        { ...entry, action: 'key_made' },
      ]),
    );
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it.each([
    ['no name', {}],
    ['an empty name', { name: ' ' }],
    ['a name that is too long', { name: 'a'.repeat(61) }],
    ['a name with a control character', { name: 'a\u0000b' }],
    ['no whole days', { name: 'a', days: 0.5 }],
    ['a limit of nothing', { name: 'a', openJobs: 0 }],
    ['more than a network may have', { name: 'a', openJobs: 25 }],
    ['an origin with a path', { name: 'a', origins: ['https://app.example/x'] }],
    ['every origin', { name: 'a', origins: ['*'] }],
    ['no origin', { name: 'a', origins: ['null'] }],
    [
      'too many origins',
      { name: 'a', origins: Array.from({ length: 11 }, (_, n) => `https://a${n}.example`) },
    ],
    ['a field that nobody knows', { name: 'a', kind: 'extension' }],
  ])('are not made with %s', async (_what, body) => {
    const { status } = await ask('POST', '/api/admin/keys', body);
    expect([status, (await ask('GET', '/api/admin/keys')).body.keys]).toEqual([400, []]);
  });

  it('make no other keys, and open nothing else for operators', async () => {
    const { secret } = (await ask('POST', '/api/admin/keys', { name: 'Archive' })).body;
    for (const [method, address, body] of [
      ['GET', '/api/admin/keys'],
      ['POST', '/api/admin/keys', { name: 'More' }],
      ['GET', '/api/admin/audit'],
      ['POST', '/api/keys', { name: 'More' }],
      ['GET', '/api/keys'],
    ] as const) {
      const { status, body: answer } = await ask(method, address, body, {
        cookie,
        ...bearer(secret),
      });
      expect([address, status, answer.code]).toEqual([address, 403, 'key_not_allowed']);
    }
  });
});

describe('npm run admin -- keys', () => {
  let config: Config;
  beforeEach(async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'keepreel-keys-'));
    config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  });
  afterEach(() => rm(config.DATA_DIR, { recursive: true, force: true }));
  const run = (words: string, isTerminal = true) =>
    runAdminCommand(config, ['keys', ...words.split(' ')], {
      isTerminal,
      readAll: async () => '',
    });

  it('makes a key, lists it and revokes it', async () => {
    expect((await run('list')).message).toContain('no keys yet');
    const made = await run('add Archive --days 30 --open 3 --origin https://app.example');
    const [id = '', ...more] = made.message.split('\n')[0]?.split(/ {2,}/) ?? [];
    expect([made.isDone, more.slice(1)]).toEqual([true, ['works', 'never used', 'Archive']]);
    expect(made.message).toMatch(/shown only this once: kr_[\w-]{43}$/);
    expect((await run('list')).message).toBe(made.message.split('\n')[0]);
    expect(await run(`revoke ${id}`)).toEqual({
      isDone: true,
      message: 'Archive is refused from now on.',
    });
    expect((await run('list')).message).toContain('revoked');
    expect((await run(`revoke ${id}`)).isDone).toBe(false);
  });

  it('shows a key on a terminal only, unless asked to print it', async () => {
    const refused = await run('add Archive', false);
    expect([refused.isDone, refused.message]).toEqual([false, expect.stringContaining('--print')]);
    expect((await run('list')).message).toContain('no keys yet');
    expect((await run('add Archive --print', false)).message).toMatch(/kr_[\w-]{43}$/);
  });

  it.each([
    '',
    'add',
    'revoke',
    'list all',
    'promote it',
    'list --days 3',
    'add a b',
    'add a --days',
    'add a --days soon',
    'add a --days 0',
    'add a --open 1e3',
    'add a --origin nowhere',
    'add a --secret kr_mine',
  ])('is not meant by "%s"', async (words) => {
    expect(await run(words)).toEqual({
      isDone: false,
      message: expect.stringContaining('npm run admin -- keys add'),
    });
  });
});
