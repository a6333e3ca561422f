// The timeline with two handles and the playhead, left to right in every language. The handles are outside of the range,
// so that they never cover each other.
import type { CSSProperties, ReactNode } from 'react';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import { Handle } from './handle.tsx';
import type { Range } from './range.ts';
import { formatTime } from './times.ts';

type TimelineProps = {
  readonly durationMs: number;
  readonly range: Range;
  /** The actual start of the new file. */
  readonly trueStartMs: number;
  readonly positionMs: number;
  readonly disabled: boolean;
  readonly onStart: (toMs: number) => void;
  readonly onEnd: (toMs: number) => void;
  readonly onSeek: (toMs: number) => void;
  /** The filmstrip behind the range. */
  readonly children?: ReactNode;
};

/** The timeline. */
export function Timeline(props: TimelineProps) {
  const { t } = useTrimmerWords();
  const { durationMs, range, trueStartMs, positionMs, disabled } = props;
  const share = (timeMs: number) => timeMs / durationMs;
  const place = {
    '--trim-start': share(range.startMs),
    '--trim-end': share(range.endMs),
    '--trim-true-start': share(Math.min(trueStartMs, range.startMs)),
    '--trim-position': share(positionMs),
  } as CSSProperties;
  return (
    <div className="trim-line" dir="ltr" style={place}>
      <div className="trim-band" aria-hidden="true">
        {props.children}
        <div className="trim-rest" data-side="before" />
        <div className="trim-rest" data-side="after" />
        <div className="trim-early" />
        <div className="trim-part" />
      </div>
      <input
        type="range"
        data-handle="position"
        aria-label={t('trimmer.position')}
        aria-valuetext={formatTime(positionMs)}
        min={0}
        max={durationMs}
        step="any"
        value={positionMs}
        onChange={(event) => props.onSeek(event.target.valueAsNumber)}
      />
      <div className="trim-playhead" aria-hidden="true" />
      <Handle
        which="start"
        label={t('trimmer.start')}
        durationMs={durationMs}
        valueMs={range.startMs}
        disabled={disabled}
        onMove={props.onStart}
      />
      <Handle
        which="end"
        label={t('trimmer.end')}
        durationMs={durationMs}
        valueMs={range.endMs}
        disabled={disabled}
        onMove={props.onEnd}
      />
    </div>
  );
}
