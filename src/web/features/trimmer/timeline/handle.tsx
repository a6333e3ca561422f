// One of the two handles: a native slider for the keyboard and screen readers, covered by a grip that follows the pointer
// without jumping, unlike a native thumb.
import { type PointerEvent, useRef } from 'react';
import { formatTime } from './times.ts';

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

/** The handle, beside the band of the timeline. */
export function Handle(props: HandleProps) {
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
