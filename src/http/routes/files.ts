// GET and HEAD /files/<token>/<name>: a finished file, whole or in part, for its visitor or whoever has a share link.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Downloading } from '../../core/downloading.ts';
import type { Clock } from '../../core/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { readRange } from '../byte-range.ts';
import { fileHeaders, isKnown } from '../file-headers.ts';
import type { LimitRate } from '../limit-rate.ts';
import { pacedBody } from '../paced-body.ts';
import { readVisitor, type VisitorCookie } from '../visitor.ts';

/**
 * How long a reader may take nothing. The kernel wakes a writer only when a third of its buffer (4 MB at most) is free,
 * so that two minutes ask for about 11 kB a second at most, and for 1 kB a second of most readers.
 */
const MAX_STALL_MS = 120_000;

/** Registers the route. The name in the address is for people: it is neither read nor repeated. */
export function files(
  app: FastifyInstance,
  needs: { downloading: Downloading; clock: Clock; limit: LimitRate; visitor: VisitorCookie },
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const shared = { url: '/files/:token/:name', onRequest: needs.limit('file') } as const;
  const params = z.object({ token: z.string(), name: z.string() });
  const answer = async (
    request: FastifyRequest<{ Params: z.output<typeof params> }>,
    reply: FastifyReply,
  ) => {
    reply.header('Cache-Control', 'private, no-store');
    const { token } = request.params;
    if (!/^[\w.~-]{1,200}$/.test(token)) throw new AppError('job_not_found');
    const visitor = readVisitor(request, needs.visitor);
    const { file, name, read } = await needs.downloading.openFile(token, visitor);
    const { etag, bytes } = file;
    const headers = fileHeaders({ name, etag, extension: file.receipt.extension });
    if (isKnown(request.headers['if-none-match'], etag)) {
      return reply.status(304).headers(headers).send();
    }

    const isHead = request.method === 'HEAD';
    const ifRange = request.headers['if-range'];
    const isSameFile = ifRange === undefined || ifRange === etag;
    const wanted = isHead || !isSameFile ? 'whole' : readRange(request.headers.range, bytes);
    if (wanted === 'unsatisfiable') {
      reply.header('Content-Range', `bytes */${bytes}`);
      throw new AppError('bad_range');
    }
    const range = wanted === 'whole' ? null : wanted;
    const source = isHead ? null : await read(range);
    // Only now, so that a failure above is not sent under the file's name.
    reply.headers(headers).header('Content-Length', range ? range.end - range.start + 1 : bytes);
    if (range) reply.header('Content-Range', `bytes ${range.start}-${range.end}/${bytes}`);
    reply.status(range ? 206 : 200);
    return source
      ? reply.send(pacedBody(source, { clock: needs.clock, maxStallMs: MAX_STALL_MS }))
      : reply.send();
  };
  // Fastify's own answer to HEAD would count the bytes of an answer that it throws away.
  typed.route({ ...shared, method: 'HEAD', schema: { hide: true, params }, handler: answer });
  typed.route({
    ...shared,
    method: 'GET',
    exposeHeadRoute: false,
    schema: {
      summary: 'A finished file',
      description:
        'As an attachment, with ranges and a strong ETag. 404 for everybody else’s, 410 for the visitor whose file is gone.',
      tags: ['downloads'],
      params,
    },
    handler: answer,
  });
}
