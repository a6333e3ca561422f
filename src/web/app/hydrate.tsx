// Lets React take over the prerendered page and starts client-side navigation.
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { followTranslations } from '../browser/translated-texts.ts';
import { readFacts, readPage, readSite, rootOf } from '../page/page.ts';
import type { HeldInput } from './early-input.ts';
import { prepare } from './prepare.ts';
import { Site } from './site.tsx';
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
        onRecoverableError: (error) =>
          console.warn('the page was changed before its scripts', error),
      },
    );
  });
}
