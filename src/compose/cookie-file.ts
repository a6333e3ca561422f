// Locates the operator's cookies, for the engine and for the cockpit.
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import type { AccountFiles } from '../adapters/ytdlp/accounts.ts';
import { type Config, ConfigError } from '../config.ts';

/** `COOKIES_FILE` or `COOKIES_DIR`, or null when neither is set. Throws ConfigError for what cannot be read. */
export function accountFilesOf(config: Config): AccountFiles | null {
  const { COOKIES_FILE, COOKIES_DIR, root } = config;
  if (COOKIES_FILE && COOKIES_DIR)
    throw new ConfigError('Set COOKIES_FILE or COOKIES_DIR, and remove the other.');
  if (COOKIES_FILE) {
    const file = path.resolve(root, COOKIES_FILE);
    if (statOf('COOKIES_FILE', file).isFile()) return { file };
    throw new ConfigError(`COOKIES_FILE: ${file} is no file.`);
  }
  if (!COOKIES_DIR) return null;
  const folder = path.resolve(root, COOKIES_DIR);
  if (statOf('COOKIES_DIR', folder).isDirectory()) return { folder };
  throw new ConfigError(`COOKIES_DIR: ${folder} is no folder.`);
}

function statOf(setting: string, place: string) {
  try {
    accessSync(place, constants.R_OK);
    return statSync(place);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `${setting}: ${place} cannot be read (${code}). Name cookies in Netscape form, or leave it out.`,
    );
  }
}
