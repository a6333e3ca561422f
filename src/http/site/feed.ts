// GET /feed.xml: trending videos and blog articles as RSS.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { listTrending } from '../../core/trending/list-trending.ts';
import type { TrendingVideos } from '../../core/trending/ports.ts';
import type { SiteArticle } from '../../shared/site-pages.ts';
import { isKnown } from '../downloads/file-headers.ts';
import { requirePublicOrigin } from '../requests/public-origin.ts';
import type { LimitRate } from '../server/limit-rate.ts';
import { renderFeed } from './feed-document.ts';

/** Registers the route. The URLs in the feed use the public origin, by default the requested host. */
export function feed(
  app: FastifyInstance,
  needs: {
    trendingVideos: TrendingVideos;
    articles: readonly SiteArticle[];
    siteName: string;
    publicUrl: string | undefined;
    limit: LimitRate;
  },
): void {
  app.get(
    '/feed.xml',
    {
      onRequest: needs.limit('site'),
      schema: {
        summary: 'Get the RSS feed',
        description: 'Trending videos and English articles, newest first.',
        tags: ['site'],
      },
    },
    async (request, reply) => {
      const { siteName, articles } = needs;
      const videos = await listTrending(needs.trendingVideos);
      const origin = requirePublicOrigin(request, needs.publicUrl);
      const text = renderFeed({ siteName, origin, videos, articles });
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
      reply.header('Cache-Control', 'no-cache').header('ETag', etag);
      if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
      return reply.type('application/rss+xml; charset=utf-8').send(text);
    },
  );
}
