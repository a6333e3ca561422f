// Lets React take over the prerendered page and starts client-side navigation.
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { followTranslations } from '../browser/translated-texts.ts';
import type { HeldInput } from './early-input.ts';
import { type Page, readSite, rootOf } from './page.ts';
import { prepare } from './prepare.ts';
import { Site } from './site.tsx';
import type { Visit } from './visit.ts';

/** Resolves once the page is interactive. Rejects if a file cannot be fetched. */
export async function hydrate(page: Page, visit: Visit, input: HeldInput): Promise<void> {
  const shown = await prepare(page);
  await input.settle();
  followTranslations();
  await new Promise<void>((resolve) => {
    hydrateRoot(
      rootOf(document),
      <StrictMode>
        <Site
          first={shown}
          site={readSite(document)}
          visit={visit}
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
