// Serves until it is told to end: composes, listens, says what it is, and takes everything down in order.
import { compose } from '../compose/compose.ts';
import { type Config, ConfigError, maskConfig } from '../config.ts';
import type { ServerTimes } from '../core/servers/server-registry.ts';
import { buildApp } from '../http/app.ts';

/** What runs may end within this time; */
const DRAIN_TIMEOUT_MS = 25_000;
/** after this one nothing is waited for any more. */
const SHUTDOWN_DEADLINE_MS = 30_000;
const REPEATED_SIGNAL_MS = 1000;

/** Starts the server; fulfilled once it listens. `times` are given by tests alone. */
export async function serve(config: Config, times?: ServerTimes): Promise<void> {
  const early: Parameters<typeof warn>[] = [];
  let warn = (message: string, cause: unknown): void => void early.push([message, cause]);
  const product = await compose(config, (message, cause) => warn(message, cause), times);
  const app = await buildApp(product.services, product.http);
  warn = (message, cause) => app.log.warn({ err: cause }, message);
  for (const [message, cause] of early) warn(message, cause);

  let endingSince: number | null = null;
  const end = async (why: NodeJS.Signals | 'uncaughtException') => {
    // Ctrl+C reaches this process from the terminal and once more from npm: that is one wish, not two.
    if (endingSince !== null && performance.now() - endingSince > REPEATED_SIGNAL_MS)
      process.exit(1);
    if (endingSince !== null) return;
    endingSince = performance.now();
    app.log.info({ why }, 'ending');
    // Whatever hangs must not keep the process: its children die with it.
    setTimeout(() => process.exit(1), SHUTDOWN_DEADLINE_MS).unref();
    // Visitors are answered until then: they see their downloads end and may save their files.
    await product.drain(DRAIN_TIMEOUT_MS);
    await app.close();
    await product.close();
    app.log.info('ended');
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // Nothing is known of the state after it: what runs may end, then a supervisor starts afresh.
  process.on('uncaughtException', (error) => {
    app.log.fatal({ err: error }, 'unexpected error');
    process.exitCode = 1;
    void end('uncaughtException').then(() => process.exit());
  });

  app.log.debug({ settings: maskConfig(config) }, 'settings');
  await app
    .listen({ port: config.PORT, host: config.HOST })
    .catch(async (error: NodeJS.ErrnoException) => {
      await product.close();
      throw new ConfigError(
        `PORT, HOST: ${config.HOST}:${config.PORT} cannot be used (${error.code ?? error.message}). Pick another port, or end what holds it.`,
      );
    });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.PORT;
  const url = config.PUBLIC_URL ?? `http://localhost:${port}`;
  app.log.info({ url, node: process.version, ...product.summary }, `Keepreel is serving on ${url}`);
}
