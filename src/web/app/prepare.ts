// Loads what a page needs before it can be shown: its screen and its messages.

import { languageOf, loadMessages } from '../words/catalogues.ts';
import type { Shown } from './app.tsx';
import type { Page } from './page.ts';
import { loadScreen } from './screens.ts';

/** Loads both in parallel. Rejects if a file cannot be fetched. */
export async function prepare(page: Page): Promise<Shown> {
  const [Screen, messages] = await Promise.all([
    loadScreen(page.route),
    loadMessages(page.language),
  ]);
  return { page, Screen, language: languageOf(page.language), messages };
}
