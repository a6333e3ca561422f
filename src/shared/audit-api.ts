// The wire contract of what operators did. The web uses its types only.
import { z } from 'zod';

/** Most entries of one answer. */
export const MAX_AUDIT_ENTRIES = 100;

/** Query of `GET /api/admin/audit`. */
export const auditQuery = z.strictObject({
  before: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'Epoch milliseconds: only what was done earlier.' }),
  limit: z.coerce.number().int().min(1).max(MAX_AUDIT_ENTRIES).default(50),
});

/** One thing that was done. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.number().int().meta({ description: 'Epoch milliseconds.' }),
  admin: z
    .string()
    .nullable()
    .meta({ description: 'Who; null for the command line and for failed sign-ins.' }),
  action: z.string(),
  subject: z.string().nullable().meta({ description: 'The id of what it was done to.' }),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});

/** Answer of `GET /api/admin/audit`, the newest first. */
export const auditAnswer = z.object({
  entries: z.array(auditEntry),
  next: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'The `before` of the entries that follow; null when there are none.' }),
});

/** One thing that was done. */
export type AuditItem = z.infer<typeof auditEntry>;
/** Answer of `GET /api/admin/audit`. */
export type AuditAnswer = z.infer<typeof auditAnswer>;
