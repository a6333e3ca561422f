// What the port `Servers` promises, on every database.
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createServers } from '../../src/adapters/database/servers.ts';
import type { ServerFacts } from '../../src/core/servers/server-registry.ts';
import { databases, type TestDatabase } from './databases.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe.each(databases)('the servers on %s', (_kind, make) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await make();
    return database.end;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('servers').execute();
  });

  const server = (id: string, keyFingerprint = 'key') =>
    createServers(database, { id, keyFingerprint, lostAfterMs: MINUTE_MS });
  const rows = () => database.db.selectFrom('servers').selectAll().orderBy('id').execute();
  const idsOf = async () => (await rows()).map(({ id }) => id);
  /** As if it had last been seen so much earlier. */
  const silence = (id: string, ms: number) =>
    database.db
      .updateTable('servers')
      .set({ seen_at: sql<number>`seen_at - ${ms}` })
      .where('id', '=', id)
      .execute();
  const entered = async (one: ReturnType<typeof server>) => {
    const at = await one.enter();
    if (at === null) throw new Error('refused');
    return at;
  };

  it('register with one key, and leave', async () => {
    const [one, other] = [server('1'), server('2')];
    const [at, otherAt] = [await entered(one), await entered(other)];
    expect(otherAt).toBeGreaterThanOrEqual(at);
    // The time is the database's; here both have one machine.
    expect(Math.abs(at - Date.now())).toBeLessThan(MINUTE_MS);
    expect(await rows()).toEqual([
      { id: '1', key_fingerprint: 'key', started_at: at, seen_at: at, facts: null },
      { id: '2', key_fingerprint: 'key', started_at: otherAt, seen_at: otherAt, facts: null },
    ]);
    expect(await one.hasStranger()).toBe(false);
    await one.leave(at);
    expect(await idsOf()).toEqual(['2']);
  });

  it('refuse a server with another key, until they are silent for a minute', async () => {
    await entered(server('1'));
    const before = await rows();
    const stranger = server('2', 'other key');
    expect([await stranger.hasStranger(), await stranger.enter()]).toEqual([true, null]);
    expect(await rows()).toEqual(before);
    await silence('1', MINUTE_MS - 20_000);
    expect([await stranger.hasStranger(), await stranger.enter()]).toEqual([true, null]);
    await silence('1', 20_000);
    expect(await stranger.hasStranger()).toBe(false);
    await entered(stranger);
    expect(await idsOf()).toEqual(['1', '2']);
  });

  it('do not refuse themselves after a change of their own key', async () => {
    const at = await entered(server('1'));
    const again = server('1', 'other key');
    expect(await again.hasStranger()).toBe(false);
    await silence('1', 5);
    expect(await entered(again)).toBeGreaterThanOrEqual(at);
    expect(await rows()).toMatchObject([{ id: '1', key_fingerprint: 'other key' }]);
  });

  it('register one after the other when many with different keys start at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const starting = Array.from({ length: 8 }, (_, n) => server(`${round} ${n}`, `key ${n}`));
      const times = await Promise.all(starting.map((each) => each.enter()));
      expect(times.filter((at) => at !== null)).toHaveLength(1);
      expect(await rows()).toHaveLength(1);
      await database.db.deleteFrom('servers').execute();
    }
  });

  it('are seen at each heartbeat', async () => {
    const one = server('1');
    const at = await entered(one);
    await silence('1', MINUTE_MS);
    const seenAt = await one.beat(at);
    expect(seenAt).toBeGreaterThanOrEqual(at);
    expect(await rows()).toMatchObject([{ started_at: at, seen_at: seenAt }]);
    expect(await server('2', 'other key').hasStranger()).toBe(true);
  });

  it('are registered again when their row was deleted', async () => {
    const one = server('1');
    const at = await entered(one);
    await database.db.deleteFrom('servers').execute();
    const seenAt = await one.beat(at);
    expect(await rows()).toEqual([
      { id: '1', key_fingerprint: 'key', started_at: at, seen_at: seenAt, facts: null },
    ]);
  });

  it('learn when another process uses their id, and leave its row alone', async () => {
    const one = server('1');
    const at = await entered(one);
    await database.db
      .updateTable('servers')
      .set({ started_at: at + 1, seen_at: at + 1 })
      .execute();
    const before = await rows();
    expect(await one.beat(at)).toBeNull();
    await one.leave(at);
    expect(await rows()).toEqual(before);
  });

  it('are listed with what they told last', async () => {
    let jobs = 1;
    const facts = (): ServerFacts => ({
      name: 'pear',
      version: '1.2.3',
      role: 'worker',
      engine: '2026.08.19',
      egress: 'direct',
      jobs,
      downloads: 2,
      foundLost: 5,
      rssBytes: 3,
    });
    const one = createServers(database, {
      id: '1',
      keyFingerprint: 'key',
      lostAfterMs: MINUTE_MS,
      describe: facts,
    });
    const other = server('2');
    const [at, otherAt] = [await entered(one), await entered(other)];
    jobs = 4;
    const seenAt = await one.beat(at);
    expect(await one.list()).toEqual([
      { id: '1', startedAt: at, seenAt, isThis: true, facts: facts() },
      { id: '2', startedAt: otherAt, seenAt: otherAt, isThis: false, facts: null },
    ]);
    expect((await other.list()).map(({ isThis }) => isThis)).toEqual([false, true]);
  });

  it('of other releases are listed with what can be read of them', async () => {
    const told = { name: 'fig', version: '9', role: 'all', engine: null, egress: 'direct' };
    const counts = { jobs: 0, downloads: 0, foundLost: 0, rssBytes: 3 };
    const one = server('1');
    await entered(one);
    const factsAfter = async (facts: unknown) => {
      await database.db
        .updateTable('servers')
        .set({ facts: JSON.stringify(facts) })
        .execute();
      return (await one.list())[0]?.facts;
    };
    expect(await factsAfter({ name: 'fig', version: '0' })).toBeNull();
    expect(await factsAfter({ ...told, ...counts, role: 'gardener' })).toBeNull();
    expect(await factsAfter({ ...told, ...counts, mood: 'good' })).toEqual({
      ...told,
      ...counts,
    });
  });

  it('that never came back are forgotten after a day', async () => {
    await entered(server('1'));
    await entered(server('2'));
    await silence('1', DAY_MS + 1000);
    await silence('2', DAY_MS - MINUTE_MS);
    await entered(server('3'));
    expect(await idsOf()).toEqual(['2', '3']);
  });
});
