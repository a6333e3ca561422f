// GET /api/admin/worth-featuring: the most downloaded posts, as suggestions for the trending list.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { worthFeaturingAnswer } from '../../shared/api/counts.ts';
import type { RouteContext } from '../route-context.ts';

/** Registers the route; `app` requires a session. */
export function adminWorthFeaturing(app: FastifyInstance, { popular }: RouteContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/admin/worth-featuring',
    {
      schema: {
        summary: 'List the most downloaded posts',
        description:
          'For the last seven days, at most twenty, only posts with at least five downloads.',
        tags: ['operators'],
        response: { 200: worthFeaturingAnswer, default: errorAnswer },
      },
    },
    async () => [...(await popular.worthFeaturing())],
  );
}
