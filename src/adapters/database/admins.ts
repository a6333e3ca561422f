// Operators and their sessions in the database; behind the ports `Admins` and `AdminSessions`.
import type { Kysely } from 'kysely';
import type { Admin } from '../../core/operators/admins.ts';
import type { AdminSessions, Admins } from '../../core/operators/ports.ts';
import { asDatabaseError } from './connection/database-error.ts';
import type { Schema } from './schema.ts';

/** The port `Admins` on either database. */
export function createAdmins(db: Kysely<Schema>): Admins {
  /** Changes the password and ends all sessions, both or neither. */
  const changeAndSignOut = (email: string, change: (db: Kysely<Schema>) => Promise<bigint>) =>
    db.transaction().execute(async (inner) => {
      await inner
        .deleteFrom('admin_sessions')
        .where('admin_id', 'in', (query) =>
          query.selectFrom('admins').where('email', '=', email).select('id'),
        )
        .execute();
      return (await change(inner)) === 1n;
    });

  return {
    async add({ id, email, password, createdAt }) {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('admins')
        .values({ id, email, password, created_at: createdAt })
        .onConflict((conflict) => conflict.column('email').doNothing())
        .executeTakeFirstOrThrow()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
      return numInsertedOrUpdatedRows === 1n;
    },
    async list() {
      const rows = await db
        .selectFrom('admins')
        .select(['id', 'email', 'created_at'])
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(asAdmin);
    },
    async find(email) {
      const row = await db
        .selectFrom('admins')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirst();
      return row ? { ...asAdmin(row), password: row.password } : null;
    },
    setPassword: (email, password) =>
      changeAndSignOut(email, async (inner) => {
        const { numUpdatedRows } = await inner
          .updateTable('admins')
          .set({ password })
          .where('email', '=', email)
          .executeTakeFirstOrThrow();
        return numUpdatedRows;
      }),
    remove: (email) =>
      changeAndSignOut(email, async (inner) => {
        const { numDeletedRows } = await inner
          .deleteFrom('admins')
          .where('email', '=', email)
          .executeTakeFirstOrThrow();
        return numDeletedRows;
      }),
  };
}

/** The port `AdminSessions` on either database. */
export function createAdminSessions(db: Kysely<Schema>): AdminSessions {
  return {
    async add({ hash, adminId, createdAt, seenAt }) {
      await db
        .insertInto('admin_sessions')
        .values({ hash, admin_id: adminId, created_at: createdAt, seen_at: seenAt })
        .execute()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
    },
    async find(hash) {
      const row = await db
        .selectFrom('admin_sessions')
        .innerJoin('admins', 'admins.id', 'admin_sessions.admin_id')
        .where('admin_sessions.hash', '=', hash)
        .select([
          'admins.id as id',
          'admins.email as email',
          'admins.created_at as created_at',
          'admin_sessions.created_at as since',
          'admin_sessions.seen_at as seen_at',
        ])
        .executeTakeFirst();
      if (!row) return null;
      const session = { hash, adminId: row.id, createdAt: row.since, seenAt: row.seen_at };
      return { session, admin: asAdmin(row) };
    },
    async touch(hash, seenAt) {
      await db
        .updateTable('admin_sessions')
        .set({ seen_at: seenAt })
        .where('hash', '=', hash)
        .execute();
    },
    async remove(hash) {
      await db.deleteFrom('admin_sessions').where('hash', '=', hash).execute();
    },
    async removeAllOf(adminId) {
      const { numDeletedRows } = await db
        .deleteFrom('admin_sessions')
        .where('admin_id', '=', adminId)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
    async forget({ createdAt, seenAt }) {
      await db
        .deleteFrom('admin_sessions')
        .where((is) => is.or([is('created_at', '<=', createdAt), is('seen_at', '<=', seenAt)]))
        .execute();
    },
  };
}

function asAdmin(row: { id: string; email: string; created_at: number }): Admin {
  return { id: row.id, email: row.email, createdAt: row.created_at };
}
