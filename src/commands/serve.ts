// Starts the server, and shuts it down gracefully on a signal.
import { compose } from '../compose/compose.ts';
import { type Config, ConfigError, maskConfig } from '../config.ts';
import type { ServerTimes } from '../core/servers/server-registry.ts';
import { buildApp } from '../http/app.ts';
import { buildWorkerApp } from '../http/worker-app.ts';

/** How long after the drain the process is ended hard. */
const CLOSE_MS = 5000;
const REPEATED_SIGNAL_MS = 1000;

/** Starts the server; resolves once it listens. `times` are given by tests only. */
export async function serve(config: Config, times?: ServerTimes): Promise<void> {
  const early: Parameters<typeof warn>[] = [];
  let warn = (message: string, cause: unknown): void => void early.push([message, cause]);
  const product = await compose(config, (message, cause) => warn(message, cause), times);
  const build = config.ROLE === 'worker' ? buildWorkerApp : buildApp;
  const app = await build(product.services, product.http);
  warn = (message, cause) => app.log.warn({ err: cause }, message);
  for (const [message, cause] of early) warn(message, cause);

  let endingSince: number | null = null;
  const end = async (why: NodeJS.Signals | 'uncaughtException') => {
    // Ctrl+C reaches this process twice: from the terminal and from npm.
    if (endingSince !== null && performance.now() - endingSince > REPEATED_SIGNAL_MS)
      process.exit(1);
    if (endingSince !== null) return;
    endingSince = performance.now();
    app.log.info({ why }, 'ending');
    // Exits even if something hangs; the children die with this process.
    const drainMs = config.SHUTDOWN_SECONDS * 1000;
    setTimeout(() => process.exit(1), drainMs + CLOSE_MS).unref();
    // Requests are answered meanwhile: visitors see their downloads end and can save their files.
    await product.drain(drainMs);
    await app.close();
    await product.close();
    app.log.info('ended');
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  // The state is undefined after it: drains, then exits, and a supervisor restarts the server.
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
        `PORT, HOST: ${config.HOST}:${config.PORT} cannot be used (${error.code ?? error.message}). Choose another port, or stop the program that uses it.`,
      );
    });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.PORT;
  const url = config.PUBLIC_URL ?? `http://localhost:${port}`;
  app.log.info({ url, node: process.version, ...product.summary }, `Keepreel is serving on ${url}`);
}
