// From a pasted link to the videos of the list that it names. No video is looked at, and nothing is fetched that was not asked for.
import { AppError } from '../../shared/errors.ts';
import { type ListLink, readListLink } from '../../shared/platforms/lists.ts';
import type { TurnCaller } from '../limits/fair-turns.ts';
import { createKeptLists, type KeptListNeeds } from './kept-lists.ts';
import type { ReadList, VideoList } from './list.ts';
import type { ListEngine } from './ports.ts';

/** The service behind `POST /api/lists`. */
export type Lists = {
  /** The list that a text names, kept for ten minutes. Throws AppError, `not_a_list` if it names none. */
  readonly read: (text: string, asker: TurnCaller, signal: AbortSignal) => Promise<VideoList>;
  /** A kept list by its id, or null when it is gone. */
  readonly find: (id: string) => VideoList | null;
};

/** Creates the service. */
export function createLists(needs: KeptListNeeds & { readonly engine: ListEngine }): Lists {
  const { engine, ...others } = needs;
  const lists = createKeptLists<ReadList & { readonly link: ListLink }>({
    ...others,
    withEntries(list, entries) {
      const blocked = list.entries.length - entries.length;
      return { ...list, entries, unavailable: list.unavailable + blocked };
    },
  });
  return {
    async read(text, asker, signal) {
      const link = readListLink(text);
      if (!link) throw new AppError('not_a_list');
      const fromEngine = async (inner: AbortSignal, egress: string) => ({
        ...(await engine.list(link, inner, egress)),
        link,
      });
      const asked = { platform: link.platform, key: link.address, fromEngine };
      return lists.read(asked, asker, signal);
    },
    find: lists.find,
  };
}
