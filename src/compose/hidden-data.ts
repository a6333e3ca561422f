// Refuses to start where sandboxed programs could read the server's own data. Checked before anything is opened.
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Sandbox } from '../adapters/process/sandbox.ts';
import { ConfigError } from '../config.ts';

/** Folders that every program in a bubblewrap sandbox can read. */
const SHOWN = '/usr/';

/** Throws ConfigError when the data folder would be visible to a sandboxed program. */
export function assertHidden(dataDir: string, { kind }: Pick<Sandbox, 'kind'>): void {
  if (kind !== 'bubblewrap' || !`${realPathOf(dataDir)}/`.startsWith(SHOWN)) return;
  throw new ConfigError(
    `DATA_DIR: ${dataDir} lies below /usr, where programs in the sandbox can read; take another folder, such as /var/lib/keepreel.`,
  );
}

/** The path with symbolic links resolved, even if its last folders do not exist yet. */
function realPathOf(folder: string): string {
  const whole = path.resolve(folder);
  if (existsSync(whole)) return realpathSync(whole);
  return path.join(realPathOf(path.dirname(whole)), path.basename(whole));
}
