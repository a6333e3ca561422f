// POST /api/trending/{id}/views: counts that a visitor played or saved an uploaded trending video.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { trendingViewRequest } from '../../shared/api/counts.ts';
import { AppError } from '../../shared/errors.ts';
import { readVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';

const ID = /^[\w-]{1,64}$/;

/**
 * Registers the route. A view sets no cookie: visitors without one count by the rate key of their network (`networkOf`),
 * so that deleting the cookie gives no second view.
 */
export function trendingViews(
  app: FastifyInstance,
  { trendingViews, limit, visitorCookie, networkOf }: RouteContext,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/trending/:id/views',
    {
      onRequest: limit('trendingView'),
      schema: {
        summary: 'Count a view of a trending video',
        description: 'Once per visitor, video and UTC day, for both kinds together.',
        tags: ['site'],
        params: z.object({ id: z.string() }),
        body: trendingViewRequest,
        response: { 204: z.null(), default: errorAnswer },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!ID.test(id)) throw new AppError('not_found_page');
      const visitor = readVisitor(request, visitorCookie) ?? networkOf(request);
      await trendingViews.count(visitor, id);
      reply.header('Cache-Control', 'no-store');
      return reply.status(204).send(null);
    },
  );
}
