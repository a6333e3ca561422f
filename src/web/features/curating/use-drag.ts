// Drags an item of a list up and down, with a mouse, a pen or a finger.
import { type PointerEvent, useRef, useState } from 'react';

/** Handlers for the handle of each item, and which one is held. `onMove` is told of every place it passes. */
export function useDrag(onMove: (from: number, to: number) => void) {
  const [held, setHeld] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const placeAt = (y: number): number => {
    const items = [...(list.current?.children ?? [])];
    const below = items.findIndex((item) => y < item.getBoundingClientRect().bottom);
    return below === -1 ? items.length - 1 : below;
  };
  const end = () => setHeld(null);
  return {
    list,
    held,
    handle: (at: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.pointerType === 'mouse' && event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setHeld(at);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (held === null) return;
        const to = placeAt(event.clientY);
        if (to === held) return;
        onMove(held, to);
        setHeld(to);
      },
      onPointerUp: end,
      onPointerCancel: end,
    }),
  };
}
