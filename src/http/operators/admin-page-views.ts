// GET /api/admin/page-views: the page views, for the operators' cockpit.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { pageViewsAnswer, pageViewsQuery } from '../../shared/api/counts.ts';
import type { RouteContext } from '../route-context.ts';

/** Registers the route; `app` requires a session. */
export function adminPageViews(app: FastifyInstance, { sumUpPageViews }: RouteContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/admin/page-views',
    {
      schema: {
        summary: 'Get the page views',
        description: 'For the last 7 or 30 days (UTC), including today.',
        tags: ['operators'],
        querystring: pageViewsQuery,
        response: { 200: pageViewsAnswer, default: errorAnswer },
      },
    },
    async ({ query: { days } }) => sumUpPageViews(Number(days)),
  );
}
