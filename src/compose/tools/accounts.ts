// The operator's accounts for the engine: those that were tried, and what tries the others.
import { createAccounts, findAccounts, type ReadAccounts } from '../../adapters/ytdlp/accounts.ts';
import {
  type AccountInspectionNeeds,
  createAccountInspection,
} from '../../adapters/ytdlp/engine.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../core/async/clock.ts';
import type { AccountPort } from '../../core/engine-updates/setup/account-trials.ts';
import { serves } from '../../core/inspecting/egress/egresses.ts';
import { accountFilesOf } from '../cookie-file.ts';
import type { ConfiguredEgresses } from '../egress/egresses.ts';

/** What tries accounts, but for the marks of the database. */
export type TriedAccounts = Omit<AccountPort, 'markOf'>;

/** `read` gives those that `port` has in use, at first none. Both are left out where there are none. Throws ConfigError with a remedy. */
export function accountsOf(
  config: Config,
  egresses: () => ConfiguredEgresses,
  clock: Clock,
): {
  readonly read: ReadAccounts | undefined;
  readonly portOf: (needs: AccountInspectionNeeds) => TriedAccounts | null;
} {
  const files = accountFilesOf(config);
  if (!files) return { read: undefined, portOf: () => null };
  let used: ReadonlySet<string> = new Set();
  return {
    read: createAccounts(files, clock, (id) => used.has(id)),
    portOf: (needs) => ({
      setting: config.COOKIES_DIR === undefined ? 'COOKIES_FILE' : 'COOKIES_DIR',
      find: () => findAccounts(files, config.platforms, clock),
      use(ids) {
        used = ids;
      },
      egressOf(platform, wanted) {
        const serving = egresses().filter((one) => serves(one, platform));
        const found = wanted === null ? serving[0] : serving.find(({ id }) => id === wanted);
        return found?.id ?? null;
      },
      inspect: createAccountInspection(needs),
    }),
  };
}
