// Announces the new page to screen readers after a navigation and moves the focus to its beginning.
import { useLayoutEffect, useRef, useState } from 'react';
import type { Page } from '../page/page.ts';
import { usePage } from '../page/page-context.tsx';

/** Announces nothing for the initial page. */
export function PageNotice() {
  const page = usePage();
  const [announcement, setAnnouncement] = useState('');
  const before = useRef(page);
  useLayoutEffect(() => {
    const from = before.current;
    if (from === page) return;
    before.current = page;
    setAnnouncement(page.title);
    // Parts that both pages share stay mounted, and so would their open menus.
    for (const menu of document.querySelectorAll<HTMLElement>('header [popover]'))
      menu.hidePopover();
    startOf(page, from)?.focus({ preventScroll: true });
  }, [page]);
  return (
    <p aria-live="polite" className="sr-only">
      {announcement}
    </p>
  );
}

/** Returns the heading; if only the language has changed, the button of the language menu. */
function startOf(page: Page, from: Page): HTMLElement | null {
  if (page.route === from.route && page.language !== from.language)
    return document.querySelector<HTMLElement>('.language-button');
  const heading = document.querySelector<HTMLElement>('h1');
  if (heading) heading.tabIndex = -1;
  return heading;
}
