// The site in the browser: shows the current page, and the next one once it has loaded.
import { useEffect, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Language } from '../../shared/languages.ts';
import type { SiteFacts } from '../page/page.ts';
import { App, type Shown } from './app.tsx';
import { followLanguageChoices } from './language-choice.ts';
import { followLinks } from './navigation.ts';
import type { Visit } from './visit.ts';

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
export function Site({ first, site, visit, onDrawn, onMount, onReady }: SiteProps) {
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
