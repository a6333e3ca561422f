// GET /feed.xml: trending videos and blog articles as RSS.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { listTrending } from '../../core/trending/list-trending.ts';
import { isKnown } from '../downloads/file-headers.ts';
import { requirePublicOrigin } from '../requests/public-origin.ts';
import type { RouteContext } from '../route-context.ts';
import { renderFeed } from './feed-document.ts';

/** Registers the route. The URLs in the feed use the public origin, by default the requested host. */
export function feed(
  app: FastifyInstance,
  { trendingVideos, siteMap: { articles }, limit, options, basePath }: RouteContext,
): void {
  const { publicUrl, site } = options;
  app.get(
    '/feed.xml',
    {
      onRequest: limit('site'),
      schema: {
        summary: 'Get the RSS feed',
        description: 'Trending videos and English articles, newest first.',
        tags: ['site'],
      },
    },
    async (request, reply) => {
      const videos = await listTrending(trendingVideos);
      const address = requirePublicOrigin(request, publicUrl) + basePath;
      const text = renderFeed({ siteName: site.name, address, videos, articles });
      const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
      reply.header('Cache-Control', 'no-cache').header('ETag', etag);
      if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send();
      return reply.type('application/rss+xml; charset=utf-8').send(text);
    },
  );
}
