// POST /api/ratings: a visitor's rating, after a finished download.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { ratingAnswer, ratingRequest } from '../../shared/api/site.ts';
import { readJobId } from '../requests/job-id.ts';
import { requireVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';

/** Registers the route. */
export function ratings(
  app: FastifyInstance,
  { ratings, networkOf, limit, visitorCookie }: RouteContext,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/ratings',
    {
      onRequest: limit('rating'),
      schema: {
        summary: 'Rate the site',
        description:
          'Requires a finished download. One rating per visitor: a later one replaces the earlier one.',
        tags: ['site'],
        body: ratingRequest,
        response: { 200: ratingAnswer, default: errorAnswer },
      },
    },
    async (request, reply) => {
      const { stars, job } = request.body;
      const visitor = requireVisitor(request, visitorCookie);
      const network = networkOf(request);
      await ratings.rate({ visitor, job: readJobId(job), stars, network });
      reply.header('Cache-Control', 'no-store');
      return { stars };
    },
  );
}
