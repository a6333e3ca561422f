// GET /api/admin/audit: the audit log, newest first.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AuditEntry } from '../../core/operators/audit.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { auditAnswer, auditQuery } from '../../shared/api/audit.ts';
import type { RouteContext } from '../route-context.ts';

/** Registers the route; `app` requires a session. */
export function adminAudit(app: FastifyInstance, { auditLog }: RouteContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/admin/audit',
    {
      schema: {
        summary: 'List the audit log',
        description: 'Newest first; pass `next` as `before` to get the following page.',
        tags: ['operators'],
        querystring: auditQuery,
        response: { 200: auditAnswer, default: errorAnswer },
      },
    },
    async ({ query: { before, limit } }) =>
      pageOf(await auditLog.list(limit + 1, before ?? null), limit),
  );
}

/** Cuts a page between two timestamps, so that no entry of the same millisecond is skipped. */
function pageOf(found: readonly AuditEntry[], limit: number) {
  const over = found[limit];
  if (!over) return { entries: [...found], next: null };
  const whole = found.slice(0, limit).filter(({ at }) => at > over.at);
  return whole.length > 0
    ? { entries: whole, next: over.at + 1 }
    : { entries: found.slice(0, limit), next: over.at };
}
