// The keys of a worker: derived from the server's secret, which cannot be computed from them.
import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { FINGERPRINT_BYTES, keyFingerprint } from './key-fingerprint.ts';
import { deriveKey, SECRET_BYTES } from './secret.ts';

const FORM = /^keepreel-worker-([\w-]{107})\n?$/;

/** What servers and workers have in common; none of it opens what the database holds, or a visitor's link. */
export type WorkerKeys = {
  /** The root of what goes through Redis: jobs, questions, answers, signals. */
  readonly queue: Uint8Array;
  /** Names finished files by the plan that made them; see {@link createWorkKey}. */
  readonly work: Uint8Array;
  /** That of the secret. */
  readonly fingerprint: string;
};

/** Derives them. */
export function deriveWorkerKeys(secret: Uint8Array): WorkerKeys {
  return {
    queue: deriveKey(secret, 'queue'),
    work: deriveKey(secret, 'work key'),
    fingerprint: keyFingerprint(secret),
  };
}

/** The content of a worker's key file: one line. */
export function writeWorkerKeys({ queue, work, fingerprint }: WorkerKeys): string {
  const bytes = Buffer.concat([queue, work, Buffer.from(fingerprint, 'hex')]);
  return `keepreel-worker-${bytes.toString('base64url')}`;
}

/** Reads such a file; null for one with anything else, or none. */
export async function readWorkerKeys(path: string): Promise<WorkerKeys | null> {
  const text = await readFile(path, 'latin1').catch(() => '');
  const bytes = Buffer.from(FORM.exec(text)?.[1] ?? '', 'base64url');
  if (bytes.length !== 2 * SECRET_BYTES + FINGERPRINT_BYTES) return null;
  return {
    queue: new Uint8Array(bytes.subarray(0, SECRET_BYTES)),
    work: new Uint8Array(bytes.subarray(SECRET_BYTES, 2 * SECRET_BYTES)),
    fingerprint: bytes.subarray(2 * SECRET_BYTES).toString('hex'),
  };
}

/** Creates the function that names a file by the key of its plan. */
export function createWorkKey(key: Uint8Array): (planKey: string) => string {
  return (planKey) => createHmac('sha256', key).update(planKey).digest('hex');
}
