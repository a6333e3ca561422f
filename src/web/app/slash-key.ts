// The "/" key: focuses the page's own box (of the link, or of the search), else opens the search of the header.
import { isWriting } from '../browser/is-writing.ts';

const OWN_BOX = '#video-url-input, #search-box';

/** Handles the key unless something else takes it. */
export function followSlashKey(): void {
  // On the window, after the keys of a page's own, which listen on the document.
  window.addEventListener('keydown', focusBox);
}

function focusBox(event: KeyboardEvent): void {
  const isPlain = !(event.ctrlKey || event.metaKey || event.altKey || event.isComposing);
  if (event.key !== '/' || !isPlain || event.defaultPrevented || isWriting(event.target)) return;
  if (document.querySelector('dialog[open]')) return;
  event.preventDefault();
  const own = document.querySelector<HTMLInputElement>(OWN_BOX);
  own?.focus();
  own?.select();
  // Its popover focuses its box by itself.
  if (!own) document.getElementById('site-search')?.showPopover?.();
}
