// The part of GET /api/search that asks YouTube, and GET /api/search/<id>/thumbnails/<entry>: the picture of a result.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FoundVideos } from '../../core/inspecting/list.ts';
import { markTitles } from '../../core/site/search/mark-titles.ts';
import type { SearchItem } from '../../shared/api/search.ts';
import { AppError } from '../../shared/errors.ts';
import { entryThumbnails } from '../downloads/entry-thumbnails.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { RouteContext } from '../route-context.ts';

/** Creates the search, with a rate limit of its own. Throws AppError `not_found_page` where the operator has not switched it on. */
export function createSearchYoutube({ videoSearch, networkOf, limit, basePath }: RouteContext) {
  const limitMore = limit('youtubeSearch');
  return async (
    text: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<SearchItem[]> => {
    if (!videoSearch) throw new AppError('not_found_page');
    await limitMore(request, reply);
    const asker = { network: networkOf(request), canWait: false };
    const found = await videoSearch.search(text, asker, requestSignal(reply));
    return viewsOf(found, text, basePath);
  };
}

/** Registers the route of the pictures. */
export function foundThumbnails(app: FastifyInstance, context: RouteContext): void {
  entryThumbnails(app, context, {
    path: '/api/search/:id/thumbnails/:entry',
    summary: 'Get the thumbnail of a result of YouTube',
    find: (id) => context.videoSearch?.find(id) ?? null,
  });
}

async function viewsOf(
  { id, entries }: FoundVideos,
  query: string,
  basePath: string,
): Promise<SearchItem[]> {
  const marks = await markTitles(
    entries.map(({ title }) => title ?? ''),
    query,
  );
  return entries.map(({ link, title, author, durationSeconds, thumbnail }, place) => ({
    kind: 'youtube',
    url: link.address,
    title: title ?? '',
    titleMarks: (marks[place] ?? []).map(([start, end]) => [start, end]),
    author,
    durationSeconds,
    thumbnailUrl: thumbnail && `${basePath}/api/search/${id}/thumbnails/${link.id}`,
  }));
}
