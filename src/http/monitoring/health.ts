// GET /healthz and /readyz: liveness and readiness.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { healthAnswer, readyAnswer } from '../../shared/api/answers.ts';
import type { ReadyCheck } from '../services.ts';

/** Registers both. `/readyz` answers 503 if any check fails. */
export function health(app: FastifyInstance, ready: Readonly<Record<string, ReadyCheck>>): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/healthz',
    {
      schema: {
        summary: 'Liveness',
        tags: ['operation'],
        response: { 200: healthAnswer },
      },
    },
    async (_request, reply) => {
      reply.header('Cache-Control', 'no-store');
      return { status: 'ok' as const };
    },
  );
  typed.get(
    '/readyz',
    {
      schema: {
        summary: 'Readiness',
        tags: ['operation'],
        response: { 200: readyAnswer, 503: readyAnswer },
      },
    },
    async (_request, reply) => {
      const results = await Promise.all(
        Object.entries(ready).map(
          async ([name, check]) =>
            [
              name,
              await Promise.resolve()
                .then(check)
                .catch(() => false),
            ] as const,
        ),
      );
      const isReady = results.every(([, good]) => good);
      reply.header('Cache-Control', 'no-store');
      return reply
        .status(isReady ? 200 : 503)
        .send({ ready: isReady, checks: Object.fromEntries(results) });
    },
  );
}
