// Loads what a page needs before it can be shown: its screen and its messages.

import type { PageFacts } from '../page/page.ts';
import { languageOf, loadLaterMessages, loadMessages } from '../words/catalogues.ts';
import type { Shown } from './app.tsx';
import { groupOf, loadScreen } from './screens.ts';

/** Loads all in parallel. Rejects if a file cannot be fetched. */
export async function prepare<Of extends PageFacts>(
  page: Of,
): Promise<Omit<Shown, 'page'> & { readonly page: Of }> {
  const { route, language } = page;
  const group = groupOf(route);
  const [Screen, first, more] = await Promise.all([
    loadScreen(route),
    loadMessages(language),
    group && loadLaterMessages(language, group),
  ]);
  return { page, Screen, language: languageOf(language), messages: { ...first, ...more } };
}
