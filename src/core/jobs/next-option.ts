// Which option of a plan a job tries next. Pure.
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import type { Delivery } from '../../shared/media/media.ts';
import type { Plan, PlannedSource, PlanOption } from '../choosing/plan.ts';
import type { InsteadOf } from '../files/stored-file.ts';
import { type Doubt, DoubtfulMedia } from './doubts.ts';

/** An option that failed or was doubtful, and why. */
export type Failure = { readonly option: PlanOption; readonly error: unknown };

/**
 * An option to try. `instead` tells what the first one was if another is tried; `key` is that of the plan but for such a file.
 */
export type NextOption = {
  readonly option: PlanOption;
  readonly key: string;
  readonly instead: InsteadOf | null;
};

/** One of its tracks is to blame for certain, mostly the sound, which the next option would share. */
const TRACK_DOUBTS: ReadonlySet<Doubt> = new Set(['empty', 'soundless']);
/** The least share of the lines that a picture may have in place of another one. */
const ALIKE = 2 / 3;
/** The media are not what they should be, or cannot be read without a key. */
const FAULTS: ReadonlySet<ErrorCode> = new Set(['bad_media', 'no_sound', 'drm']);
/** What a host says that does not give a file, and an inspection that lists it no more: the same file may come in another way. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set(['blocked', 'not_found', 'choice_unavailable']);

/** Whether a source was not given, though those of other options may be. */
export function isRefusal(error: unknown): boolean {
  return error instanceof AppError && REFUSALS.has(error.code);
}

/** Whether the media are not what they should be, or encrypted. */
export function isFault(error: unknown): boolean {
  return error instanceof AppError && FAULTS.has(error.code);
}

/** A source by its name in its inspection or store. */
export const nameOf = (source: PlannedSource): string =>
  source.kind === 'track' ? source.trackId : source.fileId;

/**
 * The next option: after damaged, encrypted or doubtful media the next one, then one that shares no source with them; after a refusal one
 * whose sources come in another way or are others. Null when none is worth trying: a doubtful file counts, else the last failure.
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
  const others = plan.alternatives.filter(isWorthIt);
  const used = new Set(tried.flatMap(({ sources }) => sources.map(nameOf)));
  const apart = others.find(({ sources }) => !sources.some((source) => used.has(nameOf(source))));
  const doubt = error instanceof DoubtfulMedia ? error.doubt : null;
  if (doubt === 'codec') {
    const alike = others.find((option) => isAlike(option, last.option));
    return failures.length === 1 && alike ? { option: alike, key: plan.key, instead: null } : null;
  }
  const blamesTrack = doubt !== null && TRACK_DOUBTS.has(doubt);
  const other = otherOf(failures, code, {
    next: blamesTrack ? (apart ?? others[0]) : others[0],
    apart,
  });
  // Not under the plan's own key: the next request tries the plan's first option again.
  if (!other) return null;
  const instead = REFUSALS.has(code) || code === 'drm' ? 'refused' : 'damaged';
  return { option: other, key: `${plan.key}/instead`, instead };
}

/** Whether another picture of the same codec and nearly the same size was announced. */
function isAlike(option: PlanOption, other: PlanOption): boolean {
  const [picture, wanted] = [option.expect.picture, other.expect.picture];
  const isOther = !other.sources.some(
    (source) => source.role !== 'sound' && option.sources.map(nameOf).includes(nameOf(source)),
  );
  return isOther && picture?.codec === wanted?.codec && linesOf(picture) >= linesOf(wanted) * ALIKE;
}

const linesOf = (picture: PlanOption['expect']['picture']) =>
  Math.min(picture?.width ?? 0, picture?.height ?? 0);

type Others = { readonly next: PlanOption | undefined; readonly apart: PlanOption | undefined };

/** Two options are enough, but for a track that two damaged ones may have shared, or that is gone. */
function otherOf(failures: readonly Failure[], code: ErrorCode, { next, apart }: Others) {
  if (failures.length === 1) return FAULTS.has(code) || REFUSALS.has(code) ? next : undefined;
  return failures.length === 2 && failures.every(mayBlameTrack) ? apart : undefined;
}

function mayBlameTrack({ error }: Failure): boolean {
  if (!(error instanceof AppError) || error instanceof DoubtfulMedia) return false;
  return FAULTS.has(error.code) || (REFUSALS.has(error.code) && error.code !== 'blocked');
}

/** After a refusal, an option of which nothing comes in the way that was refused; where a source is gone, one without it. */
function mayFareBetter(
  { sources }: PlanOption,
  { option, error }: Failure,
  deliveryOf: (source: PlannedSource) => Delivery | null,
): boolean {
  if (!(error instanceof AppError) || !REFUSALS.has(error.code)) return true;
  const partOf = error.code === 'blocked' ? deliveryOf : nameOf;
  const refused = new Set(option.sources.map(partOf));
  return error.code === 'blocked'
    ? !sources.some((source) => refused.has(partOf(source)))
    : sources.some((source) => !refused.has(partOf(source)));
}
