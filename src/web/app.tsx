// The whole of what React draws, the same in the build and in the browser.
import type { Messages } from '@lingui/core';
import { StrictMode, useEffect } from 'react';
import { Frame } from './frame/frame.tsx';
import type { Page } from './pages.ts';
import { ToastsProvider } from './ui/toasts.tsx';
import { WordsProvider } from './words/words.tsx';

/** One page in one language. `year` is the year of the build; the browser puts the current one there. */
export type AppProps = {
  readonly page: Page;
  readonly language: string;
  readonly messages: Messages;
  readonly builtInYear: number;
};

/** The page with its words, its frame and its toasts. */
export function App({ page, language, messages, builtInYear }: AppProps) {
  useEffect(() => {
    // From here on the page answers; whoever drives a browser can wait for it.
    document.documentElement.dataset['ready'] = '';
  }, []);
  return (
    <StrictMode>
      <WordsProvider language={language} messages={messages}>
        <ToastsProvider>
          <Frame builtInYear={builtInYear}>
            <page.Screen />
          </Frame>
        </ToastsProvider>
      </WordsProvider>
    </StrictMode>
  );
}
