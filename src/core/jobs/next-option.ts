// Which option of a plan a job tries next. Pure.
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { Delivery } from '../../shared/media/media.ts';
import type { Plan, PlannedSource, PlanOption } from '../choosing/plan.ts';

/** An option that failed, and why. */
export type Failure = { readonly option: PlanOption; readonly error: unknown };

/** An option to try. `mayBeDoubtful`: no other one may be better. `key` is that of the plan for its first option. */
export type NextOption = {
  readonly option: PlanOption;
  readonly key: string;
  readonly mayBeDoubtful: boolean;
};

/** A good file, but another rendition may have more of the item. */
export class DoubtfulMedia extends AppError {
  constructor(detail: string) {
    super('bad_media', { detail });
  }
}

/** The most options of one job. */
const MAX_OPTIONS = 2;
/** The media are not what they should be. */
const FAULTS: ReadonlySet<ErrorCode> = new Set(['bad_media', 'no_sound']);
/** What a host says that does not give a file, and an inspection that lists it no more: the same file may come in another way. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['blocked', 'not_found', 'choice_unavailable']);

/**
 * The next option: after damaged media the next one, after doubtful media too, unless none is left, after a refusal one whose sources
 * come in another way or are others. Null when none is worth trying: the last failure counts.
 */
export function nextOption(
  plan: Plan,
  failures: readonly Failure[],
  deliveryOf: (source: PlannedSource) => Delivery | null,
): NextOption | null {
  const last = failures.at(-1);
  if (!last) return { option: plan, key: plan.key, mayBeDoubtful: plan.alternatives.length === 0 };
  const { error } = last;
  const code = error instanceof AppError ? error.code : 'internal';
  const tried = failures.map(({ option }) => option);
  const isWorthIt = (option: PlanOption) =>
    !tried.includes(option) &&
    failures.every((failure) => mayFareBetter(option, failure, deliveryOf));
  const mayGoOn = failures.length < MAX_OPTIONS && (FAULTS.has(code) || REFUSALS.has(code));
  const other = mayGoOn ? plan.alternatives.find(isWorthIt) : undefined;
  // Not under the plan's own key: the next request tries the plan's first option again.
  if (other) return { option: other, key: `${plan.key}/instead`, mayBeDoubtful: false };
  const best = failures.find((one) => one.error instanceof DoubtfulMedia)?.option;
  const wasTaken = tried.filter((option) => option === best).length > 1;
  if (!best || wasTaken) return null;
  const key = best === plan ? plan.key : `${plan.key}/instead`;
  return { option: best, key, mayBeDoubtful: true };
}

/** After a refusal, an option of which nothing comes in the way that was refused; where a source is gone, one without it. */
function mayFareBetter(
  { sources }: PlanOption,
  { option, error }: Failure,
  deliveryOf: (source: PlannedSource) => Delivery | null,
): boolean {
  if (!(error instanceof AppError) || !REFUSALS.has(error.code)) return true;
  const nameOf =
    error.code === 'blocked'
      ? deliveryOf
      : (source: PlannedSource) => (source.kind === 'track' ? source.trackId : source.fileId);
  const refused = new Set(option.sources.map(nameOf));
  return error.code === 'blocked'
    ? !sources.some((source) => refused.has(nameOf(source)))
    : sources.some((source) => !refused.has(nameOf(source)));
}
