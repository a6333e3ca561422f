// GET /api/admin/worth-featuring: the most downloaded posts, as suggestions for the trending list.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { PopularDownloads } from '../../core/trending/popular.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { worthFeaturingAnswer } from '../../shared/api/counts.ts';
import { type AdminGate, requireAdmin } from '../requests/admin-session.ts';

/** Registers the route. */
export function adminWorthFeaturing(
  app: FastifyInstance,
  needs: AdminGate & {
    popular: Pick<PopularDownloads, 'worthFeaturing'>;
  },
): void {
  app.register(async (signedIn) => {
    requireAdmin(signedIn, needs);
    signedIn.withTypeProvider<ZodTypeProvider>().get(
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
      async () => [...(await needs.popular.worthFeaturing())],
    );
  });
}
