// Tries an engine or a setup beside what is in use: it must start, lack nothing, and pass the canaries that pass now.
import type { RefusalReason, UpdateStep } from '../../shared/engine.ts';
import type { Link, PlatformId } from '../../shared/platforms/platform.ts';
import type { Engine } from '../inspecting/ports.ts';
import type {
  CanaryOutcome,
  EngineHost,
  EngineSetup,
  EngineTrial,
  InstalledEngine,
  Setups,
} from './ports.ts';
import { byEgresses, newEgresses } from './setup/by-egresses.ts';
import { type CanaryVerdict, compareCanaries, faultOf } from './trial.ts';

/** The operators' canary links, and their outcomes with an engine. */
export type EngineCanaries = {
  /** Those of platforms that are on. */
  readonly links: () => readonly Link[];
  readonly runAll: (engine: Engine, signal: AbortSignal) => Promise<readonly CanaryOutcome[]>;
};

/** What trials need. `setups` is null on a server whose setup never changes. */
export type TrialNeeds = {
  readonly host: EngineHost;
  readonly setups: Setups | null;
  readonly canaries: EngineCanaries;
  readonly warn: (message: string, cause: unknown) => void;
};

/** What to try. */
export type TrialRequest = {
  readonly engine: InstalledEngine;
  readonly setup: EngineSetup;
  /** Whether it passes only if a canary does. */
  readonly needsCanary: boolean;
  readonly report: (step: UpdateStep) => void;
  readonly signal: AbortSignal;
};

/** Why something is refused. `details` are codes and names for operators, without any address. */
export type Refusal = {
  readonly result: 'refused';
  readonly reason: RefusalReason;
  readonly platforms: readonly PlatformId[];
  readonly details: string;
};

/** How a trial ended. Only a `passed` one runs on. */
export type TrialResult =
  | { readonly result: 'passed'; readonly trial: EngineTrial; readonly isTried: boolean }
  | Refusal
  | { readonly result: 'no_canary_passes' };

/** Tries it; what is in use serves meanwhile. Throws the signal's reason. */
export async function tryBeside(needs: TrialNeeds, request: TrialRequest): Promise<TrialResult> {
  request.report('self_test');
  const trial = await startWithRetry(needs, request);
  if (!trial) return refusal('does_not_start');
  let hasPassed = false;
  try {
    const fault = (await selfTest(needs, request, trial)) ?? null;
    if (fault) return fault;
    const { lost, isInconclusive, failures } = await compareByCanaries(needs, request, trial);
    if (lost.length > 0) return refusal('canaries_failed', lost, failures.join(', '));
    if (isInconclusive && request.needsCanary) return { result: 'no_canary_passes' };
    hasPassed = true;
    return { result: 'passed', trial, isTried: !isInconclusive };
  } finally {
    if (!hasPassed) await trial.close();
  }
}

/** Builds a refusal. */
export function refusal(
  reason: RefusalReason,
  platforms: readonly PlatformId[] = [],
  details = '',
): Refusal {
  return { result: 'refused', reason, platforms, details };
}

/** Tries twice: the machine may be short of memory for a moment, and a refused version is not tried again. */
async function startWithRetry(
  { host, warn }: TrialNeeds,
  { engine, setup, signal }: TrialRequest,
): Promise<EngineTrial | null> {
  for (const isLast of [false, true]) {
    try {
      return await host.start(engine, signal, setup);
    } catch (error) {
      signal.throwIfAborted();
      if (isLast) warn(`the engine ${engine.version} does not start`, error);
    }
  }
  return null;
}

async function selfTest(
  { host, setups }: TrialNeeds,
  { engine, setup, signal }: TrialRequest,
  { facts }: EngineTrial,
): Promise<Refusal | null> {
  const current = host.facts();
  const fault = faultOf(engine.version, facts, current);
  if (fault) return refusal(fault);
  // A new version may ignore arguments; operators who set some want them.
  const ignored = facts.unusable.filter((name) => !current?.unusable.includes(name));
  if (setup.id !== host.setup().id && ignored.length > 0)
    return refusal('ignores_arguments', [], ignored.join(', '));
  if (setup.texts.provider !== '' && setup.texts.provider !== host.setup().texts.provider) {
    const why = (await setups?.absent(setup.texts)) ?? null;
    if (why !== null) return refusal('provider_fails', [], why);
    if (facts.tokenProviders.length === 0)
      return refusal('provider_fails', [], 'its plugin has nothing for this yt-dlp');
  }
  const unreachable = (await setups?.unreachable(newEgresses(setup, host.setup()), signal)) ?? [];
  return unreachable.length > 0 ? refusal('egress_unreachable', [], unreachable.join(', ')) : null;
}

async function compareByCanaries(
  { canaries, host }: TrialNeeds,
  { setup, report, signal }: TrialRequest,
  trial: EngineTrial,
): Promise<CanaryVerdict & { readonly failures: readonly string[] }> {
  if (canaries.links().length === 0) return { lost: [], isInconclusive: true, failures: [] };
  report('canaries');
  const before = host.setup();
  const current = await canaries.runAll(byEgresses(host.engine, before, before).engine, signal);
  signal.throwIfAborted();
  const candidate = byEgresses(trial.engine, setup, before);
  const runs = [await canaries.runAll(candidate.engine, signal)];
  if (compareCanaries(current, runs).lost.length > 0)
    runs.push(await canaries.runAll(candidate.engine, signal));
  signal.throwIfAborted();
  return { ...compareCanaries(current, runs), failures: candidate.failures() };
}
