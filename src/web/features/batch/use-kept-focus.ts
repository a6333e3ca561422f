// Keeps the focus in the queue when the button that had it is no more, for the keyboard and screen readers.
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

type Last = { readonly element: Element; readonly row: HTMLElement | null; readonly index: number };

/**
 * The focus moves to the row of the button, to the row that takes its place, or to `heading`, which read what has changed. The answer
 * is for the element around them, whose component renders with each change.
 */
export function useKeptFocus<T extends HTMLElement>(heading: RefObject<HTMLElement | null>) {
  const place = useRef<T>(null);
  const last = useRef<Last | null>(null);
  useEffect(() => {
    const { body, activeElement } = document;
    if (!last.current || last.current.element.isConnected || activeElement !== body) return;
    const { row, index } = last.current;
    const next = row?.isConnected ? row : row && rowsIn(place.current).at(index);
    (next ?? (row && rowsIn(place.current).at(-1)) ?? heading.current)?.focus();
  });
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest<HTMLElement>('.batch-row');
    const index = row ? rowsIn(place.current).indexOf(row) : -1;
    last.current = { element: target, row, index };
  };
  return { place, onFocus };
}

function rowsIn(place: HTMLElement | null): HTMLElement[] {
  return [...(place?.querySelectorAll<HTMLElement>('.batch-row') ?? [])];
}
