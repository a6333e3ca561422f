// The whole product in this process, listening, with a lab whose X holds any film; for tests of what downloads do.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Lab } from '../../../lab/lab.ts';
import { labSettings } from '../../../lab/settings.ts';
import { compose } from '../../../src/compose/compose.ts';
import { type Config, readConfig } from '../../../src/config.ts';
import type { Clock } from '../../../src/core/async/clock.ts';
import { buildApp } from '../../../src/http/app.ts';
import { type Film, startFilmLab } from '../../fixtures/download/films.ts';
import { isUnexpected } from './product.ts';

/** The running product. It may be ended and started again on the same data. */
export type DownloadFixture = {
  readonly origin: () => string;
  readonly lab: Lab;
  readonly dataDir: string;
  /** What an operator would have found in the log. */
  readonly warnings: unknown[];
  /** Ends the product in order, which leaves running jobs for the next start. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * What may differ. `exact` goes past the bounds of settings, for times that no test can wait for; `httpClock` is the clock of
 * stalled bodies. Default: the system's.
 */
export type DownloadFixtureOptions = {
  readonly httpClock?: Clock;
  readonly settings?: Readonly<Record<string, string>>;
  readonly exact?: Partial<Config>;
  readonly filmOf: (id: string) => Film | undefined;
  readonly prepared?: readonly Film[];
};

/** Starts lab and product. */
export async function startDownloadFixture(
  options: DownloadFixtureOptions,
): Promise<DownloadFixture> {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepreel-fixture-'));
  const lab = await startFilmLab({ ...options, folder });
  const dataDir = path.join(folder, 'data');
  const config: Config = {
    ...readConfig({
      ...labSettings(lab),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      TRUSTED_PROXIES: '127.0.0.1',
      ...options.settings,
    }),
    ...options.exact,
  };
  const warnings: unknown[] = [];
  const run = async () => {
    const product = await compose(config, {
      warn(message, cause) {
        if (isUnexpected(message)) warnings.push([message, cause]);
      },
      noteFailure: () => undefined,
    });
    const clock = options.httpClock ?? product.services.clock;
    const app = await buildApp({ ...product.services, clock }, product.http);
    return {
      origin: await app.listen({ port: 0, host: '127.0.0.1' }),
      close: async () => {
        await app.close();
        await product.close();
      },
    };
  };
  let running: Awaited<ReturnType<typeof run>> | undefined = await run();
  const stop = async () => {
    await running?.close();
    running = undefined;
  };
  return {
    origin: () => running?.origin ?? '',
    lab,
    dataDir,
    warnings,
    stop,
    async start() {
      running ??= await run();
    },
    async close() {
      await stop();
      await lab.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
