// Hands a list of links from another page to the queue, within this tab.
import { pathOf } from '../../shared/routes.ts';
import { recall, store } from '../browser/storage.ts';
import { languageOf } from '../words/catalogues.ts';

const KEY = 'batch-links';
const LIST_KEY = 'batch-list';

/** The list that links were picked of, and their places in it by their addresses. */
export type PickedList = {
  readonly title: string;
  readonly isAlbum: boolean;
  readonly numbers: Readonly<Record<string, number>>;
};

/** The address of the queue in a language. */
export function batchPath(code: string): string {
  return `${languageOf(code).prefix}${pathOf('batch')}`;
}

/** Leaves a text with links for the queue, which takes it when it is opened. Where storage is disabled, nothing is left. */
export function leaveLinks(text: string, list?: PickedList): void {
  store(KEY, text, 'tab');
  store(LIST_KEY, list ? JSON.stringify(list) : null, 'tab');
}

/** Takes what was left, once; null if there is nothing. */
export function takeLinks(): { readonly text: string; readonly list: PickedList | null } | null {
  const [text, list] = [recall(KEY, 'tab'), recall(LIST_KEY, 'tab')];
  store(KEY, null, 'tab');
  store(LIST_KEY, null, 'tab');
  // Only this tab's own pages write it.
  return text === null ? null : { text, list: list === null ? null : JSON.parse(list) };
}
