// POST /api/download: downloads a link and answers when the file is ready, or with the job (`send-download.ts`).
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { downloadAnswer, downloadRequest, job } from '../../shared/api/download.ts';
import { AppError } from '../../shared/errors.ts';
import { maxOpenOf, TAKES_KEY } from '../requests/request-key.ts';
import { requestSignal } from '../requests/request-signal.ts';
import { ensureVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';
import { readChoice } from './read-choice.ts';
import type { SendDownload } from './send-download.ts';

const STOPPING_RETRY_SECONDS = 10;

/** Registers the route. */
export function download(
  app: FastifyInstance,
  { downloading, networkOf, limit, keyUse, visitorCookie }: RouteContext,
  send: SendDownload,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/download',
    {
      onRequest: [limit('download'), keyUse.takeHourly],
      config: TAKES_KEY,
      schema: {
        summary: 'Download a link',
        description:
          'Answers 200 when the file is ready, or 202 with the job after 50 seconds; with the header "Prefer: respond-async" at once. download-progress and jobs report its progress.',
        tags: ['downloads'],
        body: downloadRequest,
        response: { 200: downloadAnswer, 202: job, default: errorAnswer },
      },
    },
    async (request, reply) => {
      if (downloading.isStopping())
        throw new AppError('server_busy', {
          params: { retryAfterSeconds: STOPPING_RETRY_SECONDS },
        });
      const visitor = ensureVisitor(request, reply, visitorCookie);
      reply.header('Cache-Control', 'no-store');
      const choice = readChoice(request.body);
      const network = networkOf(request);
      const maxOpen = maxOpenOf(request);
      const asked = { visitor, network, maxOpen, text: request.body.url, choice };
      const view = await downloading.start(asked, requestSignal(reply));
      return send(request, reply, visitor, view);
    },
  );
}
