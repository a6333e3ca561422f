// Has the browser keep the page that says there is no connection, in the language of the visitor.

import type { Language } from '../../shared/languages.ts';
import { inLanguage, pathOf } from '../../shared/routes.ts';
import { whenIdle } from '../browser/when-idle.ts';

const WORKER = '/offline-worker.js';

/** Registers the worker once the browser has nothing better to do, and tells it which page to keep. */
export function keepOfflinePage(language: Language, build: string): () => void {
  // On http in a local network there are no workers.
  if (!isSecureContext || !('serviceWorker' in navigator)) return () => undefined;
  const page = inLanguage(language.prefix, pathOf('offline'));
  return whenIdle(() => {
    navigator.serviceWorker
      .register(WORKER, { scope: '/', updateViaCache: 'none' })
      .then(() => navigator.serviceWorker.ready)
      .then(({ active }) => active?.postMessage({ page, build }))
      .catch((error: unknown) => console.warn('the offline page could not be kept', error));
  });
}
