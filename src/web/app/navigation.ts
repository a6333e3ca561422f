// Client-side navigation: fetches the document of the next page and shows its content. Without the Navigation API, or if
// anything is unexpected, the browser loads the page itself.

import { readPage, readSite } from '../page/page.ts';
import type { Shown } from './app.tsx';
import { LANGUAGE_CHOICE } from './language-choice.ts';
import { prepare } from './prepare.ts';

/** Called with the next page; `from` is its whole document. */
export type OnPage = (next: Shown, from: Document) => void;

const NOT_PAGES =
  /^(\/[a-z]{2}(-[A-Z]{2})?)?\/(api|files|assets|trending-files|share|admin)(\/|$)|\.[a-z]+$/;

/** Handles links, forms, back and forward; `build` identifies the build of this page. Returns a function that stops it. */
export function followLinks(build: string, onPage: OnPage): () => void {
  const { navigation } = window as { navigation?: Navigation };
  if (!navigation) return () => undefined;
  let isLeaving = false;
  /** Reloads: the address bar shows the next URL already, and navigating to a URL with a fragment again would only scroll. */
  const leave = () => {
    isLeaving = true;
    location.reload();
  };
  const follow = (event: NavigateEvent) => {
    const url = new URL(event.destination.url);
    const stays = event.canIntercept && !event.hashChange && event.downloadRequest === null;
    const isOurs = !event.formData && event.navigationType !== 'reload' && !isLeaving;
    if (!stays || !isOurs || [url, location].some((one) => NOT_PAGES.test(one.pathname))) return;
    // The page in another language may have the same URL, and keeps the scroll position.
    const isLanguage = event.info === LANGUAGE_CHOICE;
    const isSame = url.pathname === location.pathname && event.navigationType === 'replace';
    // A page wrote its state into the address.
    const isNote = event.destination.sameDocument && event.navigationType === 'push';
    if ((isSame && !isLanguage) || isNote) return;
    event.intercept({
      scroll: isLanguage ? 'manual' : 'after-transition',
      async handler() {
        try {
          const from = await fetchDocument(url, event.signal);
          // After an update of the site, new pages need new scripts.
          if (readSite(from).build !== build) return leave();
          const next = await prepare(readPage(from));
          if (!event.signal.aborted) onPage(next, from);
        } catch (error) {
          if (event.signal.aborted) return;
          console.warn(`${url.pathname} needs a full page load`, error);
          leave();
        }
      },
    });
  };
  navigation.addEventListener('navigate', follow);
  return () => navigation.removeEventListener('navigate', follow);
}

/** Fetches a document, also with status 404: that is a page as well. */
async function fetchDocument(url: URL, signal: AbortSignal): Promise<Document> {
  const response = await fetch(url, { headers: { Accept: 'text/html' }, signal });
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/html')) throw new TypeError(`${type} is not a page`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}
