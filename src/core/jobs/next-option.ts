// Which option of a plan a job tries next. Pure.
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { Delivery } from '../../shared/media/media.ts';
import type { Plan, PlannedSource, PlanOption } from '../choosing/plan.ts';
import type { InsteadOf } from '../files/stored-file.ts';

/** An option that failed or was doubtful, and why. */
export type Failure = { readonly option: PlanOption; readonly error: unknown };

/** An option to try. `key` is that of the plan for its first option, and `instead` tells what that one was if another is tried. */
export type NextOption = {
  readonly option: PlanOption;
  readonly key: string;
  readonly instead: InsteadOf | null;
};

/**
 * A good file, but another rendition may have more of the item. `isEmpty`: it holds nothing but silence or black, and the same one may
 * have more in a moment.
 */
export class DoubtfulMedia extends AppError {
  readonly isEmpty: boolean;

  constructor(detail: string, how: { readonly isEmpty: boolean; readonly isUseless?: boolean }) {
    super(how.isUseless ? 'no_sound' : 'bad_media', { detail });
    this.isEmpty = how.isEmpty;
  }
}

/** The most options of one job. */
const MAX_OPTIONS = 2;
/** The media are not what they should be. */
const FAULTS: ReadonlySet<ErrorCode> = new Set(['bad_media', 'no_sound']);
/** What a host says that does not give a file, and an inspection that lists it no more: the same file may come in another way. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['blocked', 'not_found', 'choice_unavailable']);

/**
 * The next option: after damaged or doubtful media the next one, after a refusal one whose sources come in another way or are
 * others. Null when none is worth trying: a doubtful file counts, else the last failure.
 */
export function nextOption(
  plan: Plan,
  failures: readonly Failure[],
  deliveryOf: (source: PlannedSource) => Delivery | null,
): NextOption | null {
  const last = failures.at(-1);
  if (!last) return { option: plan, key: plan.key, instead: null };
  const { error } = last;
  const code = error instanceof AppError ? error.code : 'internal';
  const tried = failures.map(({ option }) => option);
  const isWorthIt = (option: PlanOption) =>
    !tried.includes(option) &&
    failures.every((failure) => mayFareBetter(option, failure, deliveryOf));
  const mayGoOn = failures.length < MAX_OPTIONS && (FAULTS.has(code) || REFUSALS.has(code));
  const other = mayGoOn ? plan.alternatives.find(isWorthIt) : undefined;
  // Not under the plan's own key: the next request tries the plan's first option again.
  if (!other) return null;
  const instead = REFUSALS.has(code) ? 'refused' : 'damaged';
  return { option: other, key: `${plan.key}/instead`, instead };
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
