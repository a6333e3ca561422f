// The timeline: the band of the film with its two handles and the playhead. It runs from left to right in every language.
// The handles stand outside of the part, so they never cover each other.
import type { CSSProperties, ReactNode } from 'react';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import { Handle } from './handle.tsx';
import type { Range } from './range.ts';
import { formatTime } from './times.ts';

type TimelineProps = {
  readonly durationMs: number;
  readonly range: Range;
  /** Where the file will really start. */
  readonly trueStartMs: number;
  readonly positionMs: number;
  readonly disabled: boolean;
  readonly onStart: (toMs: number) => void;
  readonly onEnd: (toMs: number) => void;
  readonly onSeek: (toMs: number) => void;
  /** Pictures of the film behind the part. */
  readonly children?: ReactNode;
};

/** The band with its handles. */
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
