// Inspects links of the operator's every quarter of an hour, so that a failing platform is noticed before visitors meet it.
import { codeOf, ERRORS } from '../../shared/errors.ts';
import type { Link, PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Duties, EndDuty } from '../async/duties.ts';
import { type Signals, type Topic, topic } from '../async/signals.ts';
import { type Breaker, breakerKey } from '../inspecting/egress/breaker.ts';
import type { Egresses } from '../inspecting/egress/egresses.ts';
import type { Engine } from '../inspecting/ports.ts';
import type { Alarms } from './alarms.ts';
import { type CanaryResult, conclusive, isNews } from './canary-results.ts';
import { egressesOfTurn, turnsBetween } from './canary-turns.ts';

/** How often each link is inspected. */
export const CANARY_EVERY_MS = 15 * 60_000;
const KEPT_MS = 24 * 3_600_000;
/** A result that is older than so many times the usual says nothing about now: two runs have been missed. */
const FRESH_TURNS = 2.5;
const FIRST_AFTER_MS = 5000;
const CHECK_FOR_LINKS_MS = 30_000;

const PAUSED = { code: 'platform_paused', ms: 0 } as const;
/** Clocks of servers differ. */
const AHEAD_MS = 60_000;
/** A link with its runs of the last day, the oldest first. */
export type Canary = { readonly link: Link; readonly results: readonly CanaryResult[] };

export type CanaryRun = {
  readonly platform: PlatformId;
  readonly code: CanaryResult['code'];
  readonly ms: number;
};

/** The canaries of this site, as servers with the same egresses share them. Their runs are not counted as attempts of visitors. */
export type Canaries = {
  /**
   * Runs every link once, one after the other, through `engine`, which chooses the egress; keeps no result. Rejects with
   * the signal's reason.
   */
  readonly runAll: (engine: Engine, signal: AbortSignal) => Promise<readonly CanaryRun[]>;
  readonly list: () => readonly Canary[];
  /**
   * Whether any link of the platform worked recently, by any egress or by this one, and when that was last seen; and whether one that
   * failed worked within the last day. Null without recent results.
   */
  readonly lastOf: (
    platform: PlatformId,
    egress?: string,
  ) => { readonly ok: boolean; readonly at: number; readonly hasWorked: boolean } | null;
  readonly begin: () => void;
  readonly close: () => Promise<void>;
};

/** What the server that runs the canaries has found, for the others. */
const resultsOf = (group: string): Topic<readonly Memory[]> => topic(`canaries/${group}`);

type Memory = { readonly link: Link; results: CanaryResult[] };

export type CanariesNeeds = {
  readonly engine: Engine;
  /** The links; called before each run. */
  readonly links: () => readonly Link[];
  /** Platforms that are switched off are skipped. */
  readonly isOff: (platform: PlatformId) => boolean;
  /** A paused egress is not used, and that counts as a failure: the platform refuses it. */
  readonly breaker: Pick<Breaker, 'state' | 'awaitsProbe'>;
  readonly egresses: Pick<Egresses, 'of' | 'run'>;
  /** Names the egresses of this server: servers with the same share results. */
  readonly group: string;
  readonly clock: Clock;
  readonly duties: Duties;
  readonly signals: Pick<Signals, 'publish' | 'subscribe'>;
  readonly alarms: Alarms;
  readonly warn: (message: string, cause: unknown) => void;
};

type State = CanariesNeeds & {
  readonly memories: Map<string, Memory>;
  readonly ending: AbortController;
  endRuns: EndDuty;
  unsubscribe: () => void;
  turn: number;
};

/** Creates the canaries. They run from `begin` on. */
export function createCanaries(needs: CanariesNeeds): Canaries {
  const state: State = {
    ...needs,
    memories: new Map(),
    ending: new AbortController(),
    endRuns: async () => undefined,
    unsubscribe: () => undefined,
    turn: 0,
  };
  return {
    runAll: (engine, signal) => runAll(state, engine, signal),
    list: () =>
      state.links().map((link) => {
        const memory = state.memories.get(link.address);
        return { link, results: memory ? recent(state, memory, KEPT_MS) : [] };
      }),
    lastOf: (platform, egress) => lastOf(state, platform, egress),
    begin() {
      state.unsubscribe = state.signals.subscribe(resultsOf(state.group), (memories) => {
        for (const { link, results } of memories) {
          const good = results.filter((one) => isResult(state, link, one));
          state.memories.set(link.address, { link, results: good });
        }
      });
      state.endRuns = state.duties.paced('run-canary', FIRST_AFTER_MS, () => runNext(state));
    },
    async close() {
      state.unsubscribe();
      const ended = state.endRuns();
      state.ending.abort();
      await ended;
    },
  };
}

async function runAll(
  state: State,
  engine: Engine,
  signal: AbortSignal,
): Promise<readonly CanaryRun[]> {
  const runs: CanaryRun[] = [];
  for (const link of wantedLinks(state))
    runs.push(await measure(state, link, signal, () => inspect(engine, link, signal)));
  signal.throwIfAborted();
  return runs;
}

const inspect = (engine: Engine, link: Link, signal: AbortSignal, egress?: string) =>
  engine.inspect({ ...link, hints: {} }, signal, egress);

/** Runs a link by an egress; null if it may not be used: its requests of the hour are spent, or a visitor's decides just now. */
async function runBy(state: State, link: Link, egress: string): Promise<CanaryRun | null> {
  const { egresses, engine, ending } = state;
  const { signal } = ending;
  const run = await measure(state, link, signal, () =>
    egresses.run(
      link.platform,
      (id, goOn) => {
        goOn();
        return inspect(engine, link, signal, id);
      },
      { only: egress },
    ),
  );
  return run.code === 'platform_paused' ? null : run;
}

async function measure(
  { clock }: State,
  { platform }: Link,
  signal: AbortSignal,
  attempt: () => Promise<unknown>,
): Promise<CanaryRun> {
  const startedAtMs = clock.monotonic();
  let code: CanaryRun['code'] = 'ok';
  try {
    await attempt();
  } catch (error) {
    signal.throwIfAborted();
    code = codeOf(error);
  }
  return { platform, code, ms: Math.round(clock.monotonic() - startedAtMs) };
}

/** Runs the link whose turn it is; resolves with the milliseconds until the next turn. */
async function runNext(state: State): Promise<number> {
  forgetRemoved(state);
  const all = wantedLinks(state);
  if (all.length === 0) return CHECK_FOR_LINKS_MS;
  const startedAtMs = state.clock.monotonic();
  try {
    await runOfTurn(state, all);
  } catch (cause) {
    if (!state.ending.signal.aborted) state.warn('a canary could not be run', cause);
  }
  const tookMs = state.clock.monotonic() - startedAtMs;
  return Math.max(0, CANARY_EVERY_MS / all.length - tookMs);
}

async function runOfTurn(state: State, all: readonly Link[]): Promise<void> {
  const place = state.turn % all.length;
  const link = all[place];
  // Links of one platform begin with different egresses.
  const turn = Math.floor(state.turn / all.length) + place;
  state.turn += 1;
  if (!link) return;
  const { platform } = link;
  const awaitsProbe = (id: string) => state.breaker.awaitsProbe(breakerKey(platform, id));
  for (const egress of egressesOfTurn(state.egresses.of(platform), turn, awaitsProbe)) {
    const pause = isPaused(state, link, egress) ? PAUSED : null;
    const run = pause ?? (await runBy(state, link, egress));
    const isWanted = state.links().some(({ address }) => address === link.address);
    if (run && isWanted) remember(state, link, egress, run);
    if (run && !pause) return;
  }
}

function isPaused({ breaker }: State, { platform }: Link, egress: string): boolean {
  return breaker.state(breakerKey(platform, egress)).open;
}

function remember(
  state: State,
  link: Link,
  egress: string,
  { code, ms }: Pick<CanaryRun, 'code' | 'ms'>,
): void {
  const memory = state.memories.get(link.address) ?? { link, results: [] };
  state.memories.set(link.address, memory);
  const result = { at: state.clock.now(), code, ms, egress };
  memory.results = [...recent(state, memory, KEPT_MS), result];
  if (isNews(memory.results, egress))
    state.alarms.raise({
      kind: 'canary_failed',
      details: { platform: link.platform, egress, code },
    });
  state.signals.publish(resultsOf(state.group), [...state.memories.values()], KEPT_MS);
}

function lastOf(
  state: State,
  platform: PlatformId,
  egress: string | undefined,
): ReturnType<Canaries['lastOf']> {
  const serving = state.egresses.of(platform);
  const turns = egress === undefined ? 1 : turnsBetween(serving, egress);
  const freshMs = FRESH_TURNS * turns * CANARY_EVERY_MS;
  const last = [...state.memories.values()]
    .filter(({ link }) => link.platform === platform)
    .flatMap((memory) =>
      (egress === undefined ? serving : [egress]).flatMap((id) =>
        conclusive(recent(state, memory, freshMs).filter((one) => one.egress === id)).slice(-1),
      ),
    );
  const good = last.filter(({ code }) => code === 'ok');
  const decisive = good.length > 0 ? good : last;
  if (decisive.length === 0) return null;
  const hasWorked = [...state.memories.values()].some(
    (memory) =>
      memory.link.platform === platform &&
      recent(state, memory, KEPT_MS).some(({ code }) => code === 'ok'),
  );
  return { ok: good.length > 0, at: Math.max(...decisive.map(({ at }) => at)), hasWorked };
}

function wantedLinks({ links, isOff }: State): readonly Link[] {
  return links().filter(({ platform }) => !isOff(platform));
}

/** Forgets links that are no longer in the list. */
function forgetRemoved({ links, memories }: State): void {
  const wanted = new Set(links().map(({ address }) => address));
  for (const address of memories.keys()) if (!wanted.has(address)) memories.delete(address);
}

function recent({ clock }: State, { results }: Memory, withinMs: number): CanaryResult[] {
  return results.filter(({ at }) => at > clock.now() - withinMs);
}

/** A worker that was taken over may send anything. */
function isResult({ clock, egresses }: State, link: Link, { at, code, ms, egress }: CanaryResult) {
  const isTime = Number.isFinite(at) && at > 0 && at <= clock.now() + AHEAD_MS;
  const isCode = code === 'ok' || Object.hasOwn(ERRORS, code);
  return isTime && Number.isFinite(ms) && isCode && egresses.of(link.platform).includes(egress);
}
