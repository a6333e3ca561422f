// Opens what all other modules use: sandbox, database, engine, limits, outcomes, the state of the platforms.
import { createDuties } from '../adapters/clock/duties.ts';
import { systemClock } from '../adapters/clock/system.ts';
import { createMemoryRecentFailures } from '../adapters/memory/recent-failures.ts';
import { createMemoryRefusalCounts } from '../adapters/memory/refusal-counts.ts';
import { createMetrics } from '../adapters/metrics/prometheus.ts';
import { probeSandboxes } from '../adapters/process/probe-sandboxes.ts';
import type { Sandbox } from '../adapters/process/sandbox.ts';
import { type Config, ConfigError } from '../config.ts';
import { createSharedInspections } from '../core/inspecting/shared-inspections.ts';
import { countRefusals } from '../core/limits/refusal-count.ts';
import { countedOutcomes } from '../core/outcomes/metrics.ts';
import { withRecentFailures } from '../core/outcomes/recent-failures.ts';
import type { ServerTimes } from '../core/servers/server-registry.ts';
import { composeEngine } from './engine.ts';
import { assertHidden } from './hidden-data.ts';
import { composePlatformHealth } from './platform-health.ts';
import { openConfiguredSecret } from './state/configured-data.ts';
import { composeDatabase } from './state/database.ts';
import { composeFiles } from './state/files.ts';
import { composeLimits } from './state/limits.ts';
import {
  composeLeading,
  composeSharedValues,
  composeSignals,
  openConfiguredRedis,
} from './state/redis.ts';

/** Logs an internal failure. */
export type Warn = (message: string, cause: unknown) => void;

/** What {@link composeBase} opened. */
export type Base = Awaited<ReturnType<typeof composeBase>>;

/** Opens the modules. Throws ConfigError with a remedy. */
export async function composeBase(config: Config, warn: Warn, times: ServerTimes) {
  const clock = systemClock;
  const duties = createDuties({ warn });
  const sandbox = await openSandbox(config, warn);
  const secret = await openConfiguredSecret(config);
  const stored = await composeDatabase({ config, clock, duties, secret, times, warn });
  const { database, server } = stored;
  const refusals = createMemoryRefusalCounts(clock);
  const redis = await openConfiguredRedis(config, warn);
  const limits = await composeLimits({ redis, clock, secret, warn });
  const shared = await composeSignals({ redis, clock, secret });
  const values = await composeSharedValues({ redis, secret });
  const store = await composeFiles({ config, clock, database, server, warn });
  const engine = await composeEngine(config, sandbox, clock);
  const leading = await composeLeading({ redis, duties, work: 'duties' });
  const failures = createMemoryRecentFailures();
  const metrics = createMetrics();
  return {
    config,
    clock,
    duties,
    warn,
    sandbox,
    secret,
    stored,
    database,
    server,
    refusals,
    redis,
    store,
    signals: shared.signals,
    leading,
    sharedInspections:
      values && createSharedInspections({ values, clock, egress: engine.engine.egress }),
    limits,
    limiter: countRefusals(limits.limiter, refusals),
    engine,
    failures,
    metrics,
    outcomes: countedOutcomes(withRecentFailures(stored.outcomes, failures, clock), metrics),
    health: await composePlatformHealth({
      config,
      clock,
      duties,
      signals: shared.signals,
      redis,
      database,
      engine: engine.engine,
      warn,
    }),
    async close() {
      await leading.end();
      await engine.close();
      await store.close();
      shared.close();
      redis?.close();
      await stored.close();
    },
  };
}

/** The strongest sandbox that works on this machine. Throws ConfigError when the settings ask for a stronger one. */
async function openSandbox(config: Config, warn: Warn): Promise<Sandbox> {
  const sandbox = await probeSandboxes();
  if (config.SANDBOX === 'required' && sandbox.kind === 'plain') {
    throw new ConfigError(
      `SANDBOX=required, but no sandbox works here (${sandbox.why}). Allow namespaces, or set SANDBOX=best-effort.`,
    );
  }
  assertHidden(config.DATA_DIR, sandbox);
  if (!sandbox.isolatesNetwork)
    warn(
      'yt-dlp keeps the network of this machine: code inside it could bypass the egress proxy; "npm run doctor" says more',
      undefined,
    );
  return sandbox;
}
