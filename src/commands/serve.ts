// Starts the server, and shuts it down gracefully on a signal.
import path from 'node:path';
import type { Log } from '../compose/base.ts';
import { compose } from '../compose/compose.ts';
import { composeWorkerServer } from '../compose/worker-server.ts';
import { type Config, ConfigError, maskConfig } from '../config.ts';
import type { ServerTimes } from '../core/servers/server-registry.ts';
import { failureEntry } from '../http/answers/reason.ts';
import { buildApp } from '../http/app.ts';
import { listen } from '../http/server/listen.ts';
import { readSiteMap } from '../http/site/site-map.ts';
import { buildWorkerApp } from '../http/worker-app.ts';
import { startLines } from './start-lines.ts';

/** How long after the drain the process is ended hard. */
const CLOSE_MS = 5000;
const REPEATED_SIGNAL_MS = 1000;

/** Starts the server; resolves once it listens. `times` are given by tests only. */
export async function serve(config: Config, times?: ServerTimes): Promise<void> {
  const early: (() => void)[] = [];
  let log: Log = {
    warn: (...what) => void early.push(() => log.warn(...what)),
    noteFailure: (...what) => void early.push(() => log.noteFailure(...what)),
  };
  const { product, app } = await open(
    config,
    {
      warn: (...what) => log.warn(...what),
      noteFailure: (...what) => log.noteFailure(...what),
    },
    times,
  );
  log = {
    warn: (message, cause, details) => app.log.warn({ err: cause, details }, message),
    noteFailure: (id, error) => app.log.info(failureEntry(id, error), 'a download failed'),
  };
  for (const write of early) write();

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
  const place = { port: config.PORT, host: config.HOST, isAlone: product.isolatesEngine };
  await listen(app, place).catch(async (error: NodeJS.ErrnoException) => {
    await product.close();
    throw new ConfigError(
      `PORT, HOST: ${config.HOST}:${config.PORT} cannot be used (${error.code ?? error.message}). Choose another port, or stop the program that uses it.`,
    );
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.PORT;
  const url = config.PUBLIC_URL ?? `http://localhost:${port}${config.BASE_PATH ?? ''}`;
  if (process.stdout.isTTY)
    process.stdout.write(startLines({ url, hasOperators: await product.hasOperators() }));
  else
    app.log.info(
      { url, node: process.version, ...product.summary },
      `Keepreel is serving on ${url}`,
    );
}

async function open(config: Config, log: Log, times: ServerTimes | undefined) {
  if (config.ROLE === 'worker') {
    const product = await composeWorkerServer(config, log.warn, times);
    return { product, app: await buildWorkerApp(product.services, product.http) };
  }
  refuseOtherBasePath(config);
  const product = await compose(config, log, times);
  return { product, app: await buildApp(product.services, product.http) };
}

/** Pages hold the path that they were built for in every address. */
function refuseOtherBasePath({ root, BASE_PATH = '' }: Config): void {
  const { basePath } = readSiteMap(path.join(root, 'dist/web'));
  if (basePath === BASE_PATH) return;
  throw new ConfigError(
    `BASE_PATH: the pages in dist/web were built for ${basePath || '/'}, not for ${BASE_PATH || '/'}. Start with "npm start", which builds them again, or run "BASE_PATH=${BASE_PATH} node scripts/build-web.mjs".`,
  );
}
