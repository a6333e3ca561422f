// Locates the operator's cookies, for the engine and for the cockpit.
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { type Config, ConfigError } from '../config.ts';

/** The absolute path of `COOKIES_FILE`, or null when it is not set. Throws ConfigError for a file that cannot be read. */
export function cookieFileOf(config: Config): string | null {
  if (!config.COOKIES_FILE) return null;
  const file = path.resolve(config.root, config.COOKIES_FILE);
  try {
    accessSync(file, constants.R_OK);
    if (statSync(file).isFile()) return file;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `COOKIES_FILE: ${file} cannot be read (${code}). Name a file of cookies in Netscape form, or leave it out.`,
    );
  }
  throw new ConfigError(`COOKIES_FILE: ${file} is no file.`);
}
