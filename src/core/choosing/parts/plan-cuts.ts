// Plans a file without what viewers marked: which parts those are, and what an option makes of the rest. Pure.
import { EDIT_TARGETS } from '../../../shared/media/edit-targets.ts';
import { markedWithin, overlaps, secondsOf } from '../../../shared/media/marked.ts';
import type { Item } from '../../../shared/media/media.ts';
import type { Choice, Span } from '../choice.ts';
import { encodeRecipe, expectationOf } from '../make-recipe.ts';
import {
  type EncodeRecipe,
  encodedBytes,
  encodedKilobits,
  loudnessOf,
  type PlanOption,
} from '../plan.ts';

/** What to leave out of an item, or of a part of it; null for nothing, and `none` for an item of which nothing is marked, or all. */
export function cutsFor(
  item: Item,
  { withoutMarked }: Choice,
  span: Span | null,
): readonly Span[] | 'none' | null {
  if (!withoutMarked) return null;
  const { chapters, durationSeconds } = item;
  if (durationSeconds === null || !chapters.some(({ marked }) => marked)) return 'none';
  const cuts = markedWithin(chapters, span ?? { startSeconds: 0, endSeconds: durationSeconds });
  if (cuts.length > 0) return cuts;
  // A part beside the marks is what was wanted.
  return span && !chapters.some((one) => one.marked && overlaps(one, span)) ? null : 'none';
}

/** What the option makes of the rest, all of it encoded; null where its format is not. */
export function cutFrom(
  option: PlanOption,
  { span, cuts, itemSeconds }: { span: Span | null; cuts: readonly Span[]; itemSeconds: number },
): PlanOption | null {
  const { recipe, expect, estimate } = option;
  const { container } = recipe;
  const target = EDIT_TARGETS[container];
  if (recipe.kind === 'slideshow' || !target) return null;
  // Whether there is any may be unknown: it is encoded if there is.
  const isUnknown = expect.sound === 'unknown';
  const sound = expect.sound === 'unknown' ? ({ codec: 'other' } as const) : expect.sound;
  const streams = { picture: expect.picture, sound };
  const bounds = { quality: null, kilobitsPerSecond: encodedKilobits(recipe) };
  const loudness = loudnessOf(recipe);
  const made: EncodeRecipe = {
    ...encodeRecipe(
      streams,
      { ...bounds, container, span, cuts, maxBytes: null, fit: null },
      target,
    ),
    ...(loudness && { loudness }),
  };
  const seconds = (span ? secondsOf([span]) : itemSeconds) - secondsOf(cuts);
  const expected = expectationOf(streams, made, target, seconds);
  const { bytes } = estimate;
  return {
    ...option,
    recipe: made,
    expect: { ...expect, ...expected, ...(isUnknown && { sound: 'unknown' }) },
    estimate: {
      bytes: encodedBytes(made, seconds) ?? (bytes && Math.ceil((bytes * seconds) / itemSeconds)),
      exact: false,
    },
  };
}
