// Goes from page to page without a reload: fetches the document of the next page and shows what is in it. Where the
// browser has no Navigation API, or anything is not as expected, the browser loads the page as it always did.
import type { Shown } from './app.tsx';
import { LANGUAGE_CHOICE } from './language-choice.ts';
import { readPage, readSite } from './page.ts';
import { prepare } from './prepare.ts';

/** Called with the next page; `from` is its whole document. */
export type OnPage = (next: Shown, from: Document) => void;

const NOT_PAGES =
  /^(\/[a-z]{2}(-[A-Z]{2})?)?\/(api|files|assets|trending-files|share|admin)(\/|$)|\.[a-z]+$/;

/** Follows links, the form of the address bar and back and forward; `build` is what drew this page. Answers what ends it. */
export function followLinks(build: string, onPage: OnPage): () => void {
  const { navigation } = window as { navigation?: Navigation };
  if (!navigation) return () => undefined;
  let isLeaving = false;
  /** The address bar shows the next address already, and going to an address with a fragment again would only scroll. */
  const leave = () => {
    isLeaving = true;
    location.reload();
  };
  const follow = (event: NavigateEvent) => {
    const url = new URL(event.destination.url);
    const stays = event.canIntercept && !event.hashChange && event.downloadRequest === null;
    const isOurs = !event.formData && event.navigationType !== 'reload' && !isLeaving;
    if (!stays || !isOurs || [url, location].some((one) => NOT_PAGES.test(one.pathname))) return;
    // The page in another language may have the same address, and its reader stays where they are on it.
    const isLanguage = event.info === LANGUAGE_CHOICE;
    const isSame = url.pathname === location.pathname && event.navigationType === 'replace';
    if (isSame && !isLanguage) return;
    event.intercept({
      scroll: isLanguage ? 'manual' : 'after-transition',
      async handler() {
        try {
          const from = await fetchDocument(url, event.signal);
          // After an update of the site its new pages want their new scripts.
          if (readSite(from).build !== build) return leave();
          const next = await prepare(readPage(from));
          if (!event.signal.aborted) onPage(next, from);
        } catch (error) {
          if (event.signal.aborted) return;
          console.warn(`${url.pathname} is loaded as a whole`, error);
          leave();
        }
      },
    });
  };
  navigation.addEventListener('navigate', follow);
  return () => navigation.removeEventListener('navigate', follow);
}

/** The page at an address, also when its status says that there is none: that is a page as well. */
async function fetchDocument(url: URL, signal: AbortSignal): Promise<Document> {
  const response = await fetch(url, { headers: { Accept: 'text/html' }, signal });
  const type = response.headers.get('content-type') ?? '';
  if (!type.startsWith('text/html')) throw new TypeError(`${type} is not a page`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}
