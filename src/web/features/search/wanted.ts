// What is looked for and where, as it stands in the address of the page.
import { MAX_LINK_LENGTH } from '../../../shared/limits.ts';

/** Where the page can search. `page` includes the guide; YouTube is asked only on request. */
export const SOURCES = ['all', 'page', 'blog', 'trending', 'youtube'] as const;

/** One of them. */
export type Source = (typeof SOURCES)[number];

/** What is looked for. `text` is as typed; it may also be a link. */
export type Wanted = { readonly text: string; readonly source: Source };

/** Reads the part of an address from "?" on. */
export function readWanted(search: string): Wanted {
  const query = new URLSearchParams(search);
  return {
    text: (query.get('q') ?? '').slice(0, MAX_LINK_LENGTH),
    source: SOURCES.find((one) => one === query.get('source')) ?? 'all',
  };
}

/** Writes it as {@link readWanted} reads it; empty for nothing anywhere. */
export function queryOf({ text, source }: Wanted): string {
  const query = new URLSearchParams();
  if (text.trim() !== '') query.set('q', text.trim());
  if (source !== 'all') query.set('source', source);
  return query.size > 0 ? `?${query}` : '';
}
