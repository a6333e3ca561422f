// Registers this server with those that share its database, and takes over the downloads of lost servers.
import { hash } from 'node:crypto';
import { createOrphanedDownloads } from '../../adapters/database/orphaned-downloads.ts';
import type { Database } from '../../adapters/database/schema.ts';
import { createServers } from '../../adapters/database/servers.ts';
import { openServerId } from '../../adapters/files/server-id.ts';
import { createSeal } from '../../adapters/secrets/seal.ts';
import { asConfigError, type Config, ConfigError } from '../../config.ts';
import type { Clock } from '../../core/async/clock.ts';
import type { CorrectedClock } from '../../core/async/corrected-clock.ts';
import type { Duties } from '../../core/async/duties.ts';
import type { DownloadService } from '../../core/downloading/service.ts';
import { createTakingOver } from '../../core/servers/orphaned-downloads.ts';
import {
  createPresence,
  type ServerFacts,
  type Servers,
  type ServerTimes,
} from '../../core/servers/server-registry.ts';
import type { Keys } from './configured-data.ts';

/** The server's id, and the steps of its registration. */
export type ServerRegistration = {
  readonly id: string;
  /** All servers of the database. */
  readonly list: Servers['list'];
  /** Sets the facts that are sent with each heartbeat. */
  readonly describeBy: (describe: () => ServerFacts) => void;
  /** Registers the server. Call it once DATA_DIR is claimed. Throws ConfigError while a living server has another key. */
  readonly enter: () => Promise<void>;
  /** Resumes open downloads of this server and of lost servers, now and whenever another one is lost. */
  readonly takeUp: (downloading: Pick<DownloadService, 'resume' | 'isStopping'>) => Promise<void>;
  /** Starts heartbeats without taking anything over. */
  readonly startHeartbeats: () => void;
  /** Unregisters the server: others take over its open downloads at once. Call it when none is carried out any more. */
  readonly leave: () => Promise<void>;
};

/** Reads this server's id. Throws ConfigError, before anything else starts, while a living server has another key. */
export async function composeServerRegistration(needs: {
  readonly config: Config;
  readonly clock: Clock;
  /** Corrects the clock by the database's. */
  readonly follow: CorrectedClock['follow'];
  readonly duties: Duties;
  readonly keys: Keys;
  readonly database: Database;
  readonly times: ServerTimes;
  readonly warn: (message: string, cause: unknown) => void;
}): Promise<ServerRegistration> {
  const { config, clock, follow, duties, keys, database, times, warn } = needs;
  const { lostAfterMs } = times;
  const own = await openServerId(config.DATA_DIR).catch(asConfigError);
  // Under another id: what it was to do with another ROLE is taken over by the others.
  const id = config.ROLE === 'worker' ? hash('sha256', `worker ${own}`).slice(0, own.length) : own;
  let describe: () => ServerFacts | null = () => null;
  const self = {
    id,
    keyFingerprint: keys.fingerprint,
    lostAfterMs,
    describe: () => describe(),
  };
  const registered = createServers(database, self);
  const servers: Servers = {
    ...registered,
    enter: () => follow(registered.enter),
    beat: (startedAt) => follow(() => registered.beat(startedAt)),
  };
  await follow(servers.now);
  if (await servers.hasStranger()) throw refusal(config);
  const presence = createPresence({ servers, duties, times, warn });
  return {
    id,
    list: servers.list,
    describeBy(next) {
      describe = next;
    },
    async enter() {
      if (!(await presence.enter())) throw refusal(config);
    },
    async takeUp(downloading) {
      if (!keys.secret) throw new TypeError('a worker has no downloads of its own');
      const seal = createSeal(keys.secret);
      const orphans = createOrphanedDownloads(database, { id, seal, lostAfterMs });
      const takeOver = createTakingOver({ orphans, downloading, clock });
      await downloading.resume();
      await takeOver();
      const unreadable = await orphans.countUnreadable();
      if (unreadable > 0)
        warn(
          `${unreadable} downloads in the database were sealed with another secret.key: they cannot be opened, and stay until they expire`,
          undefined,
        );
      presence.begin(takeOver);
    },
    startHeartbeats: () => presence.begin(async () => undefined),
    leave: presence.leave,
  };
}

function refusal({ DATA_DIR, SECRET_KEY_FILE }: Config): ConfigError {
  const remedy = SECRET_KEY_FILE
    ? `Put its key into ${SECRET_KEY_FILE}.`
    : `Put a copy of its DATA_DIR/secret.key into ${DATA_DIR}.`;
  return new ConfigError(
    `DATABASE_URL, DATA_DIR, SECRET_KEY_FILE: another server uses this database with another key. ${remedy} Or give this server a database of its own. If that server no longer runs, wait a minute.`,
  );
}
