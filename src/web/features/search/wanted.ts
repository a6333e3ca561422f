// What is looked for and where, as it stands in the address of the page.
import { MAX_LINK_LENGTH } from '../../../shared/limits.ts';

/** Where the page can search. `page` includes the guide; YouTube is asked only on request. */
export const SOURCES = ['all', 'page', 'blog', 'trending', 'youtube'] as const;

/** One of them. */
export type Source = (typeof SOURCES)[number];

/** What is looked for. `text` is as typed; it may also be a link. `not` is the id of a trending video to leave out. */
export type Wanted = { readonly text: string; readonly source: Source; readonly not?: string };

/** Reads the part of an address from "?" on. */
export function readWanted(search: string): Wanted {
  const query = new URLSearchParams(search);
  const not = query.get('not');
  return {
    text: (query.get('q') ?? '').slice(0, MAX_LINK_LENGTH),
    source: SOURCES.find((one) => one === query.get('source')) ?? 'all',
    ...(not && { not }),
  };
}

/** Writes it as {@link readWanted} reads it; empty for nothing anywhere. */
export function queryOf({ text, source, not }: Wanted): string {
  const query = new URLSearchParams();
  if (text.trim() !== '') query.set('q', text.trim());
  if (source !== 'all') query.set('source', source);
  if (not && query.size > 0) query.set('not', not);
  return query.size > 0 ? `?${query}` : '';
}
