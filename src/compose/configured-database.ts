// Opens the database that the settings name, for the server and the commands.
import { openDatabase } from '../adapters/database/connection/open-database.ts';
import type { Database } from '../adapters/database/schema.ts';
import { type Config, ConfigError } from '../config.ts';

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
