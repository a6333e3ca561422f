// Registers the service worker, which stores the offline page in the visitor's language.

import type { Language } from '../../shared/languages.ts';
import { inLanguage, pathOf } from '../../shared/routes.ts';
import { whenIdle } from '../browser/when-idle.ts';

const WORKER = '/offline-worker.js';

/** Registers the worker once the browser is idle, with the page to store. */
export function keepOfflinePage(language: Language, build: string): () => void {
  // Service workers need https or localhost.
  if (!isSecureContext || !('serviceWorker' in navigator)) return () => undefined;
  const page = inLanguage(language.prefix, pathOf('offline'));
  return whenIdle(() => {
    navigator.serviceWorker
      .register(WORKER, { scope: '/', updateViaCache: 'none' })
      .then(() => navigator.serviceWorker.ready)
      .then(({ active }) => active?.postMessage({ page, build }))
      .catch((error: unknown) => console.warn('the offline page could not be stored', error));
  });
}
