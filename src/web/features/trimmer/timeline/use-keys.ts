// The keyboard shortcuts of the trimmer: active while the focus is inside, except for keys that a control handles itself.
import { type RefObject, useEffect, useRef } from 'react';
import { type Command, commandOf } from './keys.ts';

/** A command; `handle` is the focused handle, if any. */
export type Keyed = { readonly command: Command; readonly handle: string | null };

/** Listens for keys on an element. */
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
  // A list finds its options by their letters.
  if (target instanceof HTMLSelectElement) return true;
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range') return false;
    if (target.type !== 'radio') return true;
    return command.kind === 'step' || command.kind === 'play';
  }
  return command.kind === 'play' && target.closest('button, a, summary, label') !== null;
}
