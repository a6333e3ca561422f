// Lets React take over the prerendered page. Going on, it fetches the document of the next page and shows its content.

import { StrictMode, useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { hydrateRoot } from 'react-dom/client';
import { BASE_PATH } from '../../shared/base-path.ts';
import type { Language } from '../../shared/languages.ts';
import { followTranslations } from '../browser/translated-texts.ts';
import { readFacts, readPage, readSite, rootOf, type SiteFacts } from '../page/page.ts';
import { App, type Shown } from './app.tsx';
import type { HeldInput } from './early-input.ts';
import { followLanguageChoices, LANGUAGE_CHOICE } from './language-choice.ts';
import { prepare } from './prepare.ts';
import type { Visit } from './visit.ts';

/** Resolves once the page is interactive. Rejects if a file cannot be fetched. */
export async function hydrate(visit: Visit, input: HeldInput): Promise<void> {
  const ready = await prepare(readFacts(document));
  await input.settle();
  // As it is now: whatever has changed it meanwhile.
  const shown = { ...ready, page: readPage(document) };
  followTranslations();
  await new Promise<void>((resolve) => {
    hydrateRoot(
      rootOf(document),
      <StrictMode>
        <Site
          first={shown}
          site={readSite(document)}
          visit={visit}
          onDrawn={input.keepFocus}
          onMount={input.enterFields}
          onReady={resolve}
        />
      </StrictMode>,
      // It has drawn the page anew: a translator or an extension had changed it.
      {
        onRecoverableError: (error) => console.warn('drawn anew', error),
      },
    );
  });
}

const OF_ONE_PAGE =
  'meta[name=description], meta[name=robots], meta[property^="og:"], meta[property^="article:"], meta[name^="twitter:"], link[rel=canonical], link[rel=alternate], link[rel=manifest], script[type="application/ld+json"]';

/** Takes over the parts of the head that differ between pages. */
function updateHead(from: Document, language: Language): void {
  document.title = from.title;
  document.documentElement.lang = language.tag;
  document.documentElement.dir = language.dir;
  document.documentElement.dataset['language'] = language.code;
  for (const old of document.head.querySelectorAll(OF_ONE_PAGE)) old.remove();
  for (const tag of from.head.querySelectorAll(OF_ONE_PAGE))
    document.head.append(document.importNode(tag, true));
}

type SiteProps = {
  readonly first: Shown;
  readonly site: SiteFacts;
  readonly visit: Visit;
  /** Called with the first commit. */
  readonly onDrawn: () => void;
  /** Called after the first effects, before anything is rendered anew. */
  readonly onMount: () => void;
  /** Called once the first page is interactive. */
  readonly onReady: () => void;
};

/** Shows the first page and handles navigation. */
function Site({ first, site, visit, onDrawn, onMount, onReady }: SiteProps) {
  const [shown, setShown] = useState(first);
  useEffect(
    () =>
      followLinks(site.build, (next, from) => {
        updateHead(from, next.language);
        // Renders synchronously: the browser scrolls and moves the focus as soon as the handler resolves.
        flushSync(() => setShown(next));
      }),
    [site],
  );
  useEffect(followLanguageChoices, []);
  const { page, language } = shown;
  useEffect(() => visit.show(page, language), [visit, page, language]);
  useLayoutEffect(onDrawn, [onDrawn]);
  const [isMounted, setIsMounted] = useState(false);
  useEffect(() => {
    // Not within the effects: an event has its whole effect only outside.
    queueMicrotask(onMount);
    setIsMounted(true);
  }, [onMount]);
  // What the first effects of all components have set is rendered with this.
  useEffect(() => {
    if (isMounted) onReady();
  }, [isMounted, onReady]);
  return <App shown={shown} site={site} />;
}

/** Called with the next page; `from` is its whole document. */
type OnPage = (next: Shown, from: Document) => void;

const NOT_PAGES =
  /^(\/[a-z]{2}(-[A-Z]{2})?)?\/(api|files|assets|trending-files|share|admin)(\/|$)|\.[a-z]+$/;

/**
 * Handles links, forms, back and forward; `build` identifies the build of this page. Returns a function that stops it.
 * Without the Navigation API, or if anything is unexpected, the browser loads the page itself.
 */
function followLinks(build: string, onPage: OnPage): () => void {
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
    if (!stays || !isOurs) return;
    // Another site may be beside the base path.
    if (BASE_PATH && !url.pathname.startsWith(`${BASE_PATH}/`)) return;
    const isNoPage = (one: Pick<URL, 'pathname'>) =>
      NOT_PAGES.test(BASE_PATH ? one.pathname.slice(BASE_PATH.length) : one.pathname);
    if ([url, location].some(isNoPage)) return;
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
          console.warn(`loads ${url.pathname}`, error);
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
  if (!type.startsWith('text/html')) throw new TypeError(`no page: ${type}`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}
