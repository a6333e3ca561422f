// What the port `OrphanedDownloads` promises, on every database.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDownloads } from '../../../src/adapters/database/downloads.ts';
import { createOrphanedDownloads } from '../../../src/adapters/database/orphaned-downloads.ts';
import { createServers } from '../../../src/adapters/database/servers.ts';
import { createSeal } from '../../../src/adapters/secrets/seal.ts';
import { makeDownload, NOW } from '../../support/media/make-download.ts';
import { databases, type TestDatabase } from '../databases.ts';

const lostAfterMs = 60_000;

describe.each(databases)('orphaned downloads on %s', (_kind, make) => {
  const seal = createSeal(randomBytes(32));
  const otherSeal = createSeal(randomBytes(32));
  let database: TestDatabase;
  beforeAll(async () => {
    database = await make();
    return database.end;
  });
  beforeEach(async () => {
    await database.db.deleteFrom('servers').execute();
    await database.db.deleteFrom('downloads').execute();
    await alive('self');
  });

  const alive = (id: string) =>
    createServers(database, { id, keyFingerprint: 'key', lostAfterMs }).enter();
  const silence = (id: string, ms: number) =>
    database.db
      .updateTable('servers')
      .set({ seen_at: sql<number>`seen_at - ${ms}` })
      .where('id', '=', id)
      .execute();
  const of = (server: string, by = seal) => createDownloads(database.db, by, server);
  const orphans = (id = 'self', by = seal) =>
    createOrphanedDownloads(database, { id, seal: by, lostAfterMs });
  const owners = async () =>
    Object.fromEntries(
      (await database.db.selectFrom('downloads').select(['id', 'server']).execute()).map((row) => [
        row.id,
        row.server,
      ]),
    );

  it('are taken over by a server that can read them, once their own is gone', async () => {
    await alive('silent');
    await alive('living');
    await of('silent').add(makeDownload('of the silent'));
    await of('left').add(makeDownload('of one that left'));
    await of('living').add(makeDownload('of the living'));
    await of('left').add(makeDownload('file', { state: 'ready', fileId: 'f' }));
    await of('left', otherSeal).add(makeDownload('unreadable'));
    await silence('silent', lostAfterMs - 20_000);
    expect(await orphans().adopt()).toBe(1);
    await silence('silent', 20_000);
    expect(await orphans().adopt()).toBe(1);
    expect(await orphans().adopt()).toBe(0);
    expect(await owners()).toEqual({
      'of the silent': 'self',
      'of one that left': 'self',
      'of the living': 'living',
      file: 'left',
      unreadable: 'left',
    });
    const open = await of('self').open();
    expect(open.map(({ id }) => id).toSorted()).toEqual(['of one that left', 'of the silent']);
    expect(open.map(({ attempt }) => attempt)).toEqual([1, 1]);
  });

  it('go each to exactly one of the servers that claim them', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => `n${n}`);
    for (const id of ids) await of('left').add(makeDownload(id));
    const wanting = ['self', 'second', 'third'];
    await Promise.all(wanting.slice(1).map(alive));
    const taken = await Promise.all(wanting.map((id) => orphans(id).adopt()));
    expect(taken.reduce((sum, each) => sum + each, 0)).toBe(ids.length);
    const counted = Object.values(await owners());
    expect(wanting.map((id) => counted.filter((server) => server === id).length)).toEqual(taken);
  });

  it('are left alone by the server that lost them when it comes back', async () => {
    await alive('silent');
    await of('silent').add(makeDownload('a'));
    await silence('silent', lostAfterMs);
    await orphans().adopt();
    await alive('silent');
    expect(await orphans('silent').adopt()).toBe(0);
    expect(await of('silent').change('a', 'open', { state: 'ready', fileId: 'f' })).toBe(false);
    expect((await of('self').open()).map(({ id }) => id)).toEqual(['a']);
  });

  it('are counted where the key cannot decrypt them', async () => {
    expect(await orphans().countUnreadable()).toBe(0);
    await of('left').add(makeDownload('readable'));
    await of('left', otherSeal).add(makeDownload('open'));
    await of('self', otherSeal).add(makeDownload('file', { state: 'ready', fileId: 'f' }));
    expect(await orphans().countUnreadable()).toBe(2);
    expect(await orphans('other', otherSeal).countUnreadable()).toBe(1);
  });

  it('are deleted when they are old, and no others', async () => {
    const old = { createdAt: NOW - 1 };
    await alive('living');
    for (const by of [seal, otherSeal])
      for (const [age, over] of Object.entries({ old, new: { createdAt: NOW } }))
        for (const server of ['self', 'living', 'left']) {
          const id = `${age} ${server} ${by === seal ? 'readable' : 'unreadable'}`;
          await of(server, by).add(makeDownload(id, over));
        }
    await of('left').add(makeDownload('old file', { ...old, state: 'ready', fileId: 'f' }));
    const before = Object.keys(await owners());
    expect(before).toHaveLength(13);
    expect(await orphans().forgetOpen(NOW)).toBe(3);
    const left = Object.keys(await owners());
    expect(before.filter((id) => !left.includes(id)).toSorted()).toEqual([
      'old left readable',
      'old left unreadable',
      'old self unreadable',
    ]);
  });
});
