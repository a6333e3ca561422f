// Takes a change back: starts what was in use before beside what is in use, and switches if that alone is to blame.
import type { ReversibleKind } from '../../shared/engine.ts';
import { codeOf, type ErrorCode } from '../../shared/errors.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Engine } from '../inspecting/ports.ts';
import { switchTo } from './adopt-engine.ts';
import {
  detailsOf,
  type EngineBuild,
  type EngineMemory,
  findPrevious,
  nameOf,
  withRefused,
} from './memory.ts';
import { isConclusive } from './outcome-comparison.ts';
import type { EngineSetup, EngineTrial, InstalledEngine } from './ports.ts';
import { byEgresses } from './setup/by-egresses.ts';
import { type ChangeEntry, withMarks } from './setup/setup-memory.ts';
import { changedLines, changedParts } from './setup/setup-texts.ts';
import type { StepNeeds, StepResult } from './step.ts';

/** Why a change is taken back. */
export type BackReason = 'rolled_back' | 'rolled_back_by_operator';

/** What was in use before. */
type Home = {
  readonly engine: InstalledEngine;
  readonly setup: EngineSetup;
  /** What is in use. */
  readonly build: EngineBuild;
  readonly about: Pick<ChangeEntry, 'from' | 'to'> & Partial<Pick<ChangeEntry, 'parts'>>;
  /** Makes it the one of the next start of the server. */
  readonly choose: () => Promise<void>;
  /** The state once it is in use again. */
  readonly remembered: (memory: EngineMemory, reason: BackReason) => EngineMemory;
};

/** The previous engine, if it is still installed. */
export async function previousEngine({
  memory,
  host,
  releases,
}: Pick<StepNeeds, 'memory' | 'host' | 'releases'>): Promise<InstalledEngine | null> {
  return findPrevious(memory.now(), await releases.installed(), host.current().id);
}

/** The setup before, if it can be read. */
export function previousSetup({
  memory,
  setups,
  host,
}: Pick<StepNeeds, 'memory' | 'setups' | 'host'>): EngineSetup | null {
  const { before } = memory.now().setup;
  const texts = before && setups?.vault?.open(before.live);
  if (!texts) return null;
  try {
    // Older releases stored fewer parts.
    return setups?.read({ ...host.setup().texts, ...texts }) ?? null;
  } catch {
    // This release reads that text no longer.
    return null;
  }
}

/**
 * Goes back, and returns what ended meanwhile as well; with null as the result when the change stays, because what was before fails
 * the same links. Throws the signal's reason.
 */
export async function goBack(
  state: StepNeeds,
  what: ReversibleKind,
  reason: BackReason,
): Promise<{ readonly result: StepResult | null; readonly retired: Promise<void> | null }> {
  const { host, memory, probation, alarms } = state;
  const { version } = host.current();
  const home = await (what === 'engine' ? engineHome(state) : setupHome(state));
  const trial = home && (await startHome(state, what, home));
  if (home && trial && reason === 'rolled_back' && !(await isToBlame(state, trial, home.setup)))
    return { result: null, retired: null };
  const { attempts = 0, failed = 0 } = probation.figures() ?? {};
  await endProbation(state, what);
  if (!home || !trial)
    return { result: { what, result: 'rollback_failed', version }, retired: null };
  const { ended } = await switchTo(trial, home.choose);
  await memory.remember((now) => home.remembered(now, reason));
  const figures = { reason, attempts, failed };
  alarms.raise(
    what === 'engine'
      ? {
          kind: 'engine_rolled_back',
          details: { ...detailsOf(home.build), back: home.engine.version, ...figures },
        }
      : { kind: 'setup_rolled_back', details: { ...figures, to: home.about.to.join('; ') } },
  );
  const details = attempts > 0 ? `${failed} of ${attempts} failed` : '';
  const { build, about } = home;
  const result = { what, ...build, ...about, result: 'rolled_back', reason, details } as const;
  return { result, retired: ended };
}

async function engineHome(state: StepNeeds): Promise<Home | null> {
  const { host, releases, memory, clock } = state;
  const home = await previousEngine(state);
  const { version } = host.current();
  const libraries = home?.version === version ? (memory.now().switched?.libraries ?? {}) : {};
  const build = { version, libraries };
  return (
    home && {
      engine: home,
      setup: host.setup(),
      build,
      about: { from: [nameOf(build)], to: [home.version] },
      choose: () => releases.choose(home),
      remembered: (now, reason) =>
        withRefused(
          { ...now, switched: { version: home.version, libraries: {}, at: clock.now() } },
          { ...build, reason, platforms: [], at: clock.now() },
        ),
    }
  );
}

async function setupHome(state: StepNeeds): Promise<Home | null> {
  const { host, memory, setups, clock } = state;
  const { before } = memory.now().setup;
  const setup = previousSetup(state);
  if (!setup || !before || !setups) return null;
  const { texts } = host.setup();
  const { chosen } = memory.now().setup;
  const set = (chosen === null ? null : setups.vault?.open(chosen)) ?? {};
  // Those of the environment, which the next start would read again.
  const marks = changedParts(setup.texts, texts).flatMap((part) =>
    set[part] === undefined ? (setups.vault?.mark(part, texts[part]) ?? []) : [],
  );
  return {
    engine: host.current(),
    setup,
    build: { version: host.current().version, libraries: {} },
    about: changedLines(texts, setup.texts, setups.masked),
    choose: async () => undefined,
    remembered: (now) => ({
      ...now,
      setup: withMarks({ ...now.setup, ...before, at: clock.now() }, marks),
    }),
  };
}

async function startHome(
  state: StepNeeds,
  what: ReversibleKind,
  { engine, setup }: Home,
): Promise<EngineTrial> {
  try {
    return await state.host.start(engine, state.signal, setup);
  } catch (error) {
    // A server that is stopping continues the probation at its next start.
    if (!state.signal.aborted) await endProbation(state, what);
    throw error;
  }
}

/** Whether what is in use fails where `trial` does not; closes it otherwise. */
async function isToBlame(
  { probation, host, signal, warn }: StepNeeds,
  trial: EngineTrial,
  before: EngineSetup,
): Promise<boolean> {
  const suspects = probation.suspects();
  const setup = host.setup();
  const now = byEgresses(host.engine, setup, setup).engine;
  const then = byEgresses(trial.engine, before, before).engine;
  try {
    if (await isRegression(now, then, suspects, signal)) return true;
  } catch (error) {
    await trial.close();
    throw error;
  }
  await trial.close();
  probation.excuse(suspects);
  warn(`the engine ${host.current().version} stays: the one before does no better`, undefined);
  return false;
}

/** Inspects the links with both; true if the previous one alone succeeds with one of them. Throws the signal's reason. */
async function isRegression(
  engine: Engine,
  previous: Engine,
  links: readonly Link[],
  signal: AbortSignal,
): Promise<boolean> {
  const codeWith = (used: Engine, link: Link): Promise<ErrorCode | 'ok'> =>
    used.inspect(link, signal).then(() => 'ok' as const, codeOf);
  const pairs = await Promise.all(
    links.map((link) => Promise.all([codeWith(engine, link), codeWith(previous, link)])),
  );
  signal.throwIfAborted();
  return pairs.some(([now, then]) => now !== 'ok' && isConclusive(now) && then === 'ok');
}

/** Ends the probation for good, so that it cannot cause another rollback. */
async function endProbation({ probation, memory }: StepNeeds, what: ReversibleKind): Promise<void> {
  probation.end();
  await memory.remember((now) =>
    what === 'engine'
      ? { ...now, previous: null, watchUntil: null }
      : { ...now, setup: { ...now.setup, before: null }, watchUntil: null },
  );
}
