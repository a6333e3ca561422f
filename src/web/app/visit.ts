// What belongs to a visit and needs no React: page views, links that share, the offline page, and consent to third-party
// scripts.
import { BASE_PATH } from '../../shared/base-path.ts';
import type { Language } from '../../shared/languages.ts';
import { inLanguage, pathOf } from '../../shared/routes.ts';
import { whenIdle } from '../browser/when-idle.ts';
import type { TitledFacts } from '../page/page.ts';
import { countPageView, pushPageView } from './page-views.ts';
import { targetShareLinks } from './share-links.ts';
import { showTheme } from './theme.ts';

const WORKER = `${BASE_PATH}/offline-worker.js`;

/** Registers the worker once the browser is idle, with the page to store. */
function keepOfflinePage(language: Language, build: string): () => void {
  // Service workers need https or localhost.
  if (!isSecureContext || !('serviceWorker' in navigator)) return () => undefined;
  const page = inLanguage(language.prefix, pathOf('offline'));
  return whenIdle(() => {
    navigator.serviceWorker
      .register(WORKER, { scope: `${BASE_PATH}/`, updateViaCache: 'none' })
      .then(() => navigator.serviceWorker.ready)
      .then(({ active }) => active?.postMessage({ page, build }))
      .catch((error: unknown) => console.warn('the offline page could not be stored', error));
  });
}

/** The visit of this tab. */
export type Visit = {
  /** Call it for each page that is shown. Does nothing for the page that was shown last. */
  readonly show: (page: TitledFacts, language: Language) => void;
};

/** `build` identifies the build of the pages. */
export function createVisit(build: string): Visit {
  let shown: TitledFacts | null = null;
  let language: Language | null = null;
  let hasTagManager = false;
  let forPage: (() => void)[] = [];
  let forLanguage: (() => void)[] = [];

  const push = () => {
    if (shown && language) forPage.push(pushPageView(shown, language));
  };
  const onTagManager = () => {
    hasTagManager = true;
    push();
  };
  return {
    show(page, inLanguage) {
      if (page.href === shown?.href && page.language === shown.language) return;
      for (const cancel of forPage) cancel();
      shown = page;
      forPage = [countPageView(page, inLanguage)];
      showTheme();
      targetShareLinks(page);
      if (language !== inLanguage) {
        for (const cancel of forLanguage) cancel();
        language = inLanguage;
        forLanguage = [keepOfflinePage(inLanguage, build)];
      }
      // No third-party scripts run in an operator's session. Asked again, it follows the language.
      if (page.route !== 'operators') forPage.push(askConsent(inLanguage, onTagManager));
      if (hasTagManager) push();
    },
  };
}

/**
 * Loads the consent dialog in the language of the page if there is something to ask. Calls `onTagManager` once the visitor
 * has agreed, now or earlier, and the tag manager has started. Returns a function that cancels it.
 */
function askConsent(language: Language, onTagManager: () => void): () => void {
  const scripts = { gtmId: metaOf('gtm-id'), scriptUrl: metaOf('consent-script') };
  if (!scripts.gtmId && !scripts.scriptUrl) return () => undefined;
  return whenIdle(() => {
    import('../features/consent/index.ts')
      .then(({ ask }) => ask(scripts, language, onTagManager))
      .catch((error: unknown) => console.warn('no consent dialog', error));
  });
}

function metaOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
