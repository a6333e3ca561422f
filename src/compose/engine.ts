// Wires the engine: egress proxy, warm workers and the parsing of their results; for the server and the benchmark.
import path from 'node:path';
import type { Door } from '../adapters/door/door.ts';
import { createDoor } from '../adapters/door/index.ts';
import type { Sandbox } from '../adapters/process/sandbox.ts';
import { newId } from '../adapters/secrets/new-id.ts';
import { createAccounts } from '../adapters/ytdlp/accounts.ts';
import { createEngine } from '../adapters/ytdlp/engine.ts';
import { createEngineHost, observeEngine } from '../adapters/ytdlp/engine-host.ts';
import type { EngineLocation } from '../adapters/ytdlp/engine-location.ts';
import { type EngineOptions, findJsRuntime } from '../adapters/ytdlp/engine-settings.ts';
import { createListEngine } from '../adapters/ytdlp/list-engine.ts';
import { createSearchEngine } from '../adapters/ytdlp/search-engine.ts';
import { createWorkerPool, type WorkerPool } from '../adapters/ytdlp/workers/pool.ts';
import { createSwitchingPool } from '../adapters/ytdlp/workers/switching-pool.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../core/async/clock.ts';
import type { EngineAttempt, EngineHost } from '../core/engine-updates/ports.ts';
import type { Engine, ListEngine, SearchEngine } from '../core/inspecting/ports.ts';
import { createFairTurns, type FairTurns } from '../core/limits/fair-turns.ts';
import { SHARED_RESOURCES, slotsPerNetwork } from '../core/limits/network-bounds.ts';
import { isUpstreamHost } from '../shared/platforms/upstreams.ts';
import { type ExtraCertificates, extraCertificates } from './certificates.ts';
import { accountFilesOf } from './cookie-file.ts';
import { type ConfiguredEgress, egressesOf } from './egress/egresses.ts';
import { engineIn, enginesFolder, locateEngine } from './locate-engine.ts';
import { createTokenUse, type TokenUse, tokenProviderOf } from './tools/token-provider.ts';

const MB = 1024 ** 2;
/** The limits of one inspection: generous for pages, far too small for media. */
const INSPECT_LIMITS = { maxBytes: 64 * MB, maxSockets: 64, idleMs: 90_000 };
/** A list is a page and at most two calls of the platform's API; a search is a page and, as a rule, one call. */
const OWN_BYTES = { list: 8 * MB, search: 4 * MB };
/** Longer than the pool's own deadline, so that a visitor gets `timeout` rather than a broken connection. */
const GRACE_MS = 5000;

/** The engine, its parts, and the source of yt-dlp. */
export type EngineModule = {
  readonly door: Door;
  readonly pool: WorkerPool;
  readonly engine: Engine;
  readonly lists: ListEngine;
  readonly searches: SearchEngine;
  /** The slots for inspections, shared between networks. */
  readonly turns: FairTurns;
  readonly source: string;
  /** Its interpreter. */
  readonly python: string;
  /** The egresses, of which there is at least one. */
  readonly egresses: readonly ConfiguredEgress[];
  readonly tokenUse: () => TokenUse;
  /** For updates: runs engines, and calls listeners for each inspection. */
  readonly host: EngineHost;
  readonly onAttempt: (listener: (attempt: EngineAttempt) => void) => void;
  readonly close: () => Promise<void>;
};

/** The options of yt-dlp's process, from the settings and the operator's certificates. Throws ConfigError with a remedy. */
export function engineOptions(
  config: Config,
  certificates: ExtraCertificates | null,
  location: EngineLocation = locateEngine(config),
): EngineOptions & EngineLocation & { readonly scriptFolder: string } {
  return {
    ...location,
    pluginDirs: [path.join(config.root, 'engine')],
    scriptFolder: path.join(config.root, 'engine'),
    jsRuntime: findJsRuntime(path.join(config.root, 'node_modules')),
    extractorArguments: config.ENGINE_ARGS,
    tokenProvider: tokenProviderOf(config),
    caFile: certificates?.bundleFile ?? null,
  };
}

/** Opens the egress proxy and starts the workers. */
export async function composeEngine(
  config: Config,
  sandbox: Sandbox,
  clock: Clock,
): Promise<EngineModule> {
  const certificates = extraCertificates(config);
  const first = locateEngine(config);
  const egresses = egressesOf(config);
  const egress = egresses[0].id;
  const door = await createDoor({
    clock,
    hosts: {
      mode: config.EGRESS_HOSTS,
      isListed: isUpstreamHost,
    },
    nat64: config.EGRESS_NAT64,
    ownHost: config.PUBLIC_URL && new URL(config.PUBLIC_URL).hostname,
    egresses,
    provider: tokenProviderOf(config)?.origin,
    ...(certificates ? { extraCa: certificates.pem } : {}),
  });
  const deadlineMs = config.INSPECT_TIMEOUT_SECONDS * 1000;
  const startPool = (location: EngineLocation): WorkerPool =>
    createWorkerPool({
      ...engineOptions(config, certificates, location),
      sandbox,
      clock,
      door,
      size: config.MAX_INSPECTIONS,
      egress,
      deadlineMs,
      lanes: (id) => {
        const lane = door.lane(id);
        return {
          proxyUrl: lane.proxyUrl,
          begin: ({ platform, op = 'inspect' }) =>
            lane.begin(platform, {
              ...INSPECT_LIMITS,
              ...(op !== 'inspect' && { maxBytes: OWN_BYTES[op] }),
              totalMs: deadlineMs + GRACE_MS,
            }),
          end: () => lane.end(),
          close: lane.close,
        };
      },
    });
  const pools = createSwitchingPool(
    { id: first.id, pool: startPool(first) },
    // This bound applies to the wait for a worker and to the inspection separately.
    { clock, drainMs: 2 * deadlineMs + GRACE_MS },
  );
  const turns = inspectionTurns(config.MAX_INSPECTIONS, deadlineMs, clock);
  const accountFiles = accountFilesOf(config);
  const accounts = accountFiles ? createAccounts(accountFiles) : undefined;
  const needs = { egress, clock, newId, accounts };
  const engineOf = (pool: Pick<WorkerPool, 'inspect'>) => createEngine({ ...needs, pool });
  const tokens = createTokenUse(config, clock);
  let listener: (attempt: EngineAttempt) => void = () => undefined;
  const own = createEngine({ ...needs, pool: pools, onTokens: tokens.note });
  const engine = observeEngine(own, pools.currentId, (attempt) => listener(attempt));
  return {
    door,
    pool: {
      ...pools,
      state() {
        const state = pools.state();
        return { ...state, queued: state.queued + turns.waiting() };
      },
    },
    engine,
    lists: createListEngine(pools),
    searches: createSearchEngine(pools),
    turns,
    source: first.source,
    python: first.python,
    egresses,
    tokenUse: tokens.get,
    host: createEngineHost({
      pools,
      first,
      startPool: ({ id }) => startPool(engineIn(path.join(enginesFolder(config), id))),
      engineOf,
      engine,
      clock,
    }),
    onAttempt(next) {
      listener = next;
    },
    async close() {
      await pools.close();
      await door.close();
    },
  };
}

/** Shares `places` slots of the engine between networks; a request waits at most as long as an inspection may take. */
function inspectionTurns(places: number, maxWaitMs: number, clock: Clock): FairTurns {
  const { runningInspections, waitingInspections } = SHARED_RESOURCES;
  return createFairTurns({
    ...waitingInspections,
    clock,
    slots: places,
    runningPerNetwork: slotsPerNetwork(runningInspections, places),
    maxWaiting: waitingInspections.total,
    waitingPerNetwork: waitingInspections.perNetwork,
    maxWaitMs,
  });
}
