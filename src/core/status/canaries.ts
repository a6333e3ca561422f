// Inspects links of the operator's every quarter of an hour, so that a failing platform is noticed before visitors meet it.
import { codeOf, ERRORS, type ErrorCode } from '../../shared/errors.ts';
import type { Link, PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { Duties, EndDuty } from '../async/duties.ts';
import { type Signals, type Topic, topic } from '../async/signals.ts';
import type { Engine } from '../inspecting/ports.ts';
import type { Alarms } from './alarms.ts';

/** How often each link is inspected. */
export const CANARY_EVERY_MS = 15 * 60_000;
const KEPT_MS = 24 * 3_600_000;
/** A result older than this says nothing about now: two runs have been missed. */
const FRESH_MS = 2.5 * CANARY_EVERY_MS;
const FIRST_AFTER_MS = 5000;
const CHECK_FOR_LINKS_MS = 30_000;
const ALARM_AFTER = 2;

/** Failures of this server: the platform was not asked. */
/** Clocks of servers differ. */
const AHEAD_MS = 60_000;
const INCONCLUSIVE: ReadonlySet<ErrorCode | 'ok'> = new Set([
  'server_busy',
  'engine_unavailable',
  'cancelled',
]);

/** One run: when it ended (epoch milliseconds), its outcome, and its duration in milliseconds. */
export type CanaryResult = {
  readonly at: number;
  readonly code: ErrorCode | 'ok';
  readonly ms: number;
};

/** A link with its runs of the last day, the oldest first. */
export type Canary = { readonly link: Link; readonly results: readonly CanaryResult[] };

export type CanaryRun = {
  readonly platform: PlatformId;
  readonly code: CanaryResult['code'];
  readonly ms: number;
};

/** The canaries of this site, as servers with one egress share them. Their runs are not counted as attempts of visitors. */
export type Canaries = {
  /** Runs every link once, one after the other, through `engine`; keeps no result. Rejects with the signal's reason. */
  readonly runAll: (engine: Engine, signal: AbortSignal) => Promise<readonly CanaryRun[]>;
  readonly list: () => readonly Canary[];
  /** Whether any link of the platform worked recently, and when that was last seen. Null without recent results. */
  readonly lastOf: (platform: PlatformId) => { readonly ok: boolean; readonly at: number } | null;
  readonly begin: () => void;
  readonly close: () => Promise<void>;
};

/** What the server that runs the canaries of an egress has found, for the others. */
const resultsOf = ({ egress }: Engine): Topic<readonly Memory[]> => topic(`canaries/${egress}`);

type Memory = { readonly link: Link; results: CanaryResult[]; worked: boolean; failures: number };

export type CanariesNeeds = {
  readonly engine: Engine;
  /** The links; called before each run. */
  readonly links: () => readonly Link[];
  /** Platforms that are switched off are skipped. */
  readonly isOff: (platform: PlatformId) => boolean;
  /** A paused platform is not asked, and that counts as a failure: it refuses this server. */
  readonly isPaused: (platform: PlatformId) => boolean;
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
    lastOf: (platform) => lastOf(state, platform),
    begin() {
      state.unsubscribe = state.signals.subscribe(resultsOf(state.engine), (memories) => {
        for (const { link, ...memory } of memories) {
          const results = memory.results.filter((one) => isResult(one, state.clock.now()));
          state.memories.set(link.address, { ...memory, link, results });
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
  for (const link of wantedLinks(state)) runs.push(await runOne(state, engine, link, signal));
  signal.throwIfAborted();
  return runs;
}

async function runOne(
  { clock }: State,
  engine: Engine,
  link: Link,
  signal: AbortSignal,
): Promise<CanaryRun> {
  const startedAtMs = clock.monotonic();
  const { platform } = link;
  let code: CanaryRun['code'] = 'ok';
  try {
    await engine.inspect({ ...link, hints: {} }, signal);
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
  const link = all[state.turn % all.length];
  state.turn = (state.turn + 1) % all.length;
  if (!link) return;
  const { platform } = link;
  const run = state.isPaused(platform)
    ? { platform, code: 'platform_paused' as const, ms: 0 }
    : await runOne(state, state.engine, link, state.ending.signal);
  const isWanted = state.links().some(({ address }) => address === link.address);
  if (isWanted) remember(state, link, run);
}

function remember(state: State, link: Link, { code, ms }: CanaryRun): void {
  const memory = state.memories.get(link.address) ?? {
    link,
    results: [],
    worked: false,
    failures: 0,
  };
  state.memories.set(link.address, memory);
  memory.results = [...recent(state, memory, KEPT_MS), { at: state.clock.now(), code, ms }];
  countRun(state, memory, code);
  state.signals.publish(resultsOf(state.engine), [...state.memories.values()], KEPT_MS);
}

function countRun(state: State, memory: Memory, code: CanaryRun['code']): void {
  if (INCONCLUSIVE.has(code)) return;
  memory.failures = code === 'ok' ? 0 : memory.failures + 1;
  if (code === 'ok') memory.worked = true;
  if (!memory.worked || memory.failures < ALARM_AFTER) return;
  memory.worked = false;
  state.alarms.raise({ kind: 'canary_failed', details: { platform: memory.link.platform, code } });
}

function lastOf(state: State, platform: PlatformId): ReturnType<Canaries['lastOf']> {
  const last = [...state.memories.values()]
    .filter(({ link }) => link.platform === platform)
    .flatMap((memory) =>
      recent(state, memory, FRESH_MS)
        .filter(({ code }) => !INCONCLUSIVE.has(code))
        .slice(-1),
    );
  const good = last.filter(({ code }) => code === 'ok');
  const conclusive = good.length > 0 ? good : last;
  if (conclusive.length === 0) return null;
  return { ok: good.length > 0, at: Math.max(...conclusive.map(({ at }) => at)) };
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
function isResult({ at, code, ms }: CanaryResult, now: number): boolean {
  const isTime = Number.isFinite(at) && at > 0 && at <= now + AHEAD_MS;
  return isTime && Number.isFinite(ms) && (code === 'ok' || Object.hasOwn(ERRORS, code));
}
