// GET /api/limits: the limits of this server and how long it keeps files, for the texts of its pages.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorAnswer, type LimitsAnswer, limitsAnswer } from '../../shared/api/answers.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
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
      config: TAKES_KEY,
      schema: {
        summary: 'Get the limits of this server',
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
