// Something that lies on the timeline between two times, wherever the view is.
import type { CSSProperties, ReactNode } from 'react';
import { type Range, shareOf } from './range.ts';

/** `range` is where it lies, `view` the visible part; `className` draws it. */
export type SpanProps = {
  readonly range: Range;
  readonly view: Range;
  readonly className: string;
  readonly data?: string;
  readonly children?: ReactNode;
};

/** The element; decorative, as the whole band is. */
export function Span({ range, view, className, data, children }: SpanProps) {
  const place = {
    '--from': shareOf(range.startMs, view),
    '--to': shareOf(range.endMs, view),
  } as CSSProperties;
  return (
    <div className={`trim-span ${className}`} data-kind={data} style={place}>
      {children}
    </div>
  );
}
