// Whether visitors must be asked before scripts from elsewhere are loaded; by default there are none, and no question is shown.
import type { Language } from '../../shared/languages.ts';
import { whenIdle } from '../browser/when-idle.ts';

/**
 * Loads the question, in the language of the page, when there is something to ask. `onTagManager` is called once a visitor
 * has agreed, now or earlier, and the tag manager was started. Answers what takes that back.
 */
export function askConsent(language: Language, onTagManager: () => void): () => void {
  const scripts = { gtmId: metaOf('gtm-id'), scriptUrl: metaOf('consent-script') };
  if (!scripts.gtmId && !scripts.scriptUrl) return () => undefined;
  return whenIdle(() => {
    import('../features/consent/index.ts')
      .then(({ ask }) => ask(scripts, language, onTagManager))
      .catch((error: unknown) => console.warn('the question for consent is not there', error));
  });
}

function metaOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
