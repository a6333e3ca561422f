// Tells which page is seen, and nothing of who sees it: our own counter always, the tag manager once its visitor has agreed.
import type { Language } from '../../shared/languages.ts';
import type { Page } from './page.ts';

const COUNTER = '/api/page-views';

/** Counts a page as soon as it is really seen. Answers what takes that back while it has not been sent. */
export function countPageView(page: Page, language: Language): () => void {
  return whenSeen(page, () => sendPageView(pathWithout(language.prefix, page.href), language.code));
}

/** Tells the tag manager of a page as soon as it is really seen. Only for visitors who have agreed. Answers as above. */
export function pushPageView(page: Page, language: Language): () => void {
  return whenSeen(page, () => {
    // The list was made when the visitor agreed.
    (window as { readonly dataLayer?: object[] }).dataLayer?.push({
      event: 'page_view',
      page_path: page.href,
      page_title: page.title,
      page_language: language.code,
    });
  });
}

function whenSeen(page: Page, send: () => void): () => void {
  // Offline there is no server to tell, and the address belongs to another page; what operators do is no visit.
  if (page.route === 'offline' || page.route === 'operators') return () => undefined;
  let isTakenBack = false;
  const sendOnce = () => {
    if (!isTakenBack) send();
  };
  // A page that is drawn ahead of its visitor counts when the visitor comes.
  if (isDrawnAhead()) document.addEventListener('prerenderingchange', sendOnce, { once: true });
  else queueMicrotask(sendOnce);
  return () => {
    isTakenBack = true;
  };
}

function sendPageView(path: string, language: string): void {
  try {
    const body = new Blob([JSON.stringify({ path, language })], { type: 'application/json' });
    if (!navigator.sendBeacon(COUNTER, body)) throw new TypeError('the browser took no beacon');
  } catch (error) {
    console.warn('the page view could not be counted', error);
  }
}

/** The path in the table of pages: that of a French page without its `/fr`. */
function pathWithout(prefix: string, href: string): string {
  return href.slice(prefix.length) || '/';
}

function isDrawnAhead(): boolean {
  return (document as { readonly prerendering?: boolean }).prerendering ?? false;
}
