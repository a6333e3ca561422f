// Keys that work anywhere on the dashboard: "/" goes to the search, "?" shows the keys.
import { useLayoutEffect } from 'react';
import { KEYS_HELP_ID } from './keys-help.tsx';

const WRITTEN_IN = 'input, textarea, select, [contenteditable], dialog[open]';

/** `isOff` while something lies over the list. */
export function usePageKeys(searchId: string, isOff: boolean): void {
  // Before anything is drawn: a key that is pressed as soon as a dialog is gone counts.
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
