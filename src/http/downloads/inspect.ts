// POST /api/inspect: the post behind a link, with all offers.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { inspectAnswer, linkRequest } from '../../shared/api/inspect.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { requestSignal } from '../requests/request-signal.ts';
import { ensureVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';
import { createInspectionWriter } from './inspection-view.ts';

/** Registers the route. */
export function inspect(
  app: FastifyInstance,
  { inspecting, networkOf, limit, visitorCookie, basePath }: RouteContext,
): void {
  const write = createInspectionWriter(basePath);
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/inspect',
    {
      onRequest: limit('inspect'),
      config: TAKES_KEY,
      schema: {
        summary: 'Inspect a link',
        description: 'Returns title, author, items, tracks and offers. Cached for five minutes.',
        tags: ['links'],
        body: linkRequest,
        response: { 200: inspectAnswer, default: errorAnswer },
      },
    },
    async (request, reply) => {
      ensureVisitor(request, reply, visitorCookie);
      reply.header('Cache-Control', 'no-store');
      const signal = requestSignal(reply);
      const link = await inspecting.resolve(request.body.url, signal);
      const asker = { network: networkOf(request), canWait: false };
      const { inspection } = await inspecting.inspect(link, asker, signal);
      return sendJson(reply, write(inspection));
    },
  );
}

/** Sends JSON that is serialized already, without validating or serializing it again. */
function sendJson(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').serializer(String).send(json);
}
