// Checks that sandboxed programs cannot read the server's data, before anything is opened.
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Sandbox } from '../adapters/process/sandbox.ts';
import { ConfigError } from '../config.ts';

/** The folders that every program in a bubblewrap sandbox can read. */
const SHOWN = '/usr/';

/** Throws ConfigError when a sandboxed program could read the data. */
export function assertHidden(dataDir: string, { kind }: Pick<Sandbox, 'kind'>): void {
  if (kind !== 'bubblewrap' || !`${realPathOf(dataDir)}/`.startsWith(SHOWN)) return;
  throw new ConfigError(
    `DATA_DIR: ${dataDir} lies below /usr, where programs in the sandbox can read; take another folder, such as /var/lib/keepreel.`,
  );
}

/** Resolves symbolic links, also of a path whose last folders do not exist yet. */
function realPathOf(folder: string): string {
  const whole = path.resolve(folder);
  if (existsSync(whole)) return realpathSync(whole);
  return path.join(realPathOf(path.dirname(whole)), path.basename(whole));
}
