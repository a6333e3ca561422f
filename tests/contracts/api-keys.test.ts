// What the port `ApiKeys` promises, on every database.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApiKeyStore } from '../../src/adapters/database/api-keys.ts';
import type { ApiKey } from '../../src/core/operators/keys/api-key.ts';
import type { ApiKeys } from '../../src/core/operators/keys/ports.ts';
import { databases, type TestDatabase } from './databases.ts';

const DAY_MS = 86_400_000;
const NOW = 20_000 * DAY_MS;

const aKey = (change: Partial<ApiKey> = {}): ApiKey => ({
  id: 'one',
  name: 'A “program”',
  kind: 'program',
  madeBy: 'ann@site.example',
  createdAt: NOW,
  expiresAt: null,
  revokedAt: null,
  usedOn: null,
  usedBytes: 0,
  limits: { openJobs: 3, perHour: null, bytesPerDay: 5e12 },
  origins: ['chrome-extension://abc', 'https://app.example'],
  ...change,
});

describe.each(databases)('keys on %s', (_kind, make) => {
  let database: TestDatabase;
  let keys: ApiKeys;
  beforeAll(async () => {
    database = await make();
    keys = createApiKeyStore(database.db);
    return database.end;
  });
  beforeEach(async () => {
    for (const table of ['api_keys', 'api_key_origins'] as const)
      await database.db.deleteFrom(table).execute();
  });

  it('are found by their hash and by their id, with all they hold', async () => {
    const plain = aKey({
      id: 'two',
      madeBy: null,
      expiresAt: NOW + 1,
      origins: [],
      limits: { openJobs: null, perHour: 60, bytesPerDay: null },
    });
    await keys.add(aKey(), 'hash one');
    await keys.add(plain, 'hash two');
    expect(await keys.find('hash one')).toEqual(aKey());
    expect([await keys.find('hash two'), await keys.get('two')]).toEqual([plain, plain]);
    expect([await keys.find('one'), await keys.get('hash one')]).toEqual([null, null]);
  });

  it('are added whole or not at all', async () => {
    await keys.add(aKey(), 'hash');
    await expect(keys.add(aKey({ id: 'two' }), 'hash')).rejects.toThrow();
    expect(await keys.get('two')).toBeNull();
    const origins = await database.db.selectFrom('api_key_origins').selectAll().execute();
    expect(origins.map(({ key_id }) => key_id)).toEqual(['one', 'one']);
  });

  it('are listed by kind and by maker, newest first', async () => {
    await keys.add(aKey({ id: 'a', createdAt: 1, origins: [] }), 'a');
    await keys.add(aKey({ id: 'b', createdAt: 2 }), 'b');
    await keys.add(aKey({ id: 'c', kind: 'extension', madeBy: 'v1', createdAt: 3 }), 'c');
    await keys.add(aKey({ id: 'd', kind: 'extension', madeBy: 'v2', createdAt: 4 }), 'd');
    const ids = async (...question: Parameters<ApiKeys['list']>) =>
      (await keys.list(...question)).map(({ id }) => id);
    expect(await ids('program', { limit: 9 })).toEqual(['b', 'a']);
    expect(await ids('program', { limit: 1 })).toEqual(['b']);
    expect(await ids('extension', { madeBy: 'v1', limit: 9 })).toEqual(['c']);
    expect(await ids('extension', { madeBy: 'nobody', limit: 9 })).toEqual([]);
    expect((await keys.list('program', { limit: 1 }))[0]?.origins).toEqual(aKey().origins);
  });

  it('are revoked once, also when two ask at the same time', async () => {
    await keys.add(aKey(), 'hash');
    const revoked = await Promise.all([keys.revoke('one', NOW), keys.revoke('one', NOW + 1)]);
    expect(revoked.filter(Boolean)).toHaveLength(1);
    expect((await keys.find('hash'))?.revokedAt).not.toBeNull();
    expect(await keys.revoke('none', NOW)).toBe(false);
  });

  it('allow their origins for as long as they work', async () => {
    await keys.add(aKey({ id: 'a', expiresAt: NOW + 1, origins: ['https://a.example'] }), 'a');
    await keys.add(aKey({ id: 'b', origins: ['https://b.example'] }), 'b');
    const asked = async (now: number) => [
      await keys.hasOrigin('https://a.example', now),
      await keys.hasOrigin('https://b.example', now),
      await keys.hasOrigin('https://c.example', now),
      await keys.countActive('program', now),
    ];
    expect(await asked(NOW)).toEqual([true, true, false, 2]);
    await keys.revoke('b', NOW);
    expect(await asked(NOW)).toEqual([true, false, false, 1]);
    expect(await asked(NOW + 1)).toEqual([false, false, false, 0]);
  });

  it('count the bytes of a day, and start anew on the next', async () => {
    await keys.add(aKey(), 'hash');
    const used = async () => {
      const key = await keys.find('hash');
      return [key?.usedOn, key?.usedBytes];
    };
    await Promise.all([1, 2, 3].map((bytes) => keys.noteUse('one', NOW, bytes)));
    expect(await used()).toEqual([NOW, 6]);
    await keys.noteUse('one', NOW, 4e12);
    expect(await used()).toEqual([NOW, 4e12 + 6]);
    await keys.noteUse('one', NOW, -9e12);
    expect(await used()).toEqual([NOW, 0]);
    await keys.noteUse('one', NOW, 7);
    await keys.noteUse('one', NOW + DAY_MS, 1);
    expect(await used()).toEqual([NOW + DAY_MS, 1]);
  });

  it('are forgotten with their origins once they have not worked for long', async () => {
    await keys.add(aKey({ id: 'a', expiresAt: NOW }), 'a');
    await keys.add(aKey({ id: 'b', revokedAt: NOW }), 'b');
    await keys.add(aKey({ id: 'c' }), 'c');
    await keys.add(aKey({ id: 'd', kind: 'extension', expiresAt: NOW }), 'd');
    expect(await keys.forgetBefore('program', NOW)).toBe(0);
    expect(await keys.forgetBefore('program', NOW + 1)).toBe(2);
    const left = await database.db.selectFrom('api_key_origins').select('key_id').execute();
    expect([...new Set(left.map(({ key_id }) => key_id))].toSorted()).toEqual(['c', 'd']);
    expect([await keys.find('a'), (await keys.find('d'))?.id]).toEqual([null, 'd']);
  });
});
