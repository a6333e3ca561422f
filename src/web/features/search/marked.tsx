// A text with the words that were looked for, highlighted.
import { Fragment } from 'react';

type MarkedProps = {
  readonly text: string;
  /** Start and end of each word, in UTF-16 units, in order. */
  readonly marks: readonly (readonly [number, number])[];
};

/** The text; it is never read as HTML. */
export function Marked({ text, marks }: MarkedProps) {
  const starts = [0, ...marks.map(([, end]) => end)];
  return starts.map((start, index) => {
    const [from, to] = marks[index] ?? [text.length, text.length];
    return (
      <Fragment key={start}>
        {text.slice(start, from)}
        {to > from && <mark>{text.slice(from, to)}</mark>}
      </Fragment>
    );
  });
}
