// A field for a time of the trimmer.
import { type ReactNode, useEffect, useState } from 'react';
import { parseTime } from '../../../cutting/times.ts';
import { TextField } from '../../../ui/text-field.tsx';

type TimeFieldProps = {
  readonly label: string;
  /** The element that says which format is accepted. */
  readonly hintId: string;
  readonly valueMs: number;
  readonly format: (timeMs: number) => string;
  /** What is wrong with a text that is no time. */
  readonly unreadable: string;
  /** Returns the problem of a time, or null. */
  readonly problemOf: (timeMs: number) => string | null;
  readonly onCommit: (timeMs: number) => void;
  readonly trailing?: ReactNode;
};

/** A time in milliseconds, committed with Enter or on blur. Esc restores the previous value. */
export function TimeField(props: TimeFieldProps) {
  const { label, hintId, valueMs, format, unreadable, problemOf, onCommit, trailing } = props;
  const [text, setText] = useState(format(valueMs));
  const [problem, setProblem] = useState<string | null>(null);
  const restore = () => {
    setText(format(valueMs));
    setProblem(null);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value replaces what is typed, a new function does not
  useEffect(restore, [valueMs]);
  const commit = () => {
    if (text === format(valueMs)) return setProblem(null);
    const timeMs = parseTime(text);
    const found = timeMs === null ? unreadable : problemOf(timeMs);
    setProblem(found);
    if (found !== null || timeMs === null) return;
    setText(format(timeMs));
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
      aria-describedby={hintId}
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
