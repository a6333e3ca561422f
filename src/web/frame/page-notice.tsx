// Announces the new page to screen readers after a navigation and moves the focus to its beginning.
import { useLayoutEffect, useRef, useState } from 'react';
import type { Page } from '../app/page.ts';
import { usePage } from '../app/page-context.tsx';

/** Says nothing of the page that the tab was opened with. */
export function PageNotice() {
  const page = usePage();
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(page);
  useLayoutEffect(() => {
    const from = before.current;
    if (from === page) return;
    before.current = page;
    setAnnouncement(page.title);
    // A part that is the same on both pages stays as it was, and its menu open.
    for (const menu of document.querySelectorAll<HTMLElement>('nav[popover]')) menu.hidePopover();
    startOf(page, from)?.focus({ preventScroll: true });
  }, [page]);
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}

/** Its heading; where only the language has changed, the button that it was changed with. */
function startOf(page: Page, from: Page): HTMLElement | null {
  if (page.route === from.route && page.language !== from.language)
    return document.querySelector<HTMLElement>('.language-button');
  const heading = document.querySelector<HTMLElement>('h1');
  if (heading) heading.tabIndex = -1;
  return heading;
}
