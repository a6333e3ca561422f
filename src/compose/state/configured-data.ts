// Opens the database and the keys that the settings name, for the server and the commands.
import path from 'node:path';
import { openDatabase } from '../../adapters/database/connection/open-database.ts';
import type { Database } from '../../adapters/database/schema.ts';
import { openSecret, readGivenSecret } from '../../adapters/secrets/secret.ts';
import {
  deriveWorkerKeys,
  readWorkerKeys,
  type WorkerKeys,
} from '../../adapters/secrets/worker-keys.ts';
import { asConfigError, type Config, ConfigError } from '../../config.ts';

/** Opens and migrates the database. Throws ConfigError that names the setting. */
export async function openConfiguredDatabase(config: Config): Promise<Database> {
  return openDatabase({ url: config.DATABASE_URL ?? null, dataDir: config.DATA_DIR }).catch(
    (error: NodeJS.ErrnoException) => {
      const setting = config.DATABASE_URL ? 'DATABASE_URL' : 'DATA_DIR';
      throw new ConfigError(
        `${setting}: the database cannot be opened (${error.code ?? error.name}).`,
      );
    },
  );
}

/** The 32 bytes of SECRET_KEY_FILE, else those of DATA_DIR, which are created. Throws ConfigError that names the setting. */
export async function openConfiguredSecret({
  SECRET_KEY_FILE,
  DATA_DIR,
  root,
}: Config): Promise<Uint8Array> {
  if (SECRET_KEY_FILE === undefined) return openSecret(DATA_DIR).catch(asConfigError);
  return readGivenSecret(path.resolve(root, SECRET_KEY_FILE)).catch((error: unknown) => {
    throw new ConfigError(
      `SECRET_KEY_FILE: ${error instanceof Error ? error.message : String(error)}`,
    );
  });
}

/** The keys of this server. `secret` is null on a worker: what it would open is none of its business. */
export type Keys = WorkerKeys & { readonly secret: Uint8Array | null };

/** Opens the keys: a worker's come from its own file or from the secret. Throws ConfigError that names the setting. */
export async function openConfiguredKeys(config: Config): Promise<Keys> {
  const { ROLE, SECRET_KEY_FILE, root } = config;
  const file = SECRET_KEY_FILE === undefined ? null : path.resolve(root, SECRET_KEY_FILE);
  const own = file === null ? null : await readWorkerKeys(file);
  if (own && ROLE !== 'worker')
    throw new ConfigError(
      `SECRET_KEY_FILE: ${file} holds a worker's keys. Name the file with the whole key, or set ROLE=worker.`,
    );
  if (own) return { ...own, secret: null };
  const secret = await openConfiguredSecret(config);
  return { ...deriveWorkerKeys(secret), secret: ROLE === 'worker' ? null : secret };
}
