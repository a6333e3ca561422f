// GET /api/search: the site's own texts and trending videos, or YouTube. Queries are neither logged nor stored.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { SearchResult } from '../../core/site/search/searching.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { type SearchItem, searchAnswer, searchQuery } from '../../shared/api/search.ts';
import { AppError } from '../../shared/errors.ts';
import type { Language } from '../../shared/languages.ts';
import { inLanguage, pathOf } from '../../shared/routes.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import type { RouteContext } from '../route-context.ts';
import { trendingItem } from '../trending/trending-view.ts';
import { createSearchYoutube } from './youtube-search.ts';

/** Registers the route. */
export function search(app: FastifyInstance, context: RouteContext): void {
  const { searching, siteMap, limit, basePath } = context;
  const searchYoutube = createSearchYoutube(context);
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/search',
    {
      onRequest: limit('search'),
      config: TAKES_KEY,
      schema: {
        summary: 'Search the site',
        description:
          'The guide, the blog, the pages and trending videos; at most 30 results. With `source=youtube`, YouTube is asked instead, if ' +
          'the operator allows it: at most ten videos, none of which is inspected. Cached for ten minutes.',
        tags: ['site'],
        querystring: searchQuery,
        response: { 200: searchAnswer, default: errorAnswer },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const { q: text, source, language: code } = request.query;
      const language = siteMap.languages.find((one) => one.code === code);
      if (!language) throw new AppError('invalid_request', { params: { field: 'language' } });
      if (source === 'youtube') {
        const results = await searchYoutube(text, request, reply);
        return { success: true as const, results };
      }
      const results = await searching.search({ text, source, language: code });
      return {
        success: true as const,
        results: results.map((one) => viewOf(one, language, basePath)),
      };
    },
  );
}

function viewOf(result: SearchResult, { prefix }: Language, basePath: string): SearchItem {
  if (result.kind !== 'trending') {
    const { kind, path, title, excerpt } = result;
    return {
      kind,
      url: basePath + path,
      title: title.text,
      titleMarks: title.marks.map(([start, end]) => [start, end]),
      excerpt: excerpt.text,
      excerptMarks: excerpt.marks.map(([start, end]) => [start, end]),
    };
  }
  const item = trendingItem(result.video, basePath);
  const { id, title, platform, platformId, thumbnailUrl, videoUrl } = item;
  return {
    kind: 'trending',
    id,
    url: `${basePath}${inLanguage(prefix, pathOf('trending'))}#${encodeURIComponent(id)}`,
    title,
    titleMarks: result.marks.map(([start, end]) => [start, end]),
    platform: platformId,
    platformName: platformId && platform,
    thumbnailUrl: thumbnailUrl ?? null,
    videoUrl,
    downloadable: item.available && item.downloadable,
  };
}
