// Composes files that are given while they arrive, also to visitors of other servers.

import { newId } from '../adapters/secrets/new-id.ts';
import { createSeal } from '../adapters/secrets/seal.ts';
import { createOpenElsewhere } from '../adapters/servers/open-elsewhere.ts';
import type { Config } from '../config.ts';
import { createEarlyFiles } from '../core/files/early-files.ts';
import { OWN_NETWORK } from '../core/limits/networks.ts';
import type { SharedEarlyFiles } from '../http/services.ts';
import type { Keys } from './state/configured-data.ts';
import type { FilesModule } from './state/files.ts';
import type { SharedRedis } from './state/redis.ts';

const PLACE = 'early file';

/**
 * The early files of this process, how those of other servers are opened, and what other servers may read of its own. A server that
 * shares its jobs and has no SERVER_URL has none: a visitor's server could not reach it.
 */
export function composeEarly(needs: {
  readonly config: Config;
  readonly keys: Keys;
  readonly redis: SharedRedis | null;
  readonly store: FilesModule;
}) {
  const { keys, redis, store } = needs;
  const { SERVER_URL: at } = needs.config;
  const { files } = store;
  if (!redis) return { early: createEarlyFiles({ files, newId }), sharedEarly: null };
  const { seal, open } = createSeal(keys.queue);
  const openElsewhere = createOpenElsewhere((id) => seal(id, PLACE));
  if (!at) return { openElsewhere, sharedEarly: null };
  const early = createEarlyFiles({ files, newId, at });
  const sharedEarly: SharedEarlyFiles = {
    open: (id, token, range) =>
      open(token, PLACE) === id && early.includes(id) ? early.open(id, range, OWN_NETWORK) : null,
  };
  return { early, openElsewhere, sharedEarly };
}
