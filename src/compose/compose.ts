// Composes the product: chooses every adapter and gives every service what it needs.
import type { Config } from '../config.ts';
import { SERVER_TIMES, type ServerTimes } from '../core/servers/server-registry.ts';
import type { HttpOptions, Services } from '../http/services.ts';
import { type Base, composeBase, type Log } from './base.ts';
import { httpOptionsOf, servicesOf } from './services.ts';
import { composeWeb } from './web.ts';
import { composeWorker } from './worker.ts';

/** The product, ready to be served, with its shutdown. */
export type Composition = {
  readonly services: Services;
  readonly http: HttpOptions;
  /** Whether the engine has a network of its own, so that no code of others can listen on this machine's. */
  readonly isolatesEngine: boolean;
  /** The chosen adapters, for the first log line. */
  readonly summary: Readonly<Record<string, string>>;
  /** Whether there is an operator who can sign in; null on a server without pages. */
  readonly hasOperators: () => Promise<boolean | null>;
  /** Takes no new downloads, and waits at most this long for the open ones. */
  readonly drain: (maxMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Composes the product. `times` are given by tests only. Throws ConfigError with a remedy. */
export async function compose(
  config: Config,
  log: Log,
  times: ServerTimes = SERVER_TIMES,
): Promise<Composition> {
  const base = await composeBase(config, log.warn, times);
  const worker = await composeWorker(base, log);
  const web = await composeWeb(base, worker);
  return {
    services: servicesOf(base, worker, web),
    http: httpOptionsOf(config),
    isolatesEngine: base.tools.sandbox.isolatesNetwork,
    summary: summaryOf(base),
    hasOperators: web.operators.hasAny,
    drain: worker.drain,
    async close() {
      await web.close();
      await base.health.close();
      await worker.close();
      await base.close();
    },
  };
}

/** The chosen adapters by name, for the log. */
export function summaryOf({
  config,
  database,
  limits,
  store,
  tools,
}: Base): Composition['summary'] {
  return {
    role: config.ROLE,
    database: database.kind,
    limits: limits.kind,
    files: store.kind,
    egress: tools
      .egresses()
      .map(({ id }) => id)
      .join(', '),
    cage: tools.sandbox.kind,
    engineNetwork: tools.sandbox.isolatesNetwork ? 'door only' : 'host',
    engine: tools.source,
  };
}
