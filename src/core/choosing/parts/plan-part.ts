// Plans a part of an item: which span a request means, and what an option makes of it. Pure.
import { AppError } from '../../../shared/errors.ts';
import { FILE_FORMATS, type FileFormat } from '../../../shared/media/formats.ts';
import type { Item } from '../../../shared/media/media.ts';
import type { Cut, Span, WantedPart } from '../choice.ts';
import { encodedBytes, loudnessOf, onlyCopies, type PlanOption, type Recipe } from '../plan.ts';

/** The shortest part worth making. */
const MIN_MS = 100;
/** An end this far behind that of the item is rounded, not wrong. */
const ROUNDED_SECONDS = 0.5;

/** Formats that can hide what is before the part. */
const HIDES: ReadonlySet<FileFormat> = new Set(['mp4', 'mov']);

/**
 * The span that is wanted, to the millisecond; null for an item without a known length. Throws AppError `invalid_request` with the field of what
 * is not within the item.
 */
export function spanWithin(item: Item, wanted: WantedPart): Span | null {
  const { durationSeconds } = item;
  if (item.kind === 'photo' || durationSeconds === null) return null;
  if ('chapter' in wanted) {
    const chapter = item.chapters[wanted.chapter - 1];
    if (!chapter) throw outside('chapter');
    const { startSeconds, endSeconds } = chapter;
    const end = Math.min(endSeconds ?? durationSeconds, durationSeconds);
    if (!isLongEnough(startSeconds, end)) throw outside('chapter');
    return rounded(startSeconds, end);
  }
  const { startSeconds, endSeconds } = wanted;
  const end = Math.min(endSeconds ?? durationSeconds, durationSeconds);
  if (!isLongEnough(startSeconds, durationSeconds)) throw outside('from');
  if ((endSeconds ?? 0) > durationSeconds + ROUNDED_SECONDS || !isLongEnough(startSeconds, end))
    throw outside('to');
  return rounded(startSeconds, end);
}

/** Throws AppError `invalid_request` with the field of a cut that a format does not take. */
export function assertCut({ recipe }: PlanOption, cut: Cut): void {
  if (!takesCut(recipe.container, cut)) throw outside('cut');
}

/** What the option makes of a span of its item; null where its format has no such parts. */
export function partOf(
  option: PlanOption,
  { span, cut, itemSeconds }: { span: Span; cut: Cut; itemSeconds: number },
): PlanOption | null {
  const recipe = recipeOf(option.recipe, span, cut);
  if (!recipe) return null;
  const seconds = span.endSeconds - span.startSeconds;
  const { bytes } = option.estimate;
  return {
    ...option,
    recipe,
    // Where a copied part really begins is known only once it is cut.
    expect: { ...option.expect, durationSeconds: recipe.kind === 'clip' ? null : seconds },
    estimate: {
      bytes: encodedBytes(recipe, seconds) ?? (bytes && Math.ceil((bytes * seconds) / itemSeconds)),
      exact: false,
    },
  };
}

function recipeOf(recipe: Recipe, span: Span, cut: Cut): Recipe | null {
  const { container } = recipe;
  const loudness = loudnessOf(recipe);
  if (FILE_FORMATS[container].kind === 'image') return null;
  if (!takesCut(container, cut)) return null;
  if (onlyCopies(recipe))
    return {
      kind: 'clip',
      container,
      span,
      ...(cut === 'exact' && { isExact: true }),
      ...(loudness && { loudness }),
    };
  // A stream can only be copied from a key frame on, beside which no other begins.
  if (recipe.kind !== 'encode' || recipe.picture === 'copy') return null;
  return { ...recipe, span };
}

function takesCut(container: FileFormat, cut: Cut): boolean {
  return cut === 'instant' || FILE_FORMATS[container].kind !== 'video' || HIDES.has(container);
}

function rounded(startSeconds: number, endSeconds: number): Span {
  return { startSeconds: milliseconds(startSeconds), endSeconds: milliseconds(endSeconds) };
}

/** In whole milliseconds: 10 - 9.9 is less than 0.1. */
function isLongEnough(startSeconds: number, endSeconds: number): boolean {
  return Math.round(endSeconds * 1000) - Math.round(startSeconds * 1000) >= MIN_MS;
}

const milliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;

function outside(field: 'from' | 'to' | 'chapter' | 'cut'): AppError {
  return new AppError('invalid_request', { params: { field } });
}
