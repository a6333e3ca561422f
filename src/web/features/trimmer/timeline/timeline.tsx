// The timeline with the segments, two handles and the playhead, left to right in every language. The handles are outside of
// the selected segment, so that they never cover each other.
import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useRef,
} from 'react';
import type { PlannedPart } from '../media/use-plan.ts';
import { type Segment, type Segments, selectedOf } from '../parts/segments.ts';
import { useTrimmerWords } from '../use-trimmer-words.ts';
import { lengthOf, type Range } from './range.ts';
import { Span } from './span.tsx';
import { formatTime } from './times.ts';
import { shareOf } from './view.ts';
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
  const part = segments.all.length > 1 ? `, ${t('trimmer.partNumber', { number })}` : '';
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
        {props.parts.map(({ startMs, trueStartMs }) => (
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
          isVisible={isWithin(which === 'start' ? selected.startMs : selected.endMs, view)}
          disabled={disabled}
          onMove={which === 'start' ? props.onStart : props.onEnd}
          onRelease={props.onRelease}
        />
      ))}
    </div>
  );
}

function isWithin(timeMs: number, { startMs, endMs }: Range): boolean {
  return timeMs >= startMs && timeMs <= endMs;
}

function kindOf({ id, isKept }: Segment, selected: Segment): string {
  return `${isKept ? 'kept' : 'removed'}${id === selected.id ? ' selected' : ''}`;
}

/** What belongs to no segment. */
function gapsOf(all: readonly Segment[], durationMs: number): readonly Range[] {
  const edges = [0, ...all.flatMap(({ startMs, endMs }) => [startMs, endMs]), durationMs];
  const gaps: Range[] = [];
  for (let index = 0; index < edges.length; index += 2) {
    const [startMs = 0, endMs = 0] = edges.slice(index, index + 2);
    if (endMs > startMs) gaps.push({ startMs, endMs });
  }
  return gaps;
}

type HandleProps = {
  readonly which: 'start' | 'end';
  readonly label: string;
  readonly durationMs: number;
  /** How much the width of the timeline is. */
  readonly viewMs: number;
  readonly valueMs: number;
  /** Whether the view shows its time; the slider stays for keys. */
  readonly isVisible: boolean;
  readonly disabled: boolean;
  readonly onMove: (toMs: number) => void;
  /** Called when a drag or a key ends. */
  readonly onRelease: () => void;
};

/** The start of a drag: the handle's value then, and the milliseconds per pixel. */
type Hold = {
  readonly pointer: number;
  readonly x: number;
  readonly fromMs: number;
  readonly msPerPixel: number;
};

/**
 * A handle, beside the band of the timeline: a native slider for the keyboard and screen readers, covered by a grip that follows
 * the pointer without jumping, unlike a native thumb.
 */
function Handle(props: HandleProps) {
  const { which, label, durationMs, viewMs, valueMs, disabled, onMove, onRelease } = props;
  const input = useRef<HTMLInputElement>(null);
  const hold = useRef<Hold | null>(null);

  const take = (event: PointerEvent<HTMLElement>) => {
    const grip = event.currentTarget;
    const width = (grip.offsetParent?.clientWidth ?? 0) - 2 * grip.offsetWidth;
    if (disabled || width <= 0 || event.button !== 0) return;
    event.preventDefault();
    grip.setPointerCapture(event.pointerId);
    input.current?.focus({ preventScroll: true });
    hold.current = {
      pointer: event.pointerId,
      x: event.clientX,
      fromMs: valueMs,
      msPerPixel: viewMs / width,
    };
  };
  const move = ({ pointerId, clientX }: PointerEvent) => {
    const held = hold.current;
    if (held?.pointer !== pointerId) return;
    onMove(held.fromMs + (clientX - held.x) * held.msPerPixel);
  };
  const letGo = () => {
    if (hold.current) onRelease();
    hold.current = null;
  };
  return (
    <>
      <input
        ref={input}
        type="range"
        data-handle={which}
        aria-label={label}
        aria-valuetext={formatTime(valueMs)}
        min={0}
        max={durationMs}
        step="any"
        value={valueMs}
        onChange={(event) => onMove(event.target.valueAsNumber)}
        onKeyUp={onRelease}
      />
      <div
        aria-hidden="true"
        className="trim-grip"
        data-side={which}
        hidden={!props.isVisible}
        onPointerDown={take}
        onPointerMove={move}
        onPointerUp={letGo}
        onPointerCancel={letGo}
        onLostPointerCapture={letGo}
      />
    </>
  );
}
