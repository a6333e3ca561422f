// Wires updates of the engine: pip and its folders, worker pools, canaries, alarms, and the stored state.
import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import { createAuditLog } from '../adapters/database/audit-log.ts';
import type { Database } from '../adapters/database/schema.ts';
import { createSettings } from '../adapters/database/settings.ts';
import { createEngineReleases } from '../adapters/engine-releases/releases.ts';
import type { Sandbox } from '../adapters/process/sandbox.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../core/async/clock.ts';
import type { Duties } from '../core/async/duties.ts';
import { createEngineControl } from '../core/engine-updates/control.ts';
import { startEngineUpdates } from '../core/engine-updates/updates.ts';
import type { Outcomes } from '../core/outcomes/ports.ts';
import type { Services } from '../http/services.ts';
import type { EngineModule } from './engine.ts';
import { enginesFolder, locateEngine } from './locate-engine.ts';
import type { PlatformHealthModule } from './platform-health.ts';

/** The service of this module. */
export type EngineUpdatesModule = Pick<Services, 'engine'> & {
  readonly close: () => Promise<void>;
};

/** Opens it and resumes from the stored state. */
export async function composeEngineUpdates(needs: {
  readonly config: Config;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly sandbox: Sandbox;
  readonly database: Database;
  readonly engineModule: EngineModule;
  readonly outcomes: Pick<Outcomes, 'countSince'>;
  readonly watch: Pick<PlatformHealthModule, 'alarms' | 'canaries' | 'canaryLinks' | 'switches'>;
  readonly warn: (message: string, cause: unknown) => void;
}): Promise<EngineUpdatesModule> {
  const { config, clock, duties, sandbox, engineModule, outcomes, watch, warn } = needs;
  const { db } = needs.database;
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
  });
  engineModule.onAttempt(updates.note);
  return {
    engine: createEngineControl({
      updates,
      clock,
      audit: createAuditLog(db),
      newId: () => randomBytes(16).toString('hex'),
    }),
    close: updates.close,
  };
}
