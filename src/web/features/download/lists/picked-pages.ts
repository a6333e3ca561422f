// The pages of a playlist and the ticks of its videos. Pure.
import type { ListAnswer } from '../../../../shared/api/list.ts';
import { MAX_LINKS } from '../../../download-client/read-list.ts';

/** Each video is in one page only. `picked` are the ids of those that are ticked. */
export type PickedPages = {
  readonly pages: readonly ListAnswer[];
  readonly picked: ReadonlySet<string>;
};

/**
 * Adds the next page. Ticks stay as they are; the new videos are ticked where most of the others are, up to as many as a queue
 * holds.
 */
export function addPage({ pages, picked }: PickedPages, page: ListAnswer): PickedPages {
  const known = new Set(pages.flatMap(({ entries }) => entries.map(({ id }) => id)));
  const entries = page.entries.filter(({ id }) => !known.has(id));
  const areTicked = 2 * picked.size >= known.size;
  const room = areTicked ? Math.max(0, MAX_LINKS - picked.size) : 0;
  const ticked = entries.slice(0, room).map(({ id }) => id);
  return { pages: [...pages, { ...page, entries }], picked: new Set([...picked, ...ticked]) };
}
