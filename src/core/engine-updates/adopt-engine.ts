// The way of one version from the index into use: install, start beside the one in use, look at it closely, hand over.
import type { RefusalReason, UpdateStep } from '../../shared/engine.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Engine } from '../inspecting/ports.ts';
import type {
  CanaryOutcome,
  EngineHost,
  EngineReleases,
  EngineTrial,
  InstalledEngine,
} from './ports.ts';
import { type CanaryVerdict, compareCanaries, faultOf } from './trial.ts';

/** The operator's list of links: whether there are any, and how they fare with an engine. */
export type EngineCanaries = {
  readonly areThere: () => boolean;
  readonly runAll: (engine: Engine, signal: AbortSignal) => Promise<readonly CanaryOutcome[]>;
};

/** What is needed to take a version. */
export type TakingNeeds = {
  readonly releases: EngineReleases;
  readonly host: EngineHost;
  readonly canaries: EngineCanaries;
  readonly warn: (message: string, cause: unknown) => void;
};

/** One wish to take a version. `isKept` tells which installed engines must stay whatever comes out. */
export type Taking = {
  readonly version: string;
  /** Without an operator who looks on, nothing is taken that no canary speaks for. */
  readonly byItself: boolean;
  readonly report: (step: UpdateStep) => void;
  readonly signal: AbortSignal;
  /** Called right before the hand-over. */
  readonly beforeSwitch: () => Promise<void>;
  readonly isKept: (engine: InstalledEngine) => boolean;
};

/** How it ended. `retired` is fulfilled when nothing of the engine before is left. */
export type Taken =
  | {
      readonly result: 'switched';
      readonly engine: InstalledEngine;
      readonly retired: Promise<void>;
    }
  | {
      readonly result: 'refused';
      readonly reason: RefusalReason;
      readonly platforms: readonly PlatformId[];
    }
  | { readonly result: 'no_canary_passes' };

/**
 * Takes a version, or says why not; the engine in use serves all the time. Throws AppError when it cannot be installed
 * (see `EngineReleases.install`), and the signal's reason.
 */
export async function takeEngine(needs: TakingNeeds, taking: Taking): Promise<Taken> {
  const { releases, host } = needs;
  const { version, report, signal } = taking;
  report('installing');
  const there = (await releases.installed()).filter((one) => one.version === version);
  const engine =
    there.find(({ id }) => id !== host.current().id) ?? (await releases.install(version, signal));
  report('self_test');
  const trial = await startTwice(needs, engine, signal);
  if (!trial) return refuse(needs, taking, engine, 'does_not_start');
  let isTaken = false;
  try {
    const fault = faultOf(version, trial.facts, host.facts());
    if (fault) return await refuseAfter(trial, needs, taking, engine, fault);
    const { lost, none } = await askCanaries(needs, taking, trial);
    if (lost.length > 0)
      return await refuseAfter(trial, needs, taking, engine, 'canaries_failed', lost);
    if (none && taking.byItself) return { result: 'no_canary_passes' };
    report('switching');
    await taking.beforeSwitch();
    signal.throwIfAborted();
    await releases.choose(engine);
    isTaken = true;
    return { result: 'switched', engine, retired: trial.takeOver() };
  } finally {
    if (!isTaken) await trial.close();
  }
}

/** A start may fail by a machine that is short of something for a moment, and a refused version is not tried again. */
async function startTwice(
  { host, warn }: TakingNeeds,
  engine: InstalledEngine,
  signal: AbortSignal,
): Promise<EngineTrial | null> {
  for (const isLast of [false, true]) {
    try {
      return await host.start(engine, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (isLast) warn(`the engine ${engine.version} does not start`, error);
    }
  }
  return null;
}

async function askCanaries(
  { canaries, host }: TakingNeeds,
  { report, signal }: Taking,
  trial: EngineTrial,
): Promise<CanaryVerdict> {
  if (!canaries.areThere()) return { lost: [], none: true };
  report('canaries');
  const current = await canaries.runAll(host.engine, signal);
  signal.throwIfAborted();
  const runs = [await canaries.runAll(trial.engine, signal)];
  if (compareCanaries(current, runs).lost.length > 0)
    runs.push(await canaries.runAll(trial.engine, signal));
  signal.throwIfAborted();
  return compareCanaries(current, runs);
}

async function refuseAfter(trial: EngineTrial, ...rest: Parameters<typeof refuse>): Promise<Taken> {
  await trial.close();
  return refuse(...rest);
}

/** What was refused must not be what the next start of the server takes, and takes no room. */
async function refuse(
  { releases, host, warn }: TakingNeeds,
  { isKept }: Taking,
  engine: InstalledEngine,
  reason: RefusalReason,
  platforms: readonly PlatformId[] = [],
): Promise<Taken> {
  try {
    if ((await releases.chosen())?.id === engine.id) await releases.choose(host.current());
    if (!host.running().has(engine.id) && !isKept(engine)) await releases.remove(engine);
  } catch (error) {
    warn('a refused engine could not be removed', error);
  }
  return { result: 'refused', reason, platforms };
}
