// Keyboard shortcuts of the dashboard: "/" focuses the search, "?" shows the shortcuts.
import { useLayoutEffect } from 'react';
import { KEYS_HELP_ID } from './keys-help.tsx';

const WRITTEN_IN = 'input, textarea, select, [contenteditable]';

/** Registers the shortcuts, which do nothing while a dialog is open. */
export function usePageKeys(searchId: string): void {
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing);
      if (!isPlain || !(target instanceof Element) || target.closest(WRITTEN_IN)) return;
      // Asked of the element: Esc closes it at once, and its owner hears of that a moment later.
      if (document.querySelector('dialog[open]')) return;
      if (key === '/') document.getElementById(searchId)?.focus();
      else if (key === '?') document.getElementById(KEYS_HELP_ID)?.togglePopover();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [searchId]);
}
