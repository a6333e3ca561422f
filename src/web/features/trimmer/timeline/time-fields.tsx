// Fields for start and end, each with a button that takes the player's position.

import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import type { Range } from './range.ts';
import { formatTime, parseTime } from './times.ts';

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
  const tooLate = (timeMs: number) =>
    timeMs > durationMs ? t('trimmer.endTooLate', { time: formatTime(durationMs) }) : null;
  return (
    <div className="mt-4 grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-2">
      <TimeField
        label={t('trimmer.start')}
        hint={t('trimmer.timeHint')}
        valueMs={range.startMs}
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
        valueMs={range.endMs}
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
    </div>
  );
}

type TimeFieldProps = {
  readonly label: string;
  /** The accepted format. */
  readonly hint?: string;
  readonly valueMs: number;
  /** Returns the problem of a time, or null. */
  readonly problemOf: (timeMs: number) => string | null;
  readonly onCommit: (timeMs: number) => void;
  readonly trailing: ReactNode;
};

/** A time in milliseconds, committed with Enter or on blur. Esc restores the previous value. */
function TimeField({ label, hint, valueMs, problemOf, onCommit, trailing }: TimeFieldProps) {
  const { t } = useTrimmerWords();
  const [text, setText] = useState(formatTime(valueMs));
  const [problem, setProblem] = useState<string | null>(null);
  const restore = () => {
    setText(formatTime(valueMs));
    setProblem(null);
  };
  useEffect(() => {
    setText(formatTime(valueMs));
    setProblem(null);
  }, [valueMs]);
  const commit = () => {
    if (text === formatTime(valueMs)) return setProblem(null);
    const timeMs = parseTime(text);
    const found = timeMs === null ? t('trimmer.timeUnreadable') : problemOf(timeMs);
    setProblem(found);
    if (found !== null || timeMs === null) return;
    setText(formatTime(timeMs));
    onCommit(timeMs);
  };
  return (
    <TextField
      label={label}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="done"
      className="tabular-nums"
      value={text}
      hint={hint}
      {...(problem === null ? {} : { error: problem })}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') restore();
      }}
      trailing={trailing}
    />
  );
}
