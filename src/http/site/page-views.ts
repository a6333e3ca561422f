// POST /api/page-views: counts a page view. It reads neither address nor cookie and sets no cookie.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { pageViewRequest } from '../../shared/api/site.ts';
import { AppError } from '../../shared/errors.ts';
import type { RouteContext } from '../route-context.ts';

const OPERATORS = /^\/admin(\/|$)/;

/** Registers the route. Views of operators' pages are not counted. */
export function pageViews(
  app: FastifyInstance,
  { countPageView, isPage, limit }: RouteContext,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/page-views',
    {
      onRequest: limit('pageView'),
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
      if (!isPage(path) || OPERATORS.test(path))
        throw new AppError('invalid_request', { params: { field: 'path' } });
      await countPageView(path, language);
      reply.header('Cache-Control', 'no-store');
      return reply.status(204).send(null);
    },
  );
}
