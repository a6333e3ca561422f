// What belongs to a visit and needs no React: page views, links that share, the offline page, and consent to third-party
// scripts.
import type { Language } from '../../shared/languages.ts';
import type { TitledFacts } from '../page/page.ts';
import { askConsent } from './consent.ts';
import { keepOfflinePage } from './offline-page.ts';
import { countPageView, pushPageView } from './page-views.ts';
import { targetShareLinks } from './share-links.ts';
import { showTheme } from './theme.ts';

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
