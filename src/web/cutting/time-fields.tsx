// Both times of a part, to type: what is typed stays until it is a part of the video, and each field says what is wrong with it.
import { useEffect, useState } from 'react';
import { TextField } from '../ui/text-field.tsx';
import { useWords } from '../words/words.tsx';
import { shortTime } from './part.ts';
import type { Range } from './range.ts';
import { readTyped, type Side, type TimeProblems, type TypedTimes } from './typed-range.ts';

type TimeFieldsProps = {
  readonly range: Range;
  readonly durationMs: number;
  readonly onChange: (range: Range) => void;
  /** Called with true once something is wrong, and with false when it no longer is, or no longer shown. */
  readonly onWrong: ((isWrong: boolean) => void) | undefined;
};

/** The fields, read with Enter or on blur; Esc takes back what was typed. The start is on the left, as on the line. */
export function TimeFields({ range, durationMs, onChange, onWrong }: TimeFieldsProps) {
  const { t } = useWords();
  const shown = textsOf(range);
  const [typed, setTyped] = useState(shown);
  const [last, setLast] = useState<Side>('end');
  const [problems, setProblems] = useState<TimeProblems>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another range replaces what is typed, an equal one does not
  useEffect(() => {
    setTyped(shown);
    setProblems({});
  }, [range.startMs, range.endMs]);
  const isWrong = Object.keys(problems).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function is not called for the same news
  useEffect(() => {
    if (!isWrong) return;
    onWrong?.(true);
    return () => onWrong?.(false);
  }, [isWrong]);

  const settle = (texts: TypedTimes) => {
    const read = readTyped(texts, last, durationMs);
    if ('problems' in read) {
      setTyped(texts);
      return setProblems(read.problems);
    }
    const next = read.range;
    setTyped(textsOf(next));
    setProblems({});
    if (next.startMs !== range.startMs || next.endMs !== range.endMs) onChange(next);
  };
  return (
    <div className="part-times">
      {(['start', 'end'] as const).map((side) => {
        const problem = problems[side];
        return (
          <TextField
            key={side}
            label={t(`part.${side}`)}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            className="tabular-nums"
            placeholder={shortTime(side === 'start' ? 0 : durationMs)}
            value={typed[side]}
            hint={side === 'start' ? t('part.timeHint') : ''}
            error={problem && t(`part.${problem}`, { time: shortTime(durationMs) })}
            onChange={({ target }) => {
              setTyped({ ...typed, [side]: target.value });
              setLast(side);
            }}
            onBlur={() => settle(typed)}
            onKeyDown={({ key }) => {
              if (key === 'Enter') settle(typed);
              if (key === 'Escape') settle({ ...typed, [side]: shown[side] });
            }}
          />
        );
      })}
    </div>
  );
}

function textsOf({ startMs, endMs }: Range): TypedTimes {
  return { start: shortTime(startMs), end: shortTime(endMs) };
}
