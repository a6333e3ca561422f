// GET /api/limits: the limits of this server and how long it keeps files, for the texts of its pages.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorAnswer, limitsAnswer } from '../../shared/api/answers.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import type { RouteContext } from '../route-context.ts';

/** Registers the route. */
export function limits(app: FastifyInstance, { limits, limit }: RouteContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/limits',
    {
      onRequest: limit('job'),
      config: TAKES_KEY,
      schema: {
        summary: 'Get the limits of this server',
        tags: ['downloads'],
        response: { 200: limitsAnswer, default: errorAnswer },
      },
    },
    async (_request, reply) => {
      reply.header('Cache-Control', 'no-cache');
      return limits;
    },
  );
}
