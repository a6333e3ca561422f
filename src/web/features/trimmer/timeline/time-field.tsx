// A field for a time in milliseconds, committed with Enter or on blur.
import { type ReactNode, useEffect, useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import { formatTime, parseTime } from './times.ts';

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

/** The field. Esc restores the previous value. */
export function TimeField({ label, hint, valueMs, problemOf, onCommit, trailing }: TimeFieldProps) {
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
