// What the ports `Admins`, `AdminSessions` and `AuditLog` promise, on every database.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdminSessions, createAdmins } from '../../src/adapters/database/admins.ts';
import { createAuditLog } from '../../src/adapters/database/audit-log.ts';
import type { AuditEntry } from '../../src/core/operators/audit.ts';
import type { AdminSessions, Admins, AuditLog } from '../../src/core/operators/ports.ts';
import { databases, type TestDatabase } from './databases.ts';

const ann = { id: 'a', email: 'ann@site.example', password: 'hash', createdAt: 1_800_000_000_000 };
const bob = { ...ann, id: 'b', email: 'bob@site.example', createdAt: ann.createdAt + 1 };
const without = ({ password: _, ...admin }: typeof ann) => admin;

describe.each(databases)('operators on %s', (_kind, make) => {
  let database: TestDatabase;
  let admins: Admins;
  let sessions: AdminSessions;
  let audit: AuditLog;
  beforeAll(async () => {
    database = await make();
    admins = createAdmins(database.db);
    sessions = createAdminSessions(database.db);
    audit = createAuditLog(database.db);
    return database.end;
  });
  beforeEach(async () => {
    for (const table of ['admins', 'admin_sessions', 'audit_log'] as const)
      await database.db.deleteFrom(table).execute();
  });
  const session = (hash: string, adminId: string, at = 10) => ({
    hash,
    adminId,
    createdAt: at,
    seenAt: at,
  });

  it('are listed in the order of creation, without their passwords', async () => {
    expect([await admins.add(bob), await admins.add(ann)]).toEqual([true, true]);
    expect(await admins.list()).toEqual([without(ann), without(bob)]);
    expect(await admins.find('ann@site.example')).toEqual(ann);
    expect(await admins.find('carl@site.example')).toBeNull();
  });

  it('have unique addresses, even when added concurrently', async () => {
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => admins.add({ ...ann, id: `a${turn}` })),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await admins.list()).toHaveLength(1);
  });

  it('with a new password are signed out, and no other operator is', async () => {
    await admins.add(ann);
    await admins.add(bob);
    await sessions.add(session('one', 'a'));
    await sessions.add(session('two', 'b'));
    expect(await admins.setPassword(ann.email, 'new')).toBe(true);
    expect((await admins.find(ann.email))?.password).toBe('new');
    expect([await sessions.find('one'), (await sessions.find('two'))?.admin.id]).toEqual([
      null,
      'b',
    ]);
    expect(await admins.setPassword('carl@site.example', 'new')).toBe(false);
  });

  it('who are removed are signed out', async () => {
    await admins.add(ann);
    await sessions.add(session('one', 'a'));
    expect(await admins.remove(ann.email)).toBe(true);
    expect([await admins.find(ann.email), await sessions.find('one')]).toEqual([null, null]);
    expect(await admins.remove(ann.email)).toBe(false);
    expect(await database.db.selectFrom('admin_sessions').selectAll().execute()).toEqual([]);
  });

  it('have sessions that are refreshed, ended one by one or all together, and deleted after expiry', async () => {
    await admins.add(ann);
    for (const [hash, at] of [
      ['one', 10],
      ['two', 20],
      ['three', 30],
      ['four', 40],
    ] as const)
      await sessions.add(session(hash, 'a', at));
    expect(await sessions.find('one')).toEqual({
      session: session('one', 'a'),
      admin: without(ann),
    });
    await sessions.touch('one', 99);
    expect((await sessions.find('one'))?.session).toEqual({ ...session('one', 'a'), seenAt: 99 });
    await sessions.remove('four');
    expect(await sessions.find('four')).toBeNull();
    await sessions.forget({ createdAt: 10, seenAt: 20 });
    expect([await sessions.find('one'), await sessions.find('two')]).toEqual([null, null]);
    expect(await sessions.removeAllOf('a')).toBe(1);
    expect(await sessions.removeAllOf('a')).toBe(0);
  });

  it('have their actions logged, listed newest first and deleted in time', async () => {
    const entry = (id: string, at: number): AuditEntry => ({
      id,
      at,
      admin: 'ann@site.example',
      action: 'trending_changed',
      subject: 'video',
      details: { title: 'A “new” one', featured: true, position: null },
    });
    for (const at of [1, 2, 3]) await audit.add(entry(`entry ${at}`, at));
    expect(await audit.list(2, null)).toEqual([entry('entry 3', 3), entry('entry 2', 2)]);
    expect(await audit.list(2, 2)).toEqual([entry('entry 1', 1)]);
    expect(await audit.forgetBefore(3)).toBe(2);
    expect(await audit.list(9, null)).toEqual([entry('entry 3', 3)]);
  });
});
