// The part of GET /api/search that asks YouTube, and GET /api/search/<id>/thumbnails/<entry>: the picture of a result.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FoundVideos } from '../../core/inspecting/list.ts';
import type { Thumbnails } from '../../core/inspecting/ports.ts';
import type { VideoSearch } from '../../core/inspecting/video-search.ts';
import { markTitles } from '../../core/site/search/mark-titles.ts';
import type { SearchItem } from '../../shared/api/search.ts';
import { AppError } from '../../shared/errors.ts';
import { entryThumbnails } from '../downloads/entry-thumbnails.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { LimitRate, NetworkOf } from '../server/limit-rate.ts';

type YoutubeNeeds = {
  readonly videoSearch: VideoSearch | null;
  readonly thumbnails: Thumbnails;
  readonly networkOf: NetworkOf;
  readonly limit: LimitRate;
};

/** Answers one search. Throws AppError, `not_found_page` where the operator has not switched it on. */
export type SearchYoutube = (
  text: string,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<SearchItem[]>;

/** Creates it, with a rate limit of its own. */
export function createSearchYoutube({
  videoSearch,
  networkOf,
  limit,
}: YoutubeNeeds): SearchYoutube {
  const limitMore = limit('youtubeSearch');
  return async (text, request, reply) => {
    if (!videoSearch) throw new AppError('not_found_page');
    await limitMore(request, reply);
    const asker = { network: networkOf(request), canWait: false };
    return viewsOf(await videoSearch.search(text, asker, requestSignal(reply)), text);
  };
}

/** Registers the route of the pictures. */
export function foundThumbnails(app: FastifyInstance, needs: YoutubeNeeds): void {
  entryThumbnails(app, {
    ...needs,
    path: '/api/search/:id/thumbnails/:entry',
    summary: 'Get the thumbnail of a result of YouTube',
    find: (id) => needs.videoSearch?.find(id) ?? null,
  });
}

async function viewsOf({ id, entries }: FoundVideos, query: string): Promise<SearchItem[]> {
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
    thumbnailUrl: thumbnail && `/api/search/${id}/thumbnails/${link.id}`,
  }));
}
