// Serves until it is told to end: composes, listens, says what it is, and takes everything down in order.
import { compose } from './compose.ts';
import { type Config, ConfigError, maskConfig } from './config.ts';
import { buildApp } from './http/app.ts';

const DRAIN_MS = 25_000;
const SAME_WISH_MS = 1000;

/** Starts the server; fulfilled once it listens. */
export async function serve(config: Config): Promise<void> {
  let warn = (_message: string, _cause: unknown): void => undefined;
  const product = await compose(config, (message, cause) => warn(message, cause));
  const app = await buildApp(product.services, product.http);
  warn = (message, cause) => app.log.warn({ err: cause }, message);

  let endingSince: number | null = null;
  const end = async (signal: NodeJS.Signals) => {
    // Ctrl+C reaches this process from the terminal and once more from npm: that is one wish, not two.
    if (endingSince !== null && performance.now() - endingSince > SAME_WISH_MS) process.exit(1);
    if (endingSince !== null) return;
    endingSince = performance.now();
    app.log.info({ signal }, 'ending');
    // Whatever hangs must not keep the process: its children die with it.
    setTimeout(() => process.exit(1), DRAIN_MS).unref();
    await app.close();
    await product.close();
    app.log.info('ended');
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);

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
