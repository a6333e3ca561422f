// Asks for consent before third-party scripts are loaded; by default there are none, and nothing is asked.
import type { Language } from '../../shared/languages.ts';
import { whenIdle } from '../browser/when-idle.ts';

/**
 * Loads the consent dialog in the language of the page if there is something to ask. Calls `onTagManager` once the visitor
 * has agreed, now or earlier, and the tag manager has started. Returns a function that cancels it.
 */
export function askConsent(language: Language, onTagManager: () => void): () => void {
  const scripts = { gtmId: metaOf('gtm-id'), scriptUrl: metaOf('consent-script') };
  if (!scripts.gtmId && !scripts.scriptUrl) return () => undefined;
  return whenIdle(() => {
    import('../features/consent/index.ts')
      .then(({ ask }) => ask(scripts, language, onTagManager))
      .catch((error: unknown) => console.warn('the consent dialog could not be loaded', error));
  });
}

function metaOf(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
}
