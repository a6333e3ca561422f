// Links by which other programs get the file of a download: players, download managers, scripts.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { programLinkAnswer } from '../../shared/api/download.ts';
import { keepNothing } from '../answers/keep-nothing.ts';
import { readJobId } from '../requests/job-id.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { requireVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';
import type { SendDownload } from './send-download.ts';

const params = z.object({ id: z.string() });
/** Tokens of `job` for a link. */
const LINK_COST = 4;

/** Registers the routes. */
export function programLinks(
  app: FastifyInstance,
  { downloading, limit, options, visitorCookie, basePath }: RouteContext,
  send: SendDownload,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const ownerOf = (request: FastifyRequest) => requireVisitor(request, visitorCookie);
  typed.post(
    '/api/jobs/:id/link',
    {
      onRequest: [limit('job', LINK_COST), keepNothing],
      config: TAKES_KEY,
      schema: {
        summary: 'Make a link for another program',
        description:
          'For 30 minutes, and no longer than its file is there, it opens the file for whoever has it: in ranges, over several connections, with a strong ETag.',
        tags: ['downloads'],
        params,
        response: { 200: programLinkAnswer, default: errorAnswer },
      },
    },
    async (request) => {
      const visitor = ownerOf(request);
      const { path, expiresAt } = await downloading.linkForPrograms(
        visitor,
        readJobId(request.params.id),
      );
      const { publicUrl } = options;
      const address = basePath + path;
      const url = publicUrl ? new URL(address, publicUrl).href : address;
      return { success: true as const, url, expiresAt };
    },
  );
  typed.get(
    '/api/jobs/:id/file',
    {
      onRequest: [limit('job'), keepNothing],
      config: TAKES_KEY,
      schema: {
        summary: 'Wait for the file of a download',
        description:
          'Redirects to the file once it is ready, with "Accept: application/octet-stream", and to itself after 50 seconds. "POST /api/download" does the same.',
        tags: ['downloads'],
        params,
        response: { default: errorAnswer },
      },
    },
    async (request, reply) => {
      const visitor = ownerOf(request);
      const view = await downloading.get(visitor, readJobId(request.params.id));
      return send(request, reply, visitor, view);
    },
  );
}
