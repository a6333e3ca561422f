// Adopts a version: installs it, tries it beside the engine in use, and switches over.
import type { UpdateStep } from '../../shared/engine.ts';
import type { EngineReleases, EngineTrial, InstalledEngine } from './ports.ts';
import { type Refusal, type TrialNeeds, tryBeside } from './try-beside.ts';

export type AdoptionNeeds = TrialNeeds & { readonly releases: EngineReleases };

/** A request to adopt a version. `isKept` names the installed engines that must not be removed. */
export type AdoptionRequest = {
  readonly version: string;
  /** Whether the version in use is installed once more, for newer libraries. */
  readonly renews: boolean;
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
      readonly runId: string;
      readonly retired: Promise<void>;
    }
  | Refusal
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
  const { version, renews, report, signal, isAutomatic } = request;
  report('installing');
  const installed = (await releases.installed()).filter((one) => one.version === version);
  const engine =
    (renews ? null : installed.find(({ id }) => id !== host.current().id)) ??
    (await releases.install(version, signal));
  const setup = host.setup();
  const tried = await tryBeside(needs, {
    engine,
    setup,
    needsCanary: isAutomatic,
    report,
    signal,
  });
  // The libraries may be newer still next time.
  const isLeft = renews && tried.result === 'no_canary_passes';
  if (tried.result === 'refused' || isLeft) await discard(needs, request, engine);
  if (tried.result !== 'passed') return tried;
  const { trial } = tried;
  const choose = async () => {
    await request.beforeSwitch();
    signal.throwIfAborted();
    await releases.choose(engine);
  };
  report('switching');
  const { ended } = await switchTo(trial, choose);
  return { result: 'switched', engine, runId: trial.runId, retired: ended };
}

/** Switches to what passed its trial, once `choose` has settled it; the previous one ends in the background. */
export async function switchTo(
  trial: EngineTrial,
  choose: () => Promise<void>,
): Promise<{ readonly ended: Promise<void> }> {
  try {
    await choose();
  } catch (error) {
    await trial.close();
    throw error;
  }
  return { ended: trial.takeOver() };
}

/** Removes a refused engine, and makes sure that the next start of the server does not choose it. */
async function discard(
  { releases, host, warn }: AdoptionNeeds,
  { isKept }: AdoptionRequest,
  engine: InstalledEngine,
): Promise<void> {
  try {
    if ((await releases.chosen())?.id === engine.id) await releases.choose(host.current());
    if (!host.running().has(engine.id) && !isKept(engine)) await releases.remove(engine);
  } catch (error) {
    warn('an engine that was not adopted could not be removed', error);
  }
}
