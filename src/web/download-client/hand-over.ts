// Hands a list of links from another page to the queue, within this tab.
import { pathOf } from '../../shared/routes.ts';
import { recall, store } from '../browser/storage.ts';
import { languageOf } from '../words/catalogues.ts';

const KEY = 'batch-links';

/** The address of the queue in a language. */
export function batchPath(code: string): string {
  return `${languageOf(code).prefix}${pathOf('batch')}`;
}

/** Leaves a text with links for the queue, which takes it when it is opened. Where storage is disabled, nothing is left. */
export function leaveLinks(text: string): void {
  store(KEY, text, 'tab');
}

/** Takes what was left, once; null if there is nothing. */
export function takeLinks(): string | null {
  const text = recall(KEY, 'tab');
  store(KEY, null, 'tab');
  return text;
}
