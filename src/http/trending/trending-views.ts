// POST /api/trending/{id}/views: a visitor played or saved a trending video that is a film of this site.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { TrendingViews } from '../../core/trending/trending-views.ts';
import { errorAnswer } from '../../shared/api.ts';
import { trendingViewRequest } from '../../shared/counts-api.ts';
import { AppError } from '../../shared/errors.ts';
import { readVisitor, type VisitorCookie } from '../requests/visitor.ts';
import type { LimitRate } from '../server/limit-rate.ts';

const ID = /^[\w-]{1,64}$/;

/**
 * Registers the route. A view sets no cookie, since playing a film needs none: visitors without one count by the rate key
 * of their network (`networkOf`), so that throwing the cookie away makes no second view.
 */
export function trendingViews(
  app: FastifyInstance,
  needs: {
    trendingViews: Pick<TrendingViews, 'count'>;
    limit: LimitRate;
    visitor: VisitorCookie;
    networkOf: (address: string) => string;
  },
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/trending/:id/views',
    {
      onRequest: needs.limit('trendingView'),
      schema: {
        summary: 'Count a view of a trending video',
        description: 'Once for each visitor, video and UTC day, whichever kind it is.',
        tags: ['site'],
        params: z.object({ id: z.string() }),
        body: trendingViewRequest,
        response: { 204: z.null(), default: errorAnswer },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (!ID.test(id)) throw new AppError('not_found_page');
      const visitor = readVisitor(request, needs.visitor) ?? needs.networkOf(request.ip);
      await needs.trendingViews.count(visitor, id);
      reply.header('Cache-Control', 'no-store');
      return reply.status(204).send(null);
    },
  );
}
