// Wires the database with its batched writes and its cleanup.
import { checkDatabase } from '../../adapters/database/connection/check-database.ts';
import { keepLogEmpty } from '../../adapters/database/connection/empty-log.ts';
import { createBatchedOutcomes } from '../../adapters/database/outcomes.ts';
import { createBatchedPageViews } from '../../adapters/database/page-views.ts';
import type { Database } from '../../adapters/database/schema.ts';
import type { Config } from '../../config.ts';
import type { Clock } from '../../core/async/clock.ts';
import type { CorrectedClock } from '../../core/async/corrected-clock.ts';
import type { Duties } from '../../core/async/duties.ts';
import type { Outcomes } from '../../core/outcomes/ports.ts';
import type { ServerTimes } from '../../core/servers/server-registry.ts';
import type { PageViews } from '../../core/site/ports.ts';
import { createCachedCheck } from '../../core/status/readiness-check.ts';
import { type Keys, openConfiguredDatabase } from './configured-data.ts';
import { composeServerRegistration, type ServerRegistration } from './server-registration.ts';

const DAY_MS = 24 * 3_600_000;

/** What the other modules use. Close it last, when nothing writes any more. */
export type DatabaseModule = {
  readonly database: Database;
  readonly server: ServerRegistration;
  readonly outcomes: Outcomes;
  readonly pageViews: PageViews;
  /** Whether the database can be written and read. */
  readonly isReady: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

/**
 * Opens the database, and deletes old outcomes once a day. Throws ConfigError that names the setting; while a server
 * with another key uses the database, nothing is written into it.
 */
export async function composeDatabase(needs: {
  readonly config: Config;
  readonly clock: Clock;
  readonly follow: CorrectedClock['follow'];
  readonly duties: Duties;
  readonly keys: Keys;
  readonly times: ServerTimes;
  readonly warn: (message: string, cause: unknown) => void;
}): Promise<DatabaseModule> {
  const { config, clock, duties, warn } = needs;
  const database = await openConfiguredDatabase(config);
  const server = await composeServerRegistration({ ...needs, database }).catch(
    async (error: unknown) => {
      await database.close();
      throw error;
    },
  );
  const outcomes = createBatchedOutcomes(database.db, { clock, warn });
  const pageViews = createBatchedPageViews(database.db, { clock, warn });
  const endEmptying = keepLogEmpty(database, duties);
  const forget = async () => {
    await outcomes.forgetBefore(clock.now() - config.OUTCOMES_DAYS * DAY_MS);
    await database.checkpoint();
  };
  const endForgetting = duties.every('forget-old-outcomes', DAY_MS, forget, {
    runsAtOnce: true,
    failure: 'old outcomes could not be removed',
  });
  return {
    database,
    server,
    outcomes,
    pageViews,
    isReady: createCachedCheck({
      name: 'database',
      clock,
      warn,
      check: () => checkDatabase(database, clock),
    }),
    async close() {
      void endForgetting();
      await endEmptying();
      await outcomes.close();
      await pageViews.close();
      await database.close();
    },
  };
}
