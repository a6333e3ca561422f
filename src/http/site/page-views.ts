// POST /api/page-views: counts a page view. It reads neither address nor cookie and sets no cookie.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CountPageView } from '../../core/site/page-views.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { pageViewRequest } from '../../shared/api/site.ts';
import { AppError } from '../../shared/errors.ts';
import type { LimitRate } from '../server/limit-rate.ts';

/** Registers the route. `isPage` returns whether a path is a page of the site. */
export function pageViews(
  app: FastifyInstance,
  needs: {
    countPageView: CountPageView;
    isPage: (path: string) => boolean;
    limit: LimitRate;
  },
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/page-views',
    {
      onRequest: needs.limit('pageView'),
      schema: {
        summary: 'Count a page view',
        description: 'Stores only a counter per day, page and language.',
        tags: ['site'],
        body: pageViewRequest,
        response: { 204: z.null(), default: errorAnswer },
      },
    },
    async (request, reply) => {
      const { path, language } = request.body;
      if (!needs.isPage(path)) throw new AppError('invalid_request', { params: { field: 'path' } });
      await needs.countPageView(path, language);
      reply.header('Cache-Control', 'no-store');
      return reply.status(204).send(null);
    },
  );
}
