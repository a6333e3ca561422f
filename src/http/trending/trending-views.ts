// POST /api/trending/{id}/views: counts that a visitor played or saved an uploaded trending video.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { TrendingViews } from '../../core/trending/trending-views.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { trendingViewRequest } from '../../shared/api/counts.ts';
import { AppError } from '../../shared/errors.ts';
import { readVisitor, type VisitorCookie } from '../requests/visitor.ts';
import type { LimitRate, NetworkOf } from '../server/limit-rate.ts';

const ID = /^[\w-]{1,64}$/;

/**
 * Registers the route. A view sets no cookie: visitors without one count by the rate key of their network (`networkOf`),
 * so that deleting the cookie gives no second view.
 */
export function trendingViews(
  app: FastifyInstance,
  needs: {
    trendingViews: Pick<TrendingViews, 'count'>;
    limit: LimitRate;
    visitor: VisitorCookie;
    networkOf: NetworkOf;
  },
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/trending/:id/views',
    {
      onRequest: needs.limit('trendingView'),
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
      const visitor = readVisitor(request, needs.visitor) ?? needs.networkOf(request);
      await needs.trendingViews.count(visitor, id);
      reply.header('Cache-Control', 'no-store');
      return reply.status(204).send(null);
    },
  );
}
