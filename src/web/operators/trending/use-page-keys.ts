// Keyboard shortcuts of the dashboard: "/" focuses the search, "?" shows the shortcuts.
import { useLayoutEffect } from 'react';
import { KEYS_HELP_ID } from './keys-help.tsx';

const WRITTEN_IN = 'input, textarea, select, [contenteditable], dialog[open]';

/** Registers the shortcuts; `isOff` while a dialog is open. */
export function usePageKeys(searchId: string, isOff: boolean): void {
  // Before the paint, so that keys pressed right after a dialog closes count.
  useLayoutEffect(() => {
    if (isOff) return;
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing);
      if (!isPlain || !(target instanceof Element) || target.closest(WRITTEN_IN)) return;
      if (key === '/') document.getElementById(searchId)?.focus();
      else if (key === '?') document.getElementById(KEYS_HELP_ID)?.togglePopover();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [searchId, isOff]);
}
