// GET /api/limits: what this server takes and how long it keeps it, for the words on its pages.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorAnswer, type LimitsAnswer, limitsAnswer } from '../../shared/api.ts';
import type { LimitRate } from '../server/limit-rate.ts';

/** Registers the route. */
export function limits(
  app: FastifyInstance,
  needs: { limits: LimitsAnswer; limit: LimitRate },
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/limits',
    {
      onRequest: needs.limit('job'),
      schema: {
        summary: 'The limits of this server',
        tags: ['downloads'],
        response: { 200: limitsAnswer, default: errorAnswer },
      },
    },
    async (_request, reply) => {
      reply.header('Cache-Control', 'no-cache');
      return needs.limits;
    },
  );
}
