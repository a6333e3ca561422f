// The timeline with the segments, two handles and the playhead, left to right in every language. The handles are outside of
// the selected segment, so that they never cover each other.
import type { CSSProperties, ReactNode, RefObject } from 'react';
import { Handle } from '../../../cutting/handle.tsx';
import { lengthOf, type Range, shareOf } from '../../../cutting/range.ts';
import { Span } from '../../../cutting/span.tsx';
import { formatTime } from '../../../cutting/times.ts';
import type { PlannedPart } from '../media/use-plan.ts';
import { joined, type Segment, type Segments, selectedOf } from '../parts/segments.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import './timeline.css';

type TimelineProps = {
  readonly line: RefObject<HTMLDivElement | null>;
  readonly durationMs: number;
  readonly view: Range;
  readonly segments: Segments;
  /** The parts of the new file with their actual starts. */
  readonly parts: readonly PlannedPart[];
  readonly positionMs: number;
  readonly disabled: boolean;
  readonly onStart: (toMs: number) => void;
  readonly onEnd: (toMs: number) => void;
  readonly onRelease: () => void;
  readonly onSeek: (toMs: number) => void;
  /** The pictures, the waveform and the ticks. */
  readonly children?: ReactNode;
};

/** The timeline. Its first child is the band, whose width is the view. */
export function Timeline(props: TimelineProps) {
  const { t } = useTrimmerWords();
  const { durationMs, view, segments, positionMs, disabled } = props;
  const selected = selectedOf(segments);
  const number = segments.all.indexOf(selected) + 1;
  const part =
    segments.all.length > 1
      ? `, ${t(segments.isSeparate ? 'trimmer.cutNumber' : 'trimmer.partNumber', { number })}`
      : '';
  const place = {
    '--trim-start': shareOf(selected.startMs, view),
    '--trim-end': shareOf(selected.endMs, view),
    '--trim-position': shareOf(positionMs, view),
  } as CSSProperties;
  return (
    <div ref={props.line} className="trim-line" dir="ltr" style={place}>
      <div className="trim-band" aria-hidden="true">
        {props.children}
        {gapsOf(segments.all, durationMs).map((gap) => (
          <Span key={gap.startMs} range={gap} view={view} className="trim-rest" />
        ))}
        {segments.all.map((one) => (
          <Span
            key={one.id}
            range={one}
            view={view}
            className="trim-part"
            data={kindOf(one, selected)}
          />
        ))}
        {distinctStarts(props.parts).map(({ startMs, trueStartMs }) => (
          <Span
            key={startMs}
            range={{ startMs: Math.min(trueStartMs, startMs), endMs: startMs }}
            view={view}
            className="trim-early"
          />
        ))}
      </div>
      <input
        type="range"
        data-handle="position"
        aria-label={t('trimmer.position')}
        aria-valuetext={formatTime(positionMs)}
        min={view.startMs}
        max={view.endMs}
        step="any"
        value={positionMs}
        onChange={(event) => props.onSeek(event.target.valueAsNumber)}
      />
      <div
        className="trim-playhead"
        aria-hidden="true"
        hidden={positionMs < view.startMs || positionMs > view.endMs}
      />
      {(['start', 'end'] as const).map((which) => (
        <Handle
          key={which}
          which={which}
          label={t(`trimmer.${which}`) + part}
          durationMs={durationMs}
          viewMs={lengthOf(view)}
          valueMs={which === 'start' ? selected.startMs : selected.endMs}
          valueText={formatTime(which === 'start' ? selected.startMs : selected.endMs)}
          isVisible={isWithin(which === 'start' ? selected.startMs : selected.endMs, view)}
          disabled={disabled}
          onMove={which === 'start' ? props.onStart : props.onEnd}
          onRelease={props.onRelease}
        />
      ))}
    </div>
  );
}

/** Cuts that start together start earlier together. */
function distinctStarts(parts: readonly PlannedPart[]): readonly PlannedPart[] {
  return [...new Map(parts.map((part) => [part.startMs, part])).values()];
}

function isWithin(timeMs: number, { startMs, endMs }: Range): boolean {
  return timeMs >= startMs && timeMs <= endMs;
}

function kindOf({ id, isKept }: Segment, selected: Segment): string {
  return `${isKept ? 'kept' : 'removed'}${id === selected.id ? ' selected' : ''}`;
}

/** What belongs to no segment. */
function gapsOf(all: readonly Segment[], durationMs: number): readonly Range[] {
  const edges = [0, ...joined(all).flatMap(({ startMs, endMs }) => [startMs, endMs]), durationMs];
  const gaps: Range[] = [];
  for (let index = 0; index < edges.length; index += 2) {
    const [startMs = 0, endMs = 0] = edges.slice(index, index + 2);
    if (endMs > startMs) gaps.push({ startMs, endMs });
  }
  return gaps;
}
