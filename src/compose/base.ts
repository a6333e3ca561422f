// Opens what all other modules use: database, tools, limits, outcomes, the state of the platforms.
import { createDuties } from '../adapters/clock/duties.ts';
import { systemClock } from '../adapters/clock/system.ts';
import { createMemoryRecentFailures } from '../adapters/memory/recent-failures.ts';
import { createMemoryRefusalCounts } from '../adapters/memory/refusal-counts.ts';
import { createMetrics } from '../adapters/metrics/prometheus.ts';
import { readInspected } from '../adapters/redis/inspected-schema.ts';
import type { Config } from '../config.ts';
import { createCorrectedClock } from '../core/async/corrected-clock.ts';
import type { RunNeeds } from '../core/downloading/run-download.ts';
import { createSharedInspections } from '../core/inspecting/shared-inspections.ts';
import { countRefusals } from '../core/limits/refusal-count.ts';
import { createFindings } from '../core/outcomes/findings.ts';
import { countedOutcomes } from '../core/outcomes/metrics.ts';
import { withRecentFailures } from '../core/outcomes/recent-failures.ts';
import type { ServerTimes } from '../core/servers/server-registry.ts';
import type { Alarm } from '../core/status/alarms.ts';
import { composeEarly } from './early.ts';
import { startingTexts } from './egress/starting-texts.ts';
import { composePlatformHealth } from './platform-health.ts';
import { openConfiguredKeys } from './state/configured-data.ts';
import { composeDatabase } from './state/database.ts';
import { composeFiles } from './state/files.ts';
import { composeLimits } from './state/limits.ts';
import {
  composeLeading,
  composeSharedValues,
  composeSignals,
  openConfiguredRedis,
} from './state/redis.ts';
import { composeTools } from './tools/tools.ts';

/** Logs an internal failure; of what is no `Error`, only `details` are written. */
export type Warn = (message: string, cause: unknown, details?: Alarm['details']) => void;

/** What is logged besides requests. */
export type Log = { readonly warn: Warn; readonly noteFailure: RunNeeds['noteFailure'] };

/** What {@link composeBase} opened. */
export type Base = Awaited<ReturnType<typeof composeBase>>;

/** Opens the modules. Throws ConfigError with a remedy. */
export async function composeBase(config: Config, warn: Warn, times: ServerTimes) {
  const { clock, follow } = createCorrectedClock(systemClock, warn);
  const duties = createDuties({ warn });
  const keys = await openConfiguredKeys(config);
  const stored = await composeDatabase({ config, clock, follow, duties, keys, times, warn });
  const { database, server } = stored;
  const refusals = createMemoryRefusalCounts(clock);
  const redis = await openConfiguredRedis(config, warn);
  const limits = await composeLimits({ redis, clock, secret: keys.secret, warn });
  const shared = await composeSignals({ redis, clock, keys, warn });
  const values = await composeSharedValues({ redis, keys });
  const metrics = createMetrics();
  const store = await composeFiles({ config, clock, database, server, metrics, warn });
  const early = composeEarly({ config, keys, redis, store });
  const texts = await startingTexts({ config, db: database.db, keys, warn });
  const tools = await composeTools({ config, clock, texts, warn });
  const leading = await composeLeading({
    redis,
    duties,
    signals: shared.signals,
    work: 'duties',
    // A worker has neither the keys nor the rights.
    isCandidate: config.ROLE !== 'worker',
  });
  const alerting = await composeLeading({
    redis,
    duties,
    signals: shared.signals,
    work: 'alarms',
    isCandidate: true,
  });
  const failures = createMemoryRecentFailures();
  return {
    config,
    clock,
    duties,
    warn,
    keys,
    stored,
    database,
    server,
    times,
    refusals,
    redis,
    store,
    ...early,
    signals: shared.signals,
    leading,
    alerting,
    sharedInspections: values && createSharedInspections({ values, clock, read: readInspected }),
    limits,
    limiter: countRefusals(limits.limiter, refusals),
    tools,
    failures,
    findings: createFindings(),
    metrics,
    outcomes: countedOutcomes(withRecentFailures(stored.outcomes, failures, clock), metrics),
    health: await composePlatformHealth({
      config,
      clock,
      duties,
      signals: shared.signals,
      redis,
      database,
      engine: tools.canaryEngine,
      egresses: tools.egresses,
      onEgresses: tools.onEgresses,
      onAnswer: metrics.egressAnswered,
      warn,
    }),
    async close() {
      await Promise.all([leading.end(), alerting.end()]);
      await tools.close();
      await store.close();
      shared.close();
      redis?.close();
      await stored.close();
    },
  };
}

/** The secret of a server with downloads of its own. */
export function wholeKey({ keys }: Base): Uint8Array {
  if (!keys.secret) throw new TypeError('a worker has no downloads of its own');
  return keys.secret;
}
