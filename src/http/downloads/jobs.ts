// /api/jobs: lists, shares and deletes the visitor's downloads.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { job, jobsAnswer } from '../../shared/api/download.ts';
import { keepNothing } from '../answers/keep-nothing.ts';
import { readJobId } from '../requests/job-id.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { readVisitor, requireVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';
import type { DownloadViews } from './download-view.ts';

const params = z.object({ id: z.string() });
/** Tokens of `job` for a list: it reads and decrypts up to 50 downloads. */
const LIST_COST = 4;

/** Registers the routes. Downloads of other visitors are answered like ones that do not exist. */
export function jobs(
  app: FastifyInstance,
  { downloading, limit, visitorCookie }: RouteContext,
  views: DownloadViews,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const shared = { onRequest: [limit('job'), keepNothing], config: TAKES_KEY };
  const about = (summary: string, description?: string) => ({
    summary,
    ...(description ? { description } : {}),
    tags: ['downloads'],
    params,
    response: { 200: job, default: errorAnswer },
  });
  const ownerOf = (request: FastifyRequest) => requireVisitor(request, visitorCookie);

  typed.get(
    '/api/jobs',
    {
      ...shared,
      onRequest: [limit('job', LIST_COST), keepNothing],
      schema: {
        summary: 'List the visitor’s downloads',
        description: 'Newest first, at most 50.',
        tags: ['downloads'],
        response: { 200: jobsAnswer, default: errorAnswer },
      },
    },
    async (request) => {
      const visitor = readVisitor(request, visitorCookie);
      const own = visitor === null ? [] : await downloading.list(visitor);
      return { success: true as const, jobs: own.map(views.job) };
    },
  );
  typed.get('/api/jobs/:id', { ...shared, schema: about('Get a download') }, async (request) =>
    views.job(await downloading.get(ownerOf(request), readJobId(request.params.id))),
  );
  typed.delete(
    '/api/jobs/:id',
    {
      ...shared,
      schema: {
        ...about('Delete a download', 'Its file is deleted too, unless another download uses it.'),
        response: { 204: z.null(), default: errorAnswer },
      },
    },
    async (request, reply) => {
      await downloading.remove(ownerOf(request), readJobId(request.params.id));
      return reply.status(204).send(null);
    },
  );
  typed.post(
    '/api/jobs/:id/share',
    {
      ...shared,
      schema: about(
        'Share the file of a download',
        'Sets result.shareUrl, which works for anyone who has it until it is revoked or the file is deleted.',
      ),
    },
    async (request) =>
      views.job(await downloading.share(ownerOf(request), readJobId(request.params.id))),
  );
  typed.delete(
    '/api/jobs/:id/share',
    { ...shared, schema: about('Revoke a share link') },
    async (request) =>
      views.job(await downloading.unshare(ownerOf(request), readJobId(request.params.id))),
  );
}
