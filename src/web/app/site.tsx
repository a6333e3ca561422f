// The site in the browser: shows the current page, and the next one once it has loaded.
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { App, type Shown } from './app.tsx';
import { askConsent } from './consent.ts';
import { updateHead } from './head-of-page.ts';
import { followLanguageChoices } from './language-choice.ts';
import { followLinks } from './navigation.ts';
import { keepOfflinePage } from './offline-page.ts';
import type { SiteFacts } from './page.ts';
import { countPageView, pushPageView } from './page-views.ts';
import { followSlashKey } from './slash-key.ts';

type SiteProps = { readonly first: Shown; readonly site: SiteFacts };

/** Shows the first page and handles navigation. */
export function Site({ first, site }: SiteProps) {
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
  useEffect(followSlashKey, []);
  const { page, language } = shown;
  useEffect(() => countPageView(page, language), [page, language]);
  useEffect(() => keepOfflinePage(language, site.build), [language, site]);
  const [hasTagManager, setHasTagManager] = useState(false);
  useEffect(
    () => (hasTagManager ? pushPageView(page, language) : undefined),
    [hasTagManager, page, language],
  );
  // No third-party scripts run in an operator's session.
  const isOperators = page.route === 'operators';
  useEffect(
    () => (isOperators ? undefined : askConsent(language, () => setHasTagManager(true))),
    [language, isOperators],
  );
  return <App shown={shown} site={site} />;
}
