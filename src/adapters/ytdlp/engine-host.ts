// The port EngineHost: the engine and setup in use, and others that are started beside them to be tried.
import type { Clock } from '../../core/async/clock.ts';
import type {
  EngineAttempt,
  EngineFacts,
  EngineHost,
  EngineSetup,
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
  /** What the server started with. */
  readonly first: { readonly engine: InstalledEngine; readonly setup: EngineSetup };
  /** Starts workers of an installed engine with a setup. */
  readonly startPool: (installed: InstalledEngine, setup: EngineSetup) => WorkerPool;
  /** Creates the port Engine on a pool. */
  readonly engineOf: (pool: Pick<WorkerPool, 'inspect'>, setup: EngineSetup) => Engine;
  /** Called when another setup is in use, before the next inspection. */
  readonly onSetup: (setup: EngineSetup) => void;
  readonly engine: Engine;
  readonly clock: Clock;
};

/** Creates the port; the first engine is in use already. */
export function createEngineHost(needs: EngineHostNeeds): EngineHost {
  const { pools, clock } = needs;
  let { engine: current, setup } = needs.first;
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
    running: pools.engineIds,
    setup: () => setup,
    runId: pools.currentId,
    async start(installed, signal, wanted = setup) {
      signal.throwIfAborted();
      const pool = needs.startPool(installed, wanted);
      try {
        const description = await within(pool.ready, clock, signal);
        // No platform has this address, so a worker refuses it without network access.
        const inspection = pool.inspect({ url: 'https://localhost/', platform: 'youtube' }, signal);
        await within(inspection, clock, signal);
        return {
          runId: runIdOf(installed, wanted),
          engine: needs.engineOf(pool, wanted),
          facts: factsOf(description),
          takeOver() {
            current = installed;
            if (wanted.id !== setup.id) needs.onSetup(wanted);
            setup = wanted;
            const id = runIdOf(installed, wanted);
            return pools.switchTo({ id, engineId: installed.id, pool });
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

/** Names an engine with its setup. */
export function runIdOf(engine: Pick<InstalledEngine, 'id'>, setup: EngineSetup): string {
  return `${engine.id} ${setup.id}`;
}

/**
 * Wraps an engine so that `onAttempt` is called with every inspection and what ran it, except for aborted ones.
 */
export function observeEngine(
  engine: Engine,
  currentId: () => string,
  onAttempt: (attempt: EngineAttempt) => void,
): Engine {
  return {
    egress: engine.egress,
    async inspect(link, signal, egress, family) {
      const runId = currentId();
      try {
        const inspected = await engine.inspect(link, signal, egress, family);
        onAttempt({ runId, link, code: 'ok' });
        return inspected;
      } catch (error) {
        if (!signal.aborted) onAttempt({ runId, link, code: codeOf(error) });
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
    unusable: description.unusable,
    tokenProviders: description.tokenProviders,
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
