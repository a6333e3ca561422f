// Fields for start and end, each with a button that takes the player's position.
import { useId } from 'react';
import type { Range } from '../../../cutting/range.ts';
import { formatTime } from '../../../cutting/times.ts';
import { Button } from '../../../ui/button.tsx';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import { TimeField } from './time-field.tsx';

type TimeFieldsProps = {
  readonly range: Range;
  readonly durationMs: number;
  readonly onStart: (toMs: number) => void;
  readonly onEnd: (toMs: number) => void;
  readonly onMark: (which: 'start' | 'end') => void;
};

/** The two fields side by side. */
export function TimeFields(props: TimeFieldsProps) {
  const { range, durationMs, onStart, onEnd, onMark } = props;
  const { t } = useTrimmerWords();
  const hintId = useId();
  const tooLate = (timeMs: number) =>
    timeMs > durationMs ? t('trimmer.endTooLate', { time: formatTime(durationMs) }) : null;
  return (
    <div className="mt-4 grid grid-cols-1 gap-x-4 gap-y-2 roomy:grid-cols-2">
      <TimeField
        label={t('trimmer.start')}
        hintId={hintId}
        valueMs={range.startMs}
        format={formatTime}
        unreadable={t('trimmer.timeUnreadable')}
        onCommit={onStart}
        problemOf={(timeMs) =>
          tooLate(timeMs) ??
          (timeMs >= range.endMs
            ? t('trimmer.startTooLate', { time: formatTime(range.endMs) })
            : null)
        }
        trailing={
          <Button variant="quiet" onClick={() => onMark('start')}>
            {t('trimmer.startHere')}
          </Button>
        }
      />
      <TimeField
        label={t('trimmer.end')}
        hintId={hintId}
        valueMs={range.endMs}
        format={formatTime}
        unreadable={t('trimmer.timeUnreadable')}
        onCommit={onEnd}
        problemOf={(timeMs) =>
          tooLate(timeMs) ??
          (timeMs <= range.startMs
            ? t('trimmer.endTooEarly', { time: formatTime(range.startMs) })
            : null)
        }
        trailing={
          <Button variant="quiet" onClick={() => onMark('end')}>
            {t('trimmer.endHere')}
          </Button>
        }
      />
      <p id={hintId} className="text-soft text-sm [grid-column:1/-1]">
        {t('trimmer.timeHint')}
      </p>
    </div>
  );
}
