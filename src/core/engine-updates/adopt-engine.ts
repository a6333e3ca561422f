// Adopts a version: installs it, starts it beside the engine in use, tests it, and switches over.
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

/** The operators' canary links, and their outcomes with an engine. */
export type EngineCanaries = {
  readonly hasAny: () => boolean;
  readonly runAll: (engine: Engine, signal: AbortSignal) => Promise<readonly CanaryOutcome[]>;
};

export type AdoptionNeeds = {
  readonly releases: EngineReleases;
  readonly host: EngineHost;
  readonly canaries: EngineCanaries;
  readonly warn: (message: string, cause: unknown) => void;
};

/** A request to adopt a version. `isKept` names the installed engines that must not be removed. */
export type AdoptionRequest = {
  readonly version: string;
  /** Without an operator's request, a version is adopted only if a canary passes. */
  readonly isAutomatic: boolean;
  readonly report: (step: UpdateStep) => void;
  readonly signal: AbortSignal;
  /** Called right before the switch. */
  readonly beforeSwitch: () => Promise<void>;
  readonly isKept: (engine: InstalledEngine) => boolean;
};

/** How it ended. `retired` resolves when the previous engine has ended. */
export type AdoptionResult =
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
 * Adopts a version, or returns why not; the engine in use serves meanwhile. Throws AppError when the version cannot be
 * installed (see `EngineReleases.install`), and the signal's reason.
 */
export async function adoptEngine(
  needs: AdoptionNeeds,
  request: AdoptionRequest,
): Promise<AdoptionResult> {
  const { releases, host } = needs;
  const { version, report, signal } = request;
  report('installing');
  const installed = (await releases.installed()).filter((one) => one.version === version);
  const engine =
    installed.find(({ id }) => id !== host.current().id) ??
    (await releases.install(version, signal));
  report('self_test');
  const trial = await startWithRetry(needs, engine, signal);
  if (!trial) return refuse(needs, request, engine, 'does_not_start');
  let isAdopted = false;
  try {
    const fault = faultOf(version, trial.facts, host.facts());
    if (fault) return await refuseAfter(trial, needs, request, engine, fault);
    const { lost, isInconclusive } = await compareByCanaries(needs, request, trial);
    if (lost.length > 0)
      return await refuseAfter(trial, needs, request, engine, 'canaries_failed', lost);
    if (isInconclusive && request.isAutomatic) return { result: 'no_canary_passes' };
    report('switching');
    await request.beforeSwitch();
    signal.throwIfAborted();
    await releases.choose(engine);
    isAdopted = true;
    return { result: 'switched', engine, retired: trial.takeOver() };
  } finally {
    if (!isAdopted) await trial.close();
  }
}

/** Tries twice: the machine may be short of memory for a moment, and a refused version is not tried again. */
async function startWithRetry(
  { host, warn }: AdoptionNeeds,
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

async function compareByCanaries(
  { canaries, host }: AdoptionNeeds,
  { report, signal }: AdoptionRequest,
  trial: EngineTrial,
): Promise<CanaryVerdict> {
  if (!canaries.hasAny()) return { lost: [], isInconclusive: true };
  report('canaries');
  const current = await canaries.runAll(host.engine, signal);
  signal.throwIfAborted();
  const runs = [await canaries.runAll(trial.engine, signal)];
  if (compareCanaries(current, runs).lost.length > 0)
    runs.push(await canaries.runAll(trial.engine, signal));
  signal.throwIfAborted();
  return compareCanaries(current, runs);
}

async function refuseAfter(
  trial: EngineTrial,
  ...rest: Parameters<typeof refuse>
): Promise<AdoptionResult> {
  await trial.close();
  return refuse(...rest);
}

/** Removes a refused engine, and makes sure that the next start of the server does not choose it. */
async function refuse(
  { releases, host, warn }: AdoptionNeeds,
  { isKept }: AdoptionRequest,
  engine: InstalledEngine,
  reason: RefusalReason,
  platforms: readonly PlatformId[] = [],
): Promise<AdoptionResult> {
  try {
    if ((await releases.chosen())?.id === engine.id) await releases.choose(host.current());
    if (!host.running().has(engine.id) && !isKept(engine)) await releases.remove(engine);
  } catch (error) {
    warn('a refused engine could not be removed', error);
  }
  return { result: 'refused', reason, platforms };
}
