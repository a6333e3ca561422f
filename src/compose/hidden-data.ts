// Keeps the server's own data where sandboxed programs cannot read it; asked by compose before anything is opened.
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Sandbox } from '../adapters/process/sandbox.ts';
import { ConfigError } from '../config.ts';

/** What every program in a bubblewrap sandbox can read. */
const SHOWN = '/usr/';

/** Throws ConfigError when the data would be among the files that a sandboxed program sees. */
export function assertHidden(dataDir: string, { kind }: Pick<Sandbox, 'kind'>): void {
  if (kind !== 'bubblewrap' || !`${realPathOf(dataDir)}/`.startsWith(SHOWN)) return;
  throw new ConfigError(
    `DATA_DIR: ${dataDir} lies below /usr, where programs in the sandbox can read; take another folder, such as /var/lib/keepreel.`,
  );
}

/** With links followed, also where the last folders are not there yet. */
function realPathOf(folder: string): string {
  const whole = path.resolve(folder);
  if (existsSync(whole)) return realpathSync(whole);
  return path.join(realPathOf(path.dirname(whole)), path.basename(whole));
}
