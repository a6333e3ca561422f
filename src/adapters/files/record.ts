// The record beside each finished file: what the store needs to know of it after a restart.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { StoredFile } from '../../core/files/stored-file.ts';
import { receiptSchema } from '../../shared/api/receipt.ts';

const count = z.int().min(0);

const record = z.object({
  id: z.string(),
  workKey: z.string(),
  bytes: count,
  etag: z.string(),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  crc32: z.int().min(0).max(0xffffffff).nullable(),
  receipt: receiptSchema,
  createdAt: z.number(),
  expiresAt: z.number(),
  usedAt: z.number(),
});

/** A stored file and its last use, in epoch milliseconds. */
export type FileRecord = StoredFile & { readonly usedAt: number };

/** Replaces the record in `folder` atomically. */
export async function writeRecord(folder: string, kept: FileRecord): Promise<void> {
  const path = join(folder, 'record.json');
  await writeFile(`${path}.new`, JSON.stringify(kept), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

/** Reads the record in `folder`. Throws if it is missing or not of this release. */
export async function readRecord(folder: string): Promise<FileRecord> {
  return record.parse(JSON.parse(await readFile(join(folder, 'record.json'), 'utf8')));
}
