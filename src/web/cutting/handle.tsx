// A handle at the start or the end of a range, for the timeline of the trimmer and the line of a part.
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import './line.css';

type HandleProps = {
  readonly which: 'start' | 'end';
  readonly label: string;
  readonly durationMs: number;
  /** How much the width of the timeline is. */
  readonly viewMs: number;
  readonly valueMs: number;
  /** The value as screen readers say it. */
  readonly valueText: string;
  /** Whether the view shows its time; the slider stays for keys. */
  readonly isVisible: boolean;
  readonly disabled: boolean;
  readonly onMove: (toMs: number) => void;
  /** Called when a drag or a key ends. */
  readonly onRelease?: () => void;
  /** For steps that need no release, such as those of a screen reader; by default as a drag. */
  readonly onStep?: (toMs: number) => void;
  /** For keys that do something else than those of a native slider. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
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
export function Handle(props: HandleProps) {
  const { which, label, durationMs, viewMs, valueMs, valueText, disabled, onMove, onRelease } =
    props;
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
    if (hold.current) onRelease?.();
    hold.current = null;
  };
  return (
    <>
      <input
        ref={input}
        type="range"
        data-handle={which}
        aria-label={label}
        aria-valuetext={valueText}
        min={0}
        max={durationMs}
        step="any"
        value={valueMs}
        onChange={(event) => (props.onStep ?? onMove)(event.target.valueAsNumber)}
        onKeyDown={props.onKeyDown}
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
