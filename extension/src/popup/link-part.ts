// What the link itself names of its video, as a box to tick in the popup.
import type { InspectAnswer, InspectItem } from '../../../src/shared/api/inspect.ts';
import {
  isolatedRange,
  partOf,
  rangeOfLink,
  shortTime,
  sourceOf,
} from '../../../src/web/cutting/part.ts';
import type { Part } from '../../../src/web/download-client/flow-state.ts';
import { element } from '../page/elements.ts';
import type { Words } from '../words.ts';

/** The name of the box in its form. */
export const PART = 'part';

/** The part, and its box; null where the link names none. */
export type LinkPart = { readonly part: Part; readonly box: HTMLElement } | null;

/** Makes them. */
export function linkPartOf(
  { t }: Words,
  item: InspectItem,
  hints: InspectAnswer['hints'],
): LinkPart {
  const source = sourceOf(item);
  const range = item.part && rangeOfLink(hints, source);
  const part = range && partOf(range, source, undefined);
  if (!part) return null;
  const label =
    range.endMs < source.durationMs
      ? t('part.linkRange', { range: isolatedRange(range) })
      : t('part.linkStart', { time: shortTime(range.startMs) });
  const tick = element('input', { type: 'checkbox', name: PART });
  return { part, box: element('label', { className: 'row' }, tick, label) };
}
