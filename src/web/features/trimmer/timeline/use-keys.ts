// The keys of the trimmer: they work while the focus is inside of it, and leave alone what a control needs for itself.
import { type RefObject, useEffect, useRef } from 'react';
import { type Command, commandOf } from './keys.ts';

/** `handle` is the handle that has the focus, if it is one. */
export type Keyed = { readonly command: Command; readonly handle: string | null };

/** Listens on an element. */
export function useKeys(
  section: RefObject<HTMLElement | null>,
  take: (keyed: Keyed) => void,
): void {
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    const ending = new AbortController();
    section.current?.addEventListener(
      'keydown',
      (event) => {
        const command = commandOf(event);
        const { target } = event;
        if (!command || event.defaultPrevented || !(target instanceof HTMLElement)) return;
        if (needsForItself(target, command)) return;
        event.preventDefault();
        latest.current({ command, handle: target.dataset['handle'] ?? null });
      },
      { signal: ending.signal },
    );
    return () => ending.abort();
  }, [section]);
}

function needsForItself(target: HTMLElement, command: Command): boolean {
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return false;
    if (target.type !== 'radio') return true;
    return command.kind === 'step' || command.kind === 'play';
  }
  return command.kind === 'play' && target.closest('button, a, summary, label') !== null;
}
