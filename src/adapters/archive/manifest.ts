// The manifest of a backup: the release that wrote it, the time, and the digests of all entries.
import { z } from 'zod';

/** The entry that holds it, and the one that holds its own SHA-256; the last two of every archive. */
export const MANIFEST = { name: 'manifest.json', digestName: 'manifest.sha256' } as const;
/** Room for about fifty thousand entries. */
export const MAX_MANIFEST_BYTES = 8 * 1024 * 1024;
/** The form of archives that this release writes and reads. */
export const ARCHIVE_FORMAT = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const whole = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The shape of `manifest.json`. */
export const manifestSchema = z.strictObject({
  format: z.literal(ARCHIVE_FORMAT),
  /** Of the software that made it. */
  version: z.string().max(50),
  /** The last step that its database had seen. */
  lastMigration: z.string().max(100),
  /** Epoch milliseconds, as far as a date goes. */
  createdAt: whole.max(8.64e15),
  entries: z.array(
    z.strictObject({
      name: z.string().max(99),
      bytes: whole,
      sha256,
      /** How many rows of a table. */
      rows: whole.optional(),
    }),
  ),
});

/** What a backup says of itself. */
export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestEntry = Manifest['entries'][number];
