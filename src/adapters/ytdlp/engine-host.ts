// The port EngineHost: the engine in use, and others that are started beside it for updates.
import type { Clock } from '../../core/async/clock.ts';
import type {
  EngineAttempt,
  EngineFacts,
  EngineHost,
  InstalledEngine,
} from '../../core/engine-updates/ports.ts';
import type { Engine } from '../../core/inspecting/ports.ts';
import { readEngineVersion } from '../../shared/engine.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import type { WorkerPool } from './workers/pool.ts';
import type { EngineDescription } from './workers/protocol.ts';
import type { SwitchingPool } from './workers/switching-pool.ts';

/** Loading takes half a second, and longer on a busy machine. */
const START_MS = 60_000;

/** The pools of the host, and how to start others beside them. */
export type EngineHostNeeds = {
  readonly pools: SwitchingPool;
  /** The engine that the server started with. */
  readonly first: InstalledEngine;
  /** Starts workers of an installed engine. */
  readonly startPool: (installed: InstalledEngine) => WorkerPool;
  /** Creates the port Engine on a pool. */
  readonly engineOf: (pool: Pick<WorkerPool, 'inspect'>) => Engine;
  readonly engine: Engine;
  readonly clock: Clock;
};

/** Creates the port; the first engine is in use already. */
export function createEngineHost(needs: EngineHostNeeds): EngineHost {
  const { pools, clock } = needs;
  let current = needs.first;
  return {
    current: () => {
      // The version of the engine at YTDLP_PATH is unknown until it runs.
      const version = pools.state().description?.version;
      return { ...current, version: (version && readEngineVersion(version)) ?? current.version };
    },
    engine: needs.engine,
    facts: () => {
      const { description } = pools.state();
      return description ? factsOf(description) : null;
    },
    running: pools.ids,
    async start(installed, signal) {
      signal.throwIfAborted();
      const pool = needs.startPool(installed);
      try {
        const description = await within(pool.ready, clock, signal);
        // No platform has this address, so a worker refuses it without network access.
        const inspection = pool.inspect({ url: 'https://localhost/', platform: 'youtube' }, signal);
        await within(inspection, clock, signal);
        return {
          engine: needs.engineOf(pool),
          facts: factsOf(description),
          takeOver() {
            current = installed;
            return pools.switchTo({ id: installed.id, pool });
          },
          close: pool.close,
        };
      } catch (error) {
        await pool.close();
        throw error;
      }
    },
  };
}

/**
 * Wraps an engine so that `onAttempt` is called with every inspection and the engine that ran it, except for aborted ones.
 */
export function observeEngine(
  engine: Engine,
  currentId: () => string,
  onAttempt: (attempt: EngineAttempt) => void,
): Engine {
  return {
    egress: engine.egress,
    async inspect(link, signal, egress) {
      const engineId = currentId();
      try {
        const inspected = await engine.inspect(link, signal, egress);
        onAttempt({ engineId, link, code: 'ok' });
        return inspected;
      } catch (error) {
        if (!signal.aborted) onAttempt({ engineId, link, code: codeOf(error) });
        throw error;
      }
    },
  };
}

function factsOf(description: EngineDescription): EngineFacts {
  return {
    version: readEngineVersion(description.version) ?? description.version,
    missing: description.missing,
    hasSolver: description.solver,
    hasJsRuntime: description.jsRuntime?.supported ?? false,
    canImpersonate: description.impersonation,
    libraries: description.libraries,
    unsupported: description.unsupported,
  };
}

async function within<T>(work: Promise<T>, clock: Clock, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const callOff = clock.after(START_MS, () =>
    reject(new AppError('engine_unavailable', { detail: 'it took too long to start' })),
  );
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    callOff();
    signal.removeEventListener('abort', onAbort);
  }
}
