// The segments as a list: where each lies, whether it is kept, and where a copy of it would start.

import { lengthOf } from '../../../cutting/range.ts';
import { formatTime } from '../../../cutting/times.ts';
import { classNames } from '../../../ui/class-names.ts';
import { TickBox } from '../../../ui/tick-box/tick-box.tsx';
import { formatSpan } from '../figures.ts';
import type { CutPlan } from '../media/use-plan.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import type { Segment } from './segments.ts';
import type { SegmentsControl } from './use-segments.ts';

/** Smaller differences are imperceptible. */
export const SAME_MS = 50;

type SegmentListProps = {
  readonly control: SegmentsControl;
  readonly plan: CutPlan | null;
  readonly onSelect: (segment: Segment) => void;
};

/** The list, if there is more than one segment. */
export function SegmentList({ control, plan, onSelect }: SegmentListProps) {
  const { t, language } = useTrimmerWords();
  const { segments, selected, change } = control;
  if (segments.all.length < 2) return null;
  return (
    <ol className="trim-segments" aria-label={t('trimmer.parts')}>
      {segments.all.map((one, index) => {
        const part = plan?.parts.find(({ startMs }) => startMs === one.startMs);
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
                {t('trimmer.partNumber', { number: index + 1 })}
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
            <TickBox
              label={t('trimmer.keep')}
              checked={one.isKept}
              onChange={() => change({ kind: 'toggle', id: one.id })}
            />
          </li>
        );
      })}
    </ol>
  );
}
