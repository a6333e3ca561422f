// POST /api/cancel-download: cancels one of the visitor's downloads, by default the newest open one.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Downloading } from '../../core/downloading/service.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { cancelAnswer, cancelRequest } from '../../shared/api/download.ts';
import { AppError } from '../../shared/errors.ts';
import { readJobId } from '../requests/job-id.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { readVisitor, type VisitorCookie } from '../requests/visitor.ts';
import type { LimitRate } from '../server/limit-rate.ts';

/** Registers the route. A visitor without a cookie has no downloads to cancel. */
export function cancelDownload(
  app: FastifyInstance,
  needs: { downloading: Downloading; limit: LimitRate; visitor: VisitorCookie },
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/cancel-download',
    {
      onRequest: needs.limit('job'),
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
      const visitor = readVisitor(request, needs.visitor);
      if (visitor === null && id !== null) throw new AppError('job_not_found');
      const cancelled = visitor !== null && (await needs.downloading.cancel(visitor, id));
      return { success: true as const, cancelled };
    },
  );
}
