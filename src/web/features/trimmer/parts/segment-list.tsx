// The segments as a list: where each lies, whether it is kept, and where a copy of it would start. Cuts have names, and a button
// that removes them.
import { Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { lengthOf } from '../../../cutting/range.ts';
import { formatTime } from '../../../cutting/times.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TickBox } from '../../../ui/tick-box/tick-box.tsx';
import { formatSpan } from '../figures.ts';
import { cutName } from '../file-name.ts';
import type { CutPlan } from '../media/use-plan.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import type { Segment } from './segments.ts';
import type { SegmentsControl } from './use-segments.ts';

/** Smaller differences are imperceptible. */
export const SAME_MS = 50;

/** More would be cut off in the name of the file. */
const MAX_NAME_LENGTH = 120;

type SegmentListProps = {
  readonly control: SegmentsControl;
  readonly plan: CutPlan | null;
  /** The name of the file that is cut. */
  readonly original: string;
  readonly onSelect: (segment: Segment) => void;
};

/** The list, if there is more than one segment. */
export function SegmentList({ control, plan, original, onSelect }: SegmentListProps) {
  const { t, language } = useTrimmerWords();
  const { segments, selected, change } = control;
  const { isSeparate } = segments;
  const list = useRef<HTMLOListElement>(null);
  useShown(list, selected.id);
  if (segments.all.length < 2) return null;
  return (
    <ol
      ref={list}
      className="trim-segments"
      aria-label={t(isSeparate ? 'trimmer.cuts' : 'trimmer.parts')}
    >
      {segments.all.map((one, index) => {
        const part = plan?.parts.find(
          ({ startMs, endMs }) => startMs === one.startMs && (!isSeparate || endMs === one.endMs),
        );
        const number = index + 1;
        const earlierMs = part ? one.startMs - part.trueStartMs : 0;
        return (
          <li key={one.id} className={classNames(!one.isKept && 'trim-segment-removed')}>
            <button
              type="button"
              className="trim-segment"
              aria-pressed={one.id === selected.id}
              onClick={() => {
                change({ kind: 'select', id: one.id });
                onSelect(one);
              }}
            >
              <span className="font-semibold">
                {t(isSeparate ? 'trimmer.cutNumber' : 'trimmer.partNumber', { number })}
                {isSeparate && one.name && (
                  <>
                    {' · '}
                    <bdi className="[overflow-wrap:anywhere]">{one.name}</bdi>
                  </>
                )}
              </span>{' '}
              <bdi dir="ltr" className="whitespace-nowrap tabular-nums">
                {formatTime(one.startMs)} – {formatTime(one.endMs)}
              </bdi>{' '}
              <span className="text-soft">
                <span className="whitespace-nowrap">{formatSpan(lengthOf(one), language)}</span>
                {one.isKept &&
                  earlierMs >= SAME_MS &&
                  ` · ${t('trimmer.partEarlier', { span: formatSpan(earlierMs, language) })}`}
              </span>
            </button>
            {(!isSeparate || !one.isKept) && (
              <TickBox
                label={t('trimmer.keep')}
                checked={one.isKept}
                onChange={() => change({ kind: 'toggle', id: one.id })}
              />
            )}
            {isSeparate && (
              <IconButton
                icon={Trash2}
                label={t('trimmer.removeCut', { number })}
                onClick={() => {
                  change({ kind: 'delete', id: one.id });
                  // The focused button is removed: the focus goes to the selected cut.
                  list.current?.closest('section')?.focus({ preventScroll: true });
                }}
              />
            )}
            {isSeparate && one.id === selected.id && (
              <TextField
                className="w-full pb-3 ps-3"
                label={t('trimmer.cutName')}
                dir="auto"
                autoComplete="off"
                maxLength={MAX_NAME_LENGTH}
                placeholder={cutName(original, [one], '').slice(0, -1)}
                value={one.name}
                onChange={({ target }) =>
                  change({ kind: 'rename', id: one.id, name: target.value })
                }
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Keeps the selected entry in view where the list scrolls, without moving the page. */
function useShown(list: { readonly current: HTMLElement | null }, id: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only for another selection
  useEffect(() => {
    const entry = list.current?.querySelector('[aria-pressed="true"]')?.closest('li');
    if (!list.current || !entry) return;
    const { top, bottom } = list.current.getBoundingClientRect();
    const at = entry.getBoundingClientRect();
    if (at.top < top) list.current.scrollTop -= top - at.top;
    else if (at.bottom > bottom) list.current.scrollTop += at.bottom - bottom;
  }, [id]);
}
