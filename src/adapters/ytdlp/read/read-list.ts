// From the engine's answer about a list to its videos.
import { z } from 'zod';
import type { ListEntry, ReadList } from '../../../core/inspecting/list.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  MAX_AUTHOR_LENGTH,
  MAX_LIST_ENTRIES,
  MAX_LIST_PAGES,
  MAX_TITLE_LENGTH,
} from '../../../shared/limits.ts';
import type { ListLink } from '../../../shared/platforms/lists.ts';
import { readEntry } from './read-entry.ts';
import { cleanLine } from './read-text.ts';

const shape = z.object({
  _type: z.literal('playlist'),
  title: z.string().nullable().catch(null),
  uploader: z.string().nullable().catch(null),
  channel: z.string().nullable().catch(null),
  entries: z.array(z.unknown()),
  n_entries: z.int().min(0),
  playlist_count: z.int().min(0).nullable().catch(null),
});

/**
 * The videos of a page of a list, at most 50. `info` is the answer to a request for one more, which shows whether there are others.
 * Throws AppError `not_a_list`.
 */
export function readList(info: unknown, { platform }: ListLink, page = 1): ReadList {
  const list = shape.safeParse(info).data;
  if (!list) throw new AppError('not_a_list', { detail: 'the engine found something else' });
  const shown = list.entries.slice(0, MAX_LIST_ENTRIES);
  const before = (page - 1) * MAX_LIST_ENTRIES;
  const entries = new Map<string, ListEntry>();
  const absent: ReadList['absent'][number][] = [];
  for (const [index, raw] of shown.entries()) {
    const entry = readEntry(raw, index, platform);
    const number = before + index + 1;
    if (typeof entry === 'string') absent.push({ number, why: entry });
    else if (!entries.has(entry.link.id)) entries.set(entry.link.id, { ...entry, number });
  }
  const more = Math.max((list.playlist_count ?? 0) - before - shown.length, 0);
  const goesOn = list.entries.length > MAX_LIST_ENTRIES;
  return {
    title: cleanLine(list.title, MAX_TITLE_LENGTH),
    author: cleanLine(list.uploader ?? list.channel, MAX_AUTHOR_LENGTH),
    entries: [...entries.values()],
    absent,
    unavailable: absent.length,
    omitted: more === 0 && goesOn ? null : more,
    nextPage: goesOn && page < MAX_LIST_PAGES ? page + 1 : null,
  };
}
