// Whether a new engine may be adopted: what it must be able to do, and which canaries it must not fail. Pure.
import type { RefusalReason } from '../../shared/engine.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { CanaryOutcome, EngineFacts } from './ports.ts';

/**
 * Why an engine that should be `version` is refused, or null. Capabilities that the engine in use (`current`; null when it
 * does not run) lacks as well are not required: a machine may have no JavaScript runtime at all.
 */
export function faultOf(
  version: string,
  candidate: EngineFacts,
  current: EngineFacts | null,
): RefusalReason | null {
  if (candidate.version !== version) return 'wrong_version';
  if (candidate.missing.some((name) => !current?.missing.includes(name))) return 'lacks_extractors';
  if (current?.hasSolver && !candidate.hasSolver) return 'lacks_solver';
  if (current?.hasJsRuntime && !candidate.hasJsRuntime) return 'lacks_js_runtime';
  if (current?.canImpersonate && !candidate.canImpersonate) return 'lacks_impersonation';
  return null;
}

/** The comparison of two engines by canaries. `lost` are the platforms with a link that only the current one passes. */
export type CanaryVerdict = {
  readonly lost: readonly PlatformId[];
  readonly isInconclusive: boolean;
};

/**
 * Compares link by link. A link passes with the candidate if it did in any of its runs, since platforms fail at random.
 * Lists of different lengths were edited in between and are inconclusive.
 */
export function compareCanaries(
  current: readonly CanaryOutcome[],
  candidateRuns: readonly (readonly CanaryOutcome[])[],
): CanaryVerdict {
  if (candidateRuns.some((run) => run.length !== current.length))
    return { lost: [], isInconclusive: true };
  const passes = (at: number) => candidateRuns.some((run) => run[at]?.code === 'ok');
  const lost = current.filter(({ code }, at) => code === 'ok' && !passes(at));
  const anyPasses = [current, ...candidateRuns].flat().some(({ code }) => code === 'ok');
  return { lost: [...new Set(lost.map(({ platform }) => platform))], isInconclusive: !anyPasses };
}
