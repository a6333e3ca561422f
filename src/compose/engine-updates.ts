// Wires updates of the engine: pip and its folders, worker pools, canaries, alarms, and the stored state.
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { createAuditLog } from '../adapters/database/audit-log.ts';
import type { Database } from '../adapters/database/schema.ts';
import { createSettings } from '../adapters/database/settings.ts';
import { createRemoteEngineControl } from '../adapters/remote/remote-tools.ts';
import type { Config } from '../config.ts';
import type { Ask } from '../core/async/asks.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Duties } from '../core/async/duties.ts';
import type { Signals } from '../core/async/signals.ts';
import { createEngineControl, type EngineControl } from '../core/engine-updates/control.ts';
import { startEngineUpdates } from '../core/engine-updates/updates.ts';
import type { Outcomes } from '../core/outcomes/ports.ts';
import type { Services } from '../http/services.ts';
import { enginesFolder, locateEngine } from './locate-engine.ts';
import type { PlatformHealthModule } from './platform-health.ts';
import type { Keys } from './state/configured-data.ts';
import type { FilesModule } from './state/files.ts';
import { composeLeading, type Leading, type SharedRedis } from './state/redis.ts';
import { prepareAnswering } from './tools/questions.ts';
import type { Tools } from './tools/tools.ts';

/** The service of this module. */
export type EngineUpdatesModule = Pick<Services, 'engine'> & {
  readonly close: () => Promise<void>;
};

/** What the other modules provide. */
export type EngineUpdatesNeeds = {
  readonly config: Config;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly database: Database;
  readonly tools: Tools;
  /** Asks the servers that have an engine; null on those. */
  readonly ask: Ask | null;
  readonly redis: SharedRedis | null;
  readonly store: Pick<FilesModule, 'kind'>;
  readonly keys: Keys;
  readonly signals: Signals;
  readonly outcomes: Pick<Outcomes, 'countSince'>;
  readonly watch: Pick<PlatformHealthModule, 'alarms' | 'canaries' | 'canaryLinks' | 'switches'>;
  readonly warn: (message: string, cause: unknown) => void;
};

/** Opens it and resumes from the stored state; a server without an engine asks one that has one. */
export async function composeEngineUpdates(
  needs: EngineUpdatesNeeds,
): Promise<EngineUpdatesModule> {
  const { config, clock, duties, tools, ask, outcomes, watch, warn } = needs;
  const { db } = needs.database;
  const { local } = tools;
  if (!local) return remoteUpdates(ask);
  const { createEngineReleases } = await import('../adapters/engine-releases/releases.ts');
  const { engine: engineModule, sandbox } = local;
  const fleet = needs.redis ? { leads: () => leading?.isLeading() ?? false } : null;
  let leading: Leading | null = null;
  const updates = await startEngineUpdates({
    mode: config.ENGINE_UPDATES,
    clock,
    duties,
    outcomes,
    alarms: watch.alarms,
    warn,
    releases: createEngineReleases({
      sandbox,
      clock,
      source: engineModule.source,
      base: enginesFolder(config),
      python: locateEngine(config).python,
      environment: config.packageEnvironment,
      home: homedir(),
    }),
    host: engineModule.host,
    canaries: {
      hasAny: () =>
        watch.canaryLinks.list().some(({ platform }) => !watch.switches.of(platform).off),
      runAll: watch.canaries.runAll,
    },
    settings: createSettings(db),
    random: Math.random,
    fleet,
  });
  engineModule.onAttempt(updates.note);
  const engine = createEngineControl({
    updates,
    clock,
    audit: createAuditLog(db),
    newId: () => randomBytes(16).toString('hex'),
  });
  leading = await standForUpdates(needs, engine);
  return {
    engine,
    async close() {
      await leading?.end();
      await updates.close();
    },
  };
}

function remoteUpdates(ask: Ask | null): EngineUpdatesModule {
  if (!ask) throw new TypeError('a server without an engine asks others');
  return { engine: createRemoteEngineControl(ask), close: async () => undefined };
}

/**
 * One of the servers with an engine checks for all of them. Where there are servers without one, it answers their operators,
 * so that what one of them began is seen by all.
 */
async function standForUpdates(
  needs: EngineUpdatesNeeds,
  control: EngineControl,
): Promise<Leading> {
  const { redis, store } = needs;
  const mayBeAsked = redis && store.kind === 's3';
  return composeLeading({
    ...needs,
    work: 'engine-updates',
    stands: true,
    ...(mayBeAsked && { lead: await prepareAnswering({ ...needs, redis }, control) }),
  });
}
