// Wires the engine: egress proxy, warm workers and the parsing of their results; for the server and the benchmark.
import path from 'node:path';
import type { Door, Lane } from '../adapters/door/door.ts';
import { createDoor } from '../adapters/door/index.ts';
import type { Sandbox } from '../adapters/process/sandbox.ts';
import { newId } from '../adapters/secrets/new-id.ts';
import { createClientMemory } from '../adapters/ytdlp/client-memory.ts';
import { createEngine } from '../adapters/ytdlp/engine.ts';
import { createEngineHost, observeEngine, runIdOf } from '../adapters/ytdlp/engine-host.ts';
import type { EngineLocation } from '../adapters/ytdlp/engine-location.ts';
import { type EngineOptions, findJsRuntime } from '../adapters/ytdlp/engine-settings.ts';
import { createListEngine } from '../adapters/ytdlp/list-engine.ts';
import { createSearchEngine } from '../adapters/ytdlp/search-engine.ts';
import { createWorkerPool, type WorkerPool } from '../adapters/ytdlp/workers/pool.ts';
import { createSwitchingPool } from '../adapters/ytdlp/workers/switching-pool.ts';
import type { WorkerLane } from '../adapters/ytdlp/workers/worker.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../core/async/clock.ts';
import type { EngineAttempt, EngineHost, SetupTexts } from '../core/engine-updates/ports.ts';
import { serves } from '../core/inspecting/egress/egresses.ts';
import type { Engine, ListEngine, SearchEngine } from '../core/inspecting/ports.ts';
import { createFairTurns, type FairTurns } from '../core/limits/fair-turns.ts';
import { SHARED_RESOURCES, slotsPerNetwork } from '../core/limits/network-bounds.ts';
import type { PlatformId } from '../shared/platforms/platform.ts';
import { isUpstreamHost } from '../shared/platforms/upstreams.ts';
import { type ExtraCertificates, extraCertificates } from './certificates.ts';
import { configuredTexts } from './egress/configured-texts.ts';
import type { ConfiguredEgress, ConfiguredEgresses } from './egress/egresses.ts';
import { type ConfiguredSetup, createSetupReader, firstSetup } from './egress/setups.ts';
import { engineIn, enginesFolder, locateEngine } from './locate-engine.ts';
import { accountsOf, type TriedAccounts } from './tools/accounts.ts';
import { keepPlugin } from './tools/plugin-files.ts';
import { createTokenUse, type LastTokens } from './tools/token-provider.ts';

const MB = 1024 ** 2;
/** The limits of one inspection: generous for pages, far too small for media. */
const INSPECT_LIMITS = { maxBytes: 64 * MB, maxSockets: 64, idleMs: 90_000 };
/** A list is a page and up to ten calls of the platform's API, by how far its page is; a search is a page and, as a rule, one call. */
const OWN_BYTES = { list: 12 * MB, search: 4 * MB };
/** Longer than the pool's own deadline, so that a visitor gets `timeout` rather than a broken connection. */
const GRACE_MS = 5000;

/** The engine, its parts, and the source of yt-dlp. */
export type EngineModule = {
  readonly door: Door;
  readonly pool: WorkerPool;
  readonly engine: Engine;
  /** The same for canaries: their inspections are no attempts of visitors, which listeners are called for. */
  readonly canaryEngine: Engine;
  readonly lists: ListEngine;
  readonly searches: SearchEngine;
  /** The slots for inspections, shared between networks. */
  readonly turns: FairTurns;
  readonly source: string;
  /** Its interpreter. */
  readonly python: string;
  /** The egresses in use, of which there is at least one. */
  readonly egresses: () => readonly ConfiguredEgress[];
  readonly readSetup: (texts: SetupTexts) => ConfiguredSetup;
  /** Calls the listener when other egresses are in use. */
  readonly onEgresses: (listener: (ids: readonly string[]) => void) => void;
  readonly lastTokens: () => LastTokens;
  /** Null where the operator has none. */
  readonly accounts: TriedAccounts | null;
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
  setup: Pick<ConfiguredSetup, 'arguments' | 'provider'> = firstSetup(
    config,
    configuredTexts(config),
  ),
): EngineOptions & EngineLocation & { readonly scriptFolder: string } {
  return {
    ...location,
    pluginDirs: [path.join(config.root, 'engine')],
    scriptFolder: path.join(config.root, 'engine'),
    platforms: config.platforms,
    jsRuntime: findJsRuntime(path.join(config.root, 'node_modules')),
    extractorArguments: setup.arguments,
    tokenProvider: setup.provider ?? undefined,
    caFile: certificates?.bundleFile ?? null,
  };
}

/** Opens the egress proxy and starts the workers, with the setup of these texts; by default with that of the settings. */
export async function composeEngine(
  config: Config,
  sandbox: Sandbox,
  clock: Clock,
  texts: SetupTexts = configuredTexts(config),
): Promise<EngineModule> {
  const certificates = extraCertificates(config);
  const first = locateEngine(config);
  const setup = firstSetup(config, texts);
  const readSetup = createSetupReader(config, setup);
  let { egresses } = setup;
  const egress = egresses[0].id;
  const door = await createDoor({
    clock,
    hosts: {
      mode: config.EGRESS_HOSTS,
      isListed: isUpstreamHost,
      other: config.SPONSORBLOCK_URL && new URL(config.SPONSORBLOCK_URL).hostname,
    },
    nat64: config.EGRESS_NAT64,
    ownHost: config.PUBLIC_URL && new URL(config.PUBLIC_URL).hostname,
    egresses,
    ...(certificates ? { extraCa: certificates.pem } : {}),
  });
  const deadlineMs = config.INSPECT_TIMEOUT_SECONDS * 1000;
  const startPool = poolStarter(config, { sandbox, clock, door, certificates, deadlineMs });
  const pools = createSwitchingPool(
    { id: runIdOf(first, setup), engineId: first.id, pool: startPool(first, setup) },
    // This bound applies to the wait for a worker and to the inspection separately.
    { clock, drainMs: 2 * deadlineMs + GRACE_MS },
  );
  const turns = inspectionTurns(config.MAX_INSPECTIONS, deadlineMs, clock);
  const accounts = accountsOf(config, () => egresses, clock);
  const needs = { egress, clock, newId, accounts: accounts.read };
  const egressIn = (all: ConfiguredEgresses) => (platform: PlatformId) =>
    (all.find((one) => serves(one, platform)) ?? all[0]).id;
  const tokens = createTokenUse(clock);
  const clients = createClientMemory(clock);
  // What is tried asks as visitors do: a client that it is refused as must not be helped by another one the second time.
  const clientsOfTrials = { ...clients, note: () => undefined };
  let listener: (attempt: EngineAttempt) => void = () => undefined;
  let onEgresses: (ids: readonly string[]) => void = () => undefined;
  const egressOf = (platform: PlatformId) => egressIn(egresses)(platform);
  const own = createEngine({ ...needs, egressOf, pool: pools, clients, onTokens: tokens.note });
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
    canaryEngine: own,
    lists: createListEngine(pools),
    searches: createSearchEngine(pools),
    turns,
    source: first.source,
    python: first.python,
    egresses: () => egresses,
    readSetup,
    onEgresses(next) {
      onEgresses = next;
    },
    lastTokens: tokens.last,
    accounts: accounts.portOf({ ...needs, egressOf, pool: pools }),
    host: createEngineHost({
      pools,
      first: { engine: first, setup },
      startPool: ({ id }, { texts: wanted }) => {
        const location = id === first.id ? first : engineIn(path.join(enginesFolder(config), id));
        return startPool(location, readSetup(wanted));
      },
      engineOf: (pool, { texts: wanted }) =>
        createEngine({
          ...needs,
          egressOf: egressIn(readSetup(wanted).egresses),
          pool,
          clients: clientsOfTrials,
        }),
      onSetup({ texts: wanted }) {
        egresses = readSetup(wanted).egresses;
        door.setEgresses(egresses);
        onEgresses(egresses.map(({ id }) => id));
      },
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

type PoolParts = {
  readonly sandbox: Sandbox;
  readonly clock: Clock;
  readonly door: Door;
  readonly certificates: ExtraCertificates | null;
  readonly deadlineMs: number;
};

/** Starts pools of workers of an engine with a setup, whose egresses stay open as long as the pool. */
function poolStarter(
  config: Config,
  { sandbox, clock, door, certificates, deadlineMs }: PoolParts,
): (location: EngineLocation, wanted: ConfiguredSetup) => WorkerPool {
  const running = new Set<ConfiguredSetup>();
  return (location, wanted) => {
    running.add(wanted);
    const used = [...running].flatMap(({ provider }) => provider?.sha256 ?? []);
    const provider = wanted.provider && {
      ...wanted.provider,
      plugin: keepPlugin(config.DATA_DIR, wanted.provider, used),
    };
    const end = door.open(wanted.egresses);
    const usual = wanted.egresses[0].id;
    const pool = createWorkerPool({
      ...engineOptions(config, certificates, location, { ...wanted, provider }),
      sandbox,
      clock,
      door,
      size: config.MAX_INSPECTIONS,
      egress: usual,
      deadlineMs,
      lanes: (id) => workerLane(door.lane(id, provider?.origin), deadlineMs),
    });
    return {
      ...pool,
      async inspect(request, signal) {
        const { egress = usual } = request;
        const release = door.hold(egress);
        // It may have been removed while the request was waiting for its turn.
        const others = wanted.egresses.filter((one) => serves(one, request.platform));
        const used = release ? egress : (others[0]?.id ?? usual);
        try {
          return await pool.inspect({ ...request, egress: used }, signal);
        } finally {
          release?.();
        }
      },
      async close() {
        await pool.close();
        running.delete(wanted);
        end();
      },
    };
  };
}

/** A lane whose jobs are bounded by what they are. */
function workerLane(lane: Lane, deadlineMs: number): WorkerLane {
  return {
    proxyUrl: lane.proxyUrl,
    begin({ platform, family, op = 'inspect' }) {
      const budget = {
        ...INSPECT_LIMITS,
        ...(op !== 'inspect' && { maxBytes: OWN_BYTES[op] }),
        totalMs: deadlineMs + GRACE_MS,
      };
      lane.begin(platform, budget, family);
    },
    end: () => lane.end(),
    family: lane.family,
    close: lane.close,
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
