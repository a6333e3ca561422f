// The audit log of operators in the database; behind the port `AuditLog`.
import type { Kysely } from 'kysely';
import type { AuditEntry } from '../../core/operators/audit.ts';
import type { AuditLog } from '../../core/operators/ports.ts';
import { asDatabaseError } from './connection/database-error.ts';
import type { Schema } from './schema.ts';

/** The port `AuditLog` on either database. */
export function createAuditLog(db: Kysely<Schema>): AuditLog {
  return {
    async add({ id, at, admin, action, subject, details }) {
      await db
        .insertInto('audit_log')
        .values({ id, at, admin, action, subject, details: JSON.stringify(details) })
        .execute()
        .catch((error: unknown) => {
          throw asDatabaseError(error);
        });
    },
    async list(limit, beforeMs) {
      const rows = await db
        .selectFrom('audit_log')
        .selectAll()
        .$if(beforeMs !== null, (query) => query.where('at', '<', beforeMs ?? 0))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ details, ...row }) => ({
        ...row,
        details: JSON.parse(details) as AuditEntry['details'],
      }));
    },
    async forgetBefore(beforeMs) {
      const { numDeletedRows } = await db
        .deleteFrom('audit_log')
        .where('at', '<', beforeMs)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    },
  };
}
