// Reports page views, without identifying visitors: to this site's counter always, to the tag manager after consent.
import { BASE_PATH } from '../../shared/base-path.ts';
import type { Language } from '../../shared/languages.ts';
import type { TitledFacts } from '../page/page.ts';

const COUNTER = `${BASE_PATH}/api/page-views`;

/** Counts a view once the page is visible. Returns a function that cancels it if it was not sent yet. */
export function countPageView(page: TitledFacts, language: Language): () => void {
  return whenSeen(page, () => sendPageView(pathWithout(language.prefix, page.href), language.code));
}

/** Reports a view to the tag manager once the page is visible. Call it only after consent. Returns a function that cancels it. */
export function pushPageView(page: TitledFacts, language: Language): () => void {
  return whenSeen(page, () => {
    // The data layer was created on consent.
    (window as { readonly dataLayer?: object[] }).dataLayer?.push({
      event: 'page_view',
      page_path: page.href,
      page_title: page.title,
      page_language: language.code,
    });
  });
}

function whenSeen(page: TitledFacts, send: () => void): () => void {
  // Offline there is no server, and the URL belongs to another page; views of operators' pages are not counted.
  if (page.route === 'offline' || page.route === 'operators') return () => undefined;
  let isTakenBack = false;
  const sendOnce = () => {
    if (!isTakenBack) send();
  };
  // A page that the browser prerenders counts when it is activated.
  if (isDrawnAhead()) document.addEventListener('prerenderingchange', sendOnce, { once: true });
  else queueMicrotask(sendOnce);
  return () => {
    isTakenBack = true;
  };
}

function sendPageView(path: string, language: string): void {
  try {
    const body = new Blob([JSON.stringify({ path, language })], { type: 'application/json' });
    if (!navigator.sendBeacon(COUNTER, body)) throw new TypeError('no beacon');
  } catch (error) {
    console.warn('the page view could not be counted', error);
  }
}

/** Returns the path without the language prefix, such as `/fr`. */
function pathWithout(prefix: string, href: string): string {
  return href.slice(prefix.length) || '/';
}

function isDrawnAhead(): boolean {
  return (document as { readonly prerendering?: boolean }).prerendering ?? false;
}
