// GET and HEAD /files/<token>/<name>: serves a finished file or a range of it to its visitor or by share link.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { AppError, ERRORS } from '../../shared/errors.ts';
import { SHORT, shortened } from '../../shared/media/file-name.ts';
import { sendFile } from '../answers/send-file.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { readVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';
import { createBodyGate } from './body-gate.ts';
import { fileHeaders } from './file-headers.ts';

/** For programs that request a file which is not theirs, or no more. */
const TEXT_OF = {
  job_not_found: 'This address opens in the browser that made it, or with the key that made it.',
  expired: 'This address has expired, or its file is no longer here.',
} as const;
const HOW =
  ' For another program, choose “Copy link for another program” below the file on the page.';

/** Browsers send a fetch mode, and those who read JSON say so. */
function readsJson({ headers }: FastifyRequest): boolean {
  return headers['sec-fetch-mode'] !== undefined || /html|json/.test(headers.accept ?? '');
}

/** Registers the route. The name in the URL is for people: it is neither read nor echoed. */
export function files(
  app: FastifyInstance,
  { downloading, clock, networkOf, limit, keyUse, visitorCookie, limits }: RouteContext,
): void {
  const gate = createBodyGate();
  const typed = app.withTypeProvider<ZodTypeProvider>();
  /** Programs show their users no JSON; browsers get what pages read. */
  const errorHandler: FastifyInstance['errorHandler'] = (error, request, reply) => {
    const code = error instanceof AppError ? error.code : null;
    if (!(code === 'job_not_found' || code === 'expired') || readsJson(request))
      return app.errorHandler(error, request, reply);
    return reply
      .status(ERRORS[code].status)
      .type('text/plain; charset=utf-8')
      .send(`${TEXT_OF[code]}${limits.programLinks ? HOW : ''}\n`);
  };
  const shared = {
    url: '/files/:token/:name',
    onRequest: limit('file'),
    config: TAKES_KEY,
    errorHandler,
  } as const;
  const params = z.object({ token: z.string(), name: z.string() });
  const querystring = z.object({
    name: z.literal('short').optional().meta({
      description: 'Saves it under a name of at most 128 bytes, for encrypted folders.',
    }),
  });
  const answer = async (
    request: FastifyRequest<{
      Params: z.output<typeof params>;
      Querystring: z.output<typeof querystring>;
    }>,
    reply: FastifyReply,
  ) => {
    reply.header('Cache-Control', 'private, no-store');
    const { token } = request.params;
    if (!/^[\w.~-]{1,200}$/.test(token)) throw new AppError('job_not_found');
    const visitor = readVisitor(request, visitorCookie);
    const network = networkOf(request);
    const { file, read, ...names } = await downloading.openFile(token, visitor, network);
    const { etag, bytes, receipt } = file;
    const { plainName } = names;
    const name = request.query.name ? shortened(names.name, SHORT) : names.name;
    const headers = fileHeaders({ name, plainName, etag, extension: receipt.extension });
    const counted = keyUse.counted(request, bytes, read);
    const gated = gate(reply, etag, network, counted);
    return sendFile(request, reply, { bytes, etag, headers, read: gated }, clock);
  };
  // Fastify's own HEAD route would run the GET handler and discard the body.
  typed.route({
    ...shared,
    method: 'HEAD',
    schema: { hide: true, params, querystring },
    handler: answer,
  });
  typed.route({
    ...shared,
    method: 'GET',
    exposeHeadRoute: false,
    schema: {
      summary: 'A finished file',
      description:
        'As an attachment, with ranges and a strong ETag. 404 for the files of other visitors, 410 if the visitor’s own file was deleted, or another took its place.',
      tags: ['downloads'],
      params,
      querystring,
    },
    handler: answer,
  });
}
