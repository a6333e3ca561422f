// GET /api/trending: the trending videos, with conditional requests by ETag.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { listTrending } from '../../core/trending/list-trending.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { trendingAnswer } from '../../shared/api/site.ts';
import { isKnown } from '../downloads/file-headers.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import type { RouteContext } from '../route-context.ts';
import { trendingItem } from './trending-view.ts';

/** Registers the route. */
export function trending(
  app: FastifyInstance,
  { trendingVideos, limit, basePath }: RouteContext,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/trending',
    {
      onRequest: limit('site'),
      config: TAKES_KEY,
      schema: {
        summary: 'List trending videos',
        description: 'Featured first, then newest; at most 200.',
        tags: ['site'],
        response: { 200: trendingAnswer, 304: z.null(), default: errorAnswer },
      },
    },
    async (request, reply) => {
      const listed = await listTrending(trendingVideos);
      const items = listed.map((video) => trendingItem(video, basePath));
      const etag = `"${createHash('sha256').update(JSON.stringify(items)).digest('base64url')}"`;
      reply.header('Cache-Control', 'no-cache').header('ETag', `W/${etag}`);
      if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send(null);
      return items;
    },
  );
}
