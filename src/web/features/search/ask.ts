// Asks the server for results, and recognises texts that are links to a video instead.

import type { SearchAnswer, SearchItem } from '../../../shared/api/search.ts';
import { MAX_QUERY_LENGTH } from '../../../shared/limits.ts';
import type { PlatformId } from '../../../shared/platforms/platform.ts';
import { requestJson } from '../../browser/request.ts';
import type { Wanted } from './wanted.ts';

/** A link that was pasted instead of words. */
export type PastedLink = { readonly address: string; readonly platform: PlatformId };

/** A host and a path, with or without a scheme; anything else is not worth loading the rules for. */
const LIKE_A_LINK = /^\s*(https?:\/\/)?[\w.-]+\.[a-z]{2,}\/\S/i;

/** Fetches the results. Throws what `requestJson` throws. */
export async function ask(
  { text, source, not }: Wanted,
  language: string,
  signal: AbortSignal,
): Promise<readonly SearchItem[]> {
  const q = text.trim().slice(0, MAX_QUERY_LENGTH);
  // The guide is a page to visitors, and a source of its own to the server.
  const sources = source === 'page' ? ['guide', source] : [source];
  const answers = await Promise.all(
    sources.map((one) => {
      const query = new URLSearchParams({ q, source: one, language });
      return requestJson<SearchAnswer>(`/api/search?${query}`, { signal });
    }),
  );
  return answers
    .flatMap(({ results }) => results)
    .filter((item) => item.kind !== 'trending' || item.id !== not);
}

/** Returns the link if the text is one of a platform of this site, also one whose page cannot be downloaded. */
export async function readPastedLink(text: string): Promise<PastedLink | null> {
  if (!LIKE_A_LINK.test(text)) return null;
  const { readLink, withScheme } = await import('../../../shared/link.ts');
  const address = withScheme(text) ?? text.trim();
  const reading = readLink(address);
  if (reading.kind === 'link') return { address, platform: reading.link.platform };
  if (reading.kind === 'short') return { address, platform: reading.short.platform };
  return reading.platform && { address, platform: reading.platform };
}
