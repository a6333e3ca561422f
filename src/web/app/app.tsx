// The root component, the same in the build and in the browser.
import type { Messages } from '@lingui/core';
import type { Language } from '../../shared/languages.ts';
import { BrokenPage } from '../frame/broken-page.tsx';
import { Frame } from '../frame/frame.tsx';
import { Boundary } from '../page/boundary.tsx';
import type { Page, SiteFacts } from '../page/page.ts';
import { PageProvider } from '../page/page-context.tsx';
import { SessionStoreProvider } from '../page/session-store.tsx';
import { ToastsProvider } from '../ui/toasts.tsx';
import { WordsProvider } from '../words/words.tsx';
import type { Screen } from './screens.ts';

/** Everything needed to show a page. */
export type Shown = {
  readonly page: Page;
  readonly Screen: Screen;
  readonly language: Language;
  readonly messages: Messages;
};

/** The page to show, and the facts about the site. */
export type AppProps = { readonly shown: Shown; readonly site: SiteFacts };

/** The page with its messages, frame and toasts. */
export function App({ shown, site }: AppProps) {
  const { page, Screen, language, messages } = shown;
  return (
    <WordsProvider language={language} messages={messages}>
      <PageProvider page={page} site={site}>
        <SessionStoreProvider>
          <ToastsProvider>
            <Boundary of={page} fallback={<BrokenPage />}>
              <Frame>
                <Boundary of={page} fallback={<BrokenPage />}>
                  <Screen />
                </Boundary>
              </Frame>
            </Boundary>
          </ToastsProvider>
        </SessionStoreProvider>
      </PageProvider>
    </WordsProvider>
  );
}
