// GET /early/<id>: a range of a file that arrives here, for another server of the fleet.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Clock } from '../../core/async/clock.ts';
import { AppError } from '../../shared/errors.ts';
import { pacedBody } from '../server/paced-body.ts';
import type { SharedEarlyFiles } from '../services.ts';

const MAX_STALL_MS = 120_000;

/** Registers the route, if this server shares its early files. */
export function sharedEarly(
  app: FastifyInstance,
  files: SharedEarlyFiles | null,
  clock: Clock,
): void {
  if (!files) return;
  const params = z.object({ id: z.string() });
  app
    .withTypeProvider<ZodTypeProvider>()
    .get('/early/:id', { schema: { hide: true, params } }, async (request, reply) => {
      const { authorization = '', range = '' } = request.headers;
      const [, token = ''] = /^Bearer ([\w-]{1,400})$/.exec(authorization) ?? [];
      const [, first, last] = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(range) ?? [];
      const [start, end] = [Number(first), Number(last)];
      const pieces = start <= end ? files.open(request.params.id, token, { start, end }) : null;
      if (!pieces) throw new AppError('not_found_page');
      reply.status(206).header('Content-Length', end - start + 1);
      return reply.send(pacedBody(pieces, { clock, maxStallMs: MAX_STALL_MS }));
    });
}
