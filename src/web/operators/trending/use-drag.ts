// Drags an item of a list vertically, with mouse, pen or touch.
import { type PointerEvent, useRef, useState } from 'react';

/** Returns handlers for the grips of the items, and the dragged item. Calls `onMove` for every position passed. */
export function useDrag(onMove: (from: number, to: number) => void) {
  const [held, setHeld] = useState<number | null>(null);
  // Pointer events may be faster than rendering, so the position is tracked in a ref.
  const heldNow = useRef<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const placeAt = (y: number): number => {
    const items = [...(list.current?.children ?? [])];
    const below = items.findIndex((item) => y < item.getBoundingClientRect().bottom);
    return below === -1 ? items.length - 1 : below;
  };
  const hold = (at: number | null) => {
    heldNow.current = at;
    setHeld(at);
  };
  const end = () => hold(null);
  return {
    list,
    held,
    handle: (at: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse' && event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        hold(at);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const from = heldNow.current;
        if (from === null) return;
        const to = placeAt(event.clientY);
        if (to === from) return;
        onMove(from, to);
        hold(to);
      },
      onPointerUp: end,
      onPointerCancel: end,
    }),
  };
}
