// POST /api/cancel-download: cancels one of the visitor's downloads, by default the newest open one.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { cancelAnswer, cancelRequest } from '../../shared/api/download.ts';
import { AppError } from '../../shared/errors.ts';
import { readJobId } from '../requests/job-id.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { readVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';

/** Registers the route. A visitor without a cookie has no downloads to cancel. */
export function cancelDownload(
  app: FastifyInstance,
  { downloading, limit, visitorCookie }: RouteContext,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/cancel-download',
    {
      onRequest: limit('job'),
      config: TAKES_KEY,
      schema: {
        summary: 'Cancel a download',
        description: 'Cancels `job`, by default the newest open download. The body is optional.',
        tags: ['downloads'],
        body: cancelRequest,
        response: { 200: cancelAnswer, default: errorAnswer },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const job = request.body?.job;
      const id = job === undefined ? null : readJobId(job);
      const visitor = readVisitor(request, visitorCookie);
      if (visitor === null && id !== null) throw new AppError('job_not_found');
      const cancelled = visitor !== null && (await downloading.cancel(visitor, id));
      return { success: true as const, cancelled };
    },
  );
}
