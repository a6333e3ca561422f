// GET /api/status: how well each platform works at the moment, measured by this server.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { PlatformStatus } from '../../core/status/site-status.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { statusAnswer } from '../../shared/api/site.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import type { RouteContext } from '../route-context.ts';

/** Registers the route. */
export function status(app: FastifyInstance, { siteStatus, limit }: RouteContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/status',
    {
      onRequest: limit('site'),
      config: TAKES_KEY,
      schema: {
        summary: 'Get the status of the platforms',
        description: 'Counted by this server, at most a minute old.',
        tags: ['site'],
        response: { 200: statusAnswer, default: errorAnswer },
      },
    },
    async (_request, reply) => {
      const { platforms, at, ...rest } = await siteStatus();
      reply.header('Cache-Control', 'no-cache');
      return { ...rest, platforms: platforms.map(statusView), at: new Date(at).toISOString() };
    },
  );
}

/** Builds the view of a platform. */
export function statusView({ canary, ...status }: PlatformStatus) {
  return {
    ...status,
    canary: canary && { ok: canary.ok, at: new Date(canary.at).toISOString() },
  };
}
