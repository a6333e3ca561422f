// Opens what all other modules use: database, tools, limits, outcomes, the state of the platforms.
import { createDuties } from '../adapters/clock/duties.ts';
import { systemClock } from '../adapters/clock/system.ts';
import { createMemoryRecentFailures } from '../adapters/memory/recent-failures.ts';
import { createMemoryRefusalCounts } from '../adapters/memory/refusal-counts.ts';
import { createMetrics } from '../adapters/metrics/prometheus.ts';
import type { Config } from '../config.ts';
import { createCorrectedClock } from '../core/async/corrected-clock.ts';
import { createSharedInspections } from '../core/inspecting/shared-inspections.ts';
import { countRefusals } from '../core/limits/refusal-count.ts';
import { countedOutcomes } from '../core/outcomes/metrics.ts';
import { withRecentFailures } from '../core/outcomes/recent-failures.ts';
import type { ServerTimes } from '../core/servers/server-registry.ts';
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
import type { composeLocalTools } from './tools/local-tools.ts';
import { composeAsking } from './tools/questions.ts';
import { composeRemoteTools } from './tools/remote-tools.ts';
import type { Tools } from './tools/tools.ts';

/** Logs an internal failure. */
export type Warn = (message: string, cause: unknown) => void;

/** What {@link composeBase} opened. */
export type Base = Awaited<ReturnType<typeof composeBase>>;

/** Opens the modules. Throws ConfigError with a remedy. */
export async function composeBase(config: Config, warn: Warn, times: ServerTimes) {
  const { clock, follow } = createCorrectedClock(systemClock, warn);
  const duties = createDuties({ warn });
  const secret = await openConfiguredSecret(config);
  const stored = await composeDatabase({ config, clock, follow, duties, secret, times, warn });
  const { database, server } = stored;
  const refusals = createMemoryRefusalCounts(clock);
  const redis = await openConfiguredRedis(config, warn);
  const limits = await composeLimits({ redis, clock, secret, warn });
  const shared = await composeSignals({ redis, clock, secret });
  const values = await composeSharedValues({ redis, secret });
  const metrics = createMetrics();
  const store = await composeFiles({ config, clock, database, server, metrics, warn });
  const { handed } = store;
  // A server that only asks does nothing that is done once for all.
  const stands = config.ROLE !== 'web';
  const asking =
    redis && handed && !stands
      ? await composeAsking({ redis, clock, duties, secret, signals: shared.signals, warn })
      : null;
  const tools =
    asking && handed
      ? composeRemoteTools({ config, clock, ask: asking.ask, handed })
      : await openLocalTools({ config, clock, warn });
  const { egress } = tools.engine;
  const leading = await composeLeading({
    redis,
    duties,
    signals: shared.signals,
    work: 'duties',
    stands,
  });
  const failures = createMemoryRecentFailures();
  return {
    config,
    clock,
    duties,
    warn,
    secret,
    stored,
    database,
    server,
    times,
    refusals,
    redis,
    store,
    signals: shared.signals,
    leading,
    sharedInspections: values && createSharedInspections({ values, clock, egress }),
    limits,
    limiter: countRefusals(limits.limiter, refusals),
    tools,
    ask: asking?.ask ?? null,
    failures,
    metrics,
    outcomes: countedOutcomes(withRecentFailures(stored.outcomes, failures, clock), metrics),
    health: await composePlatformHealth({
      config,
      clock,
      duties,
      signals: shared.signals,
      redis,
      stands,
      database,
      engine: tools.engine,
      warn,
    }),
    async close() {
      await leading.end();
      await tools.close();
      asking?.close();
      await store.close();
      shared.close();
      redis?.close();
      await stored.close();
    },
  };
}

/** Loads the code of programs and of the egress proxy only where it is used. */
async function openLocalTools(needs: Parameters<typeof composeLocalTools>[0]): Promise<Tools> {
  const local = await import('./tools/local-tools.ts');
  return local.composeLocalTools(needs);
}
