// From a pasted link to the videos of the list that it names. No video is looked at, and nothing is fetched that was not asked for.
import { AppError } from '../../shared/errors.ts';
import { LIST_TTL_MS } from '../../shared/limits.ts';
import { type ListLink, readListLink } from '../../shared/platforms/lists.ts';
import type { TurnCaller } from '../limits/fair-turns.ts';
import { createKeptLists, type KeptListNeeds } from './kept-lists.ts';
import type { ReadList, VideoList } from './list.ts';
import type { ListEngine } from './ports.ts';

/** The list that a text names, and which of its pages, from 1 on. */
export type PageOfList = { readonly text: string; readonly page: number };

/** The service behind `POST /api/lists`. */
export type Lists = {
  /** A page of a list, kept for 15 minutes. Throws AppError, `not_a_list` if the text names none. */
  readonly read: (asked: PageOfList, asker: TurnCaller, signal: AbortSignal) => Promise<VideoList>;
  /** Whether this page is kept, so that reading it sends no request. */
  readonly isKept: (asked: PageOfList) => boolean;
  /** A kept list by its id, or null when it is gone. */
  readonly find: (id: string) => VideoList | null;
};

/** Pages. */
const MAX_KEPT = 300;

/** Creates the service. */
export function createLists(needs: KeptListNeeds & { readonly engine: ListEngine }): Lists {
  const { engine, ...others } = needs;
  const lists = createKeptLists<ReadList & { readonly link: ListLink }>({
    ...others,
    maxEntries: MAX_KEPT,
    ttlMs: LIST_TTL_MS,
    withEntries(list, entries) {
      const blocked = list.entries.length - entries.length;
      return { ...list, entries, unavailable: list.unavailable + blocked };
    },
  });
  return {
    async read({ text, page }, asker, signal) {
      const link = readListLink(text);
      if (!link) throw new AppError('not_a_list');
      const fromEngine = async (inner: AbortSignal, egress: string) => ({
        ...(await engine.list(link, page, inner, egress)),
        link,
      });
      const asked = { platform: link.platform, key: keyOf(link, page), fromEngine };
      return lists.read(asked, asker, signal);
    },
    isKept({ text, page }) {
      const link = readListLink(text);
      return link !== null && lists.has(keyOf(link, page));
    },
    find: lists.find,
  };
}

function keyOf({ address }: ListLink, page: number): string {
  return `${address} ${page}`;
}
