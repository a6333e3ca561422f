// GET /api/admin/page-views: the page views, for the operators' cockpit.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { SummarizePageViews } from '../../core/site/page-views.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { pageViewsAnswer, pageViewsQuery } from '../../shared/api/counts.ts';
import { type AdminGate, requireAdmin } from '../requests/admin-session.ts';

/** Registers the route. */
export function adminPageViews(
  app: FastifyInstance,
  needs: AdminGate & { sumUpPageViews: SummarizePageViews },
): void {
  app.register(async (signedIn) => {
    requireAdmin(signedIn, needs);
    signedIn.withTypeProvider<ZodTypeProvider>().get(
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
      async ({ query: { days } }) => needs.sumUpPageViews(Number(days)),
    );
  });
}
