// The server's secret, created once and kept in DATA_DIR or given by the operator; the root of all signatures and encryption.
import { hkdfSync, randomBytes } from 'node:crypto';
import { chmod, link, mkdir, open, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The length of a secret, and of every key derived from it. */
export const SECRET_BYTES = 32;
const OTHERS = 0o077;

/**
 * Reads the 32 bytes of `secret.key` in `dataDir`, or creates them. The file is made private to this user if it is not.
 * Instances that start together get the same bytes. Throws an Error with a remedy when the file holds anything else,
 * and file system errors.
 */
export async function openSecret(dataDir: string): Promise<Uint8Array> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'secret.key');
  const secret = (await readSecret(path)) ?? (await makeSecret(path));
  await keepPrivate(path);
  return secret;
}

/** Reads the 32 bytes of a file that the operator manages. Throws an Error with a remedy, and file system errors. */
export async function readGivenSecret(path: string): Promise<Uint8Array> {
  const secret = await readSecret(path);
  if (!secret)
    throw new Error(`${path} does not exist. Create it once: head -c 32 /dev/urandom > ${path}`);
  return secret;
}

/** Derives a key for one purpose; keys of different purposes are independent. */
export function deriveKey(secret: Uint8Array, purpose: string): Buffer {
  if (secret.length !== SECRET_BYTES) throw new TypeError('A secret has 32 bytes');
  return Buffer.from(hkdfSync('sha256', secret, '', `keepreel ${purpose}`, SECRET_BYTES));
}

async function readSecret(path: string): Promise<Uint8Array | null> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!file) return null;
  try {
    const { size } = await file.stat();
    if (size !== SECRET_BYTES) {
      throw new Error(
        `${path} must hold exactly 32 bytes, but has ${size}. Put the right file back, or remove it: with a new one, links made before lead nowhere.`,
      );
    }
    return new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

async function keepPrivate(path: string): Promise<void> {
  const { mode } = await stat(path);
  if (mode & OTHERS) await chmod(path, 0o600);
}

/** Written under another name first, so that it is never read half; the first process to link it wins. */
async function makeSecret(path: string): Promise<Uint8Array> {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(randomBytes(SECRET_BYTES));
    await file.sync();
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await file.close();
    await unlink(draft);
  }
  const secret = await readSecret(path);
  if (!secret) throw new Error(`${path} was removed while the server started. Start it again.`);
  return secret;
}
