// Wires changes of the engine and its setup: pip and its folders, worker pools, canaries, alarms, and the stored state.
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { createAuditLog } from '../adapters/database/audit-log.ts';
import type { Database } from '../adapters/database/schema.ts';
import { createSettings } from '../adapters/database/settings.ts';
import { createEngineReleases } from '../adapters/engine-releases/releases.ts';
import { createSeal } from '../adapters/secrets/seal.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Duties } from '../core/async/duties.ts';
import type { Signals } from '../core/async/signals.ts';
import { createEngineControl } from '../core/engine-updates/control.ts';
import { startEngineUpdates } from '../core/engine-updates/updates.ts';
import { breakerKey } from '../core/inspecting/egress/breaker.ts';
import type { Outcomes } from '../core/outcomes/ports.ts';
import type { Services } from '../http/services.ts';
import { createSetups } from './egress/setups.ts';
import { enginesFolder, locateEngine } from './locate-engine.ts';
import type { PlatformHealthModule } from './platform-health.ts';
import type { Keys } from './state/configured-data.ts';
import { composeLeading, type SharedRedis } from './state/redis.ts';
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
  readonly keys: Keys;
  readonly tools: Tools;
  readonly redis: SharedRedis | null;
  readonly signals: Signals;
  readonly outcomes: Pick<Outcomes, 'countSince'>;
  readonly watch: Pick<
    PlatformHealthModule,
    'alarms' | 'breaker' | 'canaries' | 'canaryLinks' | 'switches'
  >;
  readonly warn: (message: string, cause: unknown) => void;
};

/** Resumes updates from the stored state. The leader checks for all servers. */
export async function composeEngineUpdates(
  needs: EngineUpdatesNeeds,
): Promise<EngineUpdatesModule> {
  const { config, clock, duties, tools, outcomes, watch, warn } = needs;
  const { db } = needs.database;
  // Of what servers and workers both have.
  const marks = createSeal(needs.keys.queue);
  const leading = await composeLeading({ ...needs, work: 'engine-updates', isCandidate: true });
  const updates = await startEngineUpdates({
    mode: config.ENGINE_UPDATES,
    clock,
    duties,
    outcomes,
    alarms: watch.alarms,
    warn,
    releases: createEngineReleases({
      sandbox: tools.sandbox,
      clock,
      source: tools.source,
      base: enginesFolder(config),
      python: locateEngine(config).python,
      environment: config.packageEnvironment,
      home: homedir(),
    }),
    host: tools.host,
    setups: createSetups({
      config,
      read: tools.readSetup,
      door: tools.door,
      keys: needs.keys,
    }),
    canaries: {
      links: () =>
        watch.canaryLinks.list().filter(({ platform }) => !watch.switches.of(platform).off),
      runAll: watch.canaries.runAll,
    },
    accounts: tools.accounts && {
      ...tools.accounts,
      markOf: (id) => marks.mark(id, 'account'),
    },
    isPaused: (platform, egress) => watch.breaker.state(breakerKey(platform, egress)).open,
    settings: createSettings(db),
    random: Math.random,
    fleet: needs.redis ? { leads: leading.isLeading } : null,
  });
  tools.onAttempt(updates.note);
  const engine = createEngineControl({
    updates,
    clock,
    audit: createAuditLog(db),
    newId: () => randomBytes(16).toString('hex'),
  });
  return {
    engine,
    async close() {
      await leading.end();
      await updates.close();
    },
  };
}
