// GET /api/transparency: the outcomes of notices as monthly counts.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { transparencyAnswer } from '../../shared/api/takedown.ts';
import { isKnown } from '../downloads/file-headers.ts';
import type { RouteContext } from '../route-context.ts';

/** Registers the route. */
export function transparency(app: FastifyInstance, { transparency, limit }: RouteContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/transparency',
    {
      onRequest: limit('site'),
      schema: {
        summary: 'Get the outcomes of notices per month (UTC)',
        description: 'Counted by this server, at most a minute old.',
        tags: ['takedowns'],
        response: { 200: transparencyAnswer, 304: z.null(), default: errorAnswer },
      },
    },
    async (request, reply) => {
      const months = [...(await transparency())];
      const etag = `"${createHash('sha256').update(JSON.stringify(months)).digest('base64url')}"`;
      reply.header('Cache-Control', 'no-cache').header('ETag', `W/${etag}`);
      if (isKnown(request.headers['if-none-match'], etag)) return reply.status(304).send(null);
      return { months };
    },
  );
}
