// Whether a new engine may take over: what it must be able to do, and which canaries it must not lose. Pure.
import type { RefusalReason } from '../../shared/engine.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { CanaryOutcome, EngineFacts } from './ports.ts';

/**
 * What is wrong with an engine that should be `version`, or null. What the one in use lacks too (`current`; null when it
 * does not run) is no reason: a machine may have no JavaScript runtime at all.
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

/** What canaries say of two engines. `none` passed with either: nothing can be told. */
export type CanaryVerdict = { readonly lost: readonly PlatformId[]; readonly none: boolean };

/**
 * Compares link by link; a link passes with the candidate when it did in any of its runs, for a platform has moods. Lists
 * of different lengths were changed in between and tell nothing.
 */
export function compareCanaries(
  current: readonly CanaryOutcome[],
  candidateRuns: readonly (readonly CanaryOutcome[])[],
): CanaryVerdict {
  if (candidateRuns.some((run) => run.length !== current.length)) return { lost: [], none: true };
  const passes = (at: number) => candidateRuns.some((run) => run[at]?.code === 'ok');
  const lost = current.filter(({ code }, at) => code === 'ok' && !passes(at));
  const anyPasses = [current, ...candidateRuns].flat().some(({ code }) => code === 'ok');
  return { lost: [...new Set(lost.map(({ platform }) => platform))], none: !anyPasses };
}
