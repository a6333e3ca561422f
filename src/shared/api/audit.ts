// The API schemas of the audit log. The web imports only their types.
import { z } from 'zod';

/** Maximum entries per answer. */
export const MAX_AUDIT_ENTRIES = 100;

/** Query of `GET /api/admin/audit`. */
export const auditQuery = z.strictObject({
  before: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'Epoch milliseconds: only entries before this time.' }),
  limit: z.coerce.number().int().min(1).max(MAX_AUDIT_ENTRIES).default(50),
});

/** One entry of the audit log. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.number().int().meta({ description: 'Epoch milliseconds.' }),
  admin: z
    .string()
    .nullable()
    .meta({ description: 'The operator; null for the command line and for failed sign-ins.' }),
  action: z.string(),
  subject: z.string().nullable().meta({ description: 'The id of the object of the action.' }),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** Answer of `GET /api/admin/audit`, newest first. */
export const auditAnswer = z.object({
  entries: z.array(auditEntry),
  next: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'The `before` of the next page; null on the last page.' }),
});

/** One entry of the audit log. */
export type AuditItem = z.infer<typeof auditEntry>;
/** Answer of `GET /api/admin/audit`. */
export type AuditAnswer = z.infer<typeof auditAnswer>;
