// From words to videos of YouTube, found by YouTube's own search when a visitor asks for that. No video is looked at, and the words
// are kept in memory alone, for ten minutes.
import { AppError } from '../../shared/errors.ts';
import { MAX_QUERY_LENGTH, SEARCH_TTL_MS } from '../../shared/limits.ts';
import type { TurnCaller } from '../limits/fair-turns.ts';
import { createKeptLists, type KeptListNeeds } from './kept-lists.ts';
import type { FoundVideos, ListEntry } from './list.ts';
import type { SearchEngine } from './ports.ts';

/** The service behind `GET /api/search?source=youtube`. */
export type VideoSearch = {
  /** At most ten videos, best first. Throws AppError, `invalid_request` if nothing of the text can be searched for. */
  readonly search: (text: string, asker: TurnCaller, signal: AbortSignal) => Promise<FoundVideos>;
  /** Kept results by their id, or null when they are gone. */
  readonly find: (id: string) => FoundVideos | null;
};

const PLATFORM = 'youtube';
const MAX_KEPT = 100;

/** Creates the service. */
export function createVideoSearch(
  needs: KeptListNeeds & { readonly engine: SearchEngine },
): VideoSearch {
  const { engine, ...others } = needs;
  const found = createKeptLists<{ readonly entries: readonly ListEntry[] }>({
    ...others,
    maxEntries: MAX_KEPT,
    ttlMs: SEARCH_TTL_MS,
    withEntries: (results, entries) => ({ ...results, entries }),
  });
  return {
    async search(text, asker, signal) {
      const query = cleanQuery(text);
      if (query === '') throw new AppError('invalid_request', { params: { field: 'q' } });
      const fromEngine = async (inner: AbortSignal, egress: string) => ({
        entries: await engine.search(PLATFORM, query, inner, egress),
      });
      const key = query.normalize('NFKC').toLowerCase();
      return found.read({ platform: PLATFORM, key, fromEngine }, asker, signal);
    },
    find: found.find,
  };
}

/** One line of well-formed text without control characters, at most 100 characters long. */
function cleanQuery(text: string): string {
  const line = text.slice(0, MAX_QUERY_LENGTH).toWellFormed().normalize('NFC');
  return line.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
