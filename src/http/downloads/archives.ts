// POST /api/zip puts finished downloads together as one ZIP file; GET and HEAD /files/zip/<name> send it.
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MAX_TOKEN_LENGTH } from '../../core/archives/archiving.ts';
import type { ArchiveFailure } from '../../core/archives/ports.ts';
import { canonicalItem } from '../../core/blocks/canonical-item.ts';
import { sizeLabel } from '../../core/choosing/labels.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { zipAnswer, zipRequest } from '../../shared/api/download.ts';
import { AppError } from '../../shared/errors.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import { sendFile } from '../answers/send-file.ts';
import { readJobId } from '../requests/job-id.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { readVisitor, requireVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';
import { createBodyGate } from './body-gate.ts';
import { fileHeaders } from './file-headers.ts';

/** Registers the routes. */
export function archives(app: FastifyInstance, context: RouteContext): void {
  createRoute(app, context);
  fileRoute(app, context);
}

function createRoute(
  app: FastifyInstance,
  { archiving, networkOf, limit, visitorCookie, basePath }: RouteContext,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/zip',
    {
      onRequest: limit('edit'),
      config: TAKES_KEY,
      schema: {
        summary: 'Put finished downloads together as a ZIP file',
        description:
          'The files are stored without compression, in the order of `jobs`. Downloads that failed or expired, and `failures`, are named in REPORT.txt within the archive.',
        tags: ['downloads'],
        body: zipRequest,
        response: { 200: zipAnswer, default: errorAnswer },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      const { jobs, numbers, name, language } = request.body;
      const failures = request.body.failures.map(readFailure);
      const visitor = requireVisitor(request, visitorCookie);
      const archive = await archiving.create({
        visitor,
        network: networkOf(request),
        downloads: jobs.map(readJobId),
        numbers,
        failures,
        title: name,
        language,
      });
      const { token, fileName, bytes, files, expiresAt } = archive;
      return {
        success: true as const,
        downloadUrl: `${basePath}/files/zip/${encodeURIComponent(fileName)}?archive=${token}`,
        filename: fileName,
        bytes,
        sizeFormatted: sizeLabel({ bytes, exact: true }) ?? '',
        files,
        failures: archive.failures.length,
        expiresAt,
      };
    },
  );
}

/** Only the rebuilt link of an item gets into a report, not the client's text. */
function readFailure({
  url,
  code,
}: z.output<typeof zipRequest>['failures'][number]): ArchiveFailure {
  const item = canonicalItem(url);
  if (!item) throw new AppError('invalid_request', { params: { field: 'failures' } });
  return { about: item.link, code, params: { platform: PLATFORMS[item.platform].label } };
}

function fileRoute(
  app: FastifyInstance,
  { archiving, clock, networkOf, limit, keyUse, visitorCookie }: RouteContext,
): void {
  const gate = createBodyGate();
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const shared = {
    url: '/files/zip/:name',
    onRequest: limit('file'),
    config: TAKES_KEY,
  } as const;
  const params = z.object({ name: z.string() });
  const querystring = z.object({ archive: z.string().max(MAX_TOKEN_LENGTH) });
  const answer = async (
    request: FastifyRequest<{ Querystring: z.output<typeof querystring> }>,
    reply: FastifyReply,
  ) => {
    reply.header('Cache-Control', 'private, no-store');
    const visitor = readVisitor(request, visitorCookie);
    const network = networkOf(request);
    const opened = await archiving.open(request.query.archive, visitor, network);
    const { fileName, bytes, version } = opened;
    const etag = `"${createHash('sha256').update(version).digest('hex').slice(0, 32)}"`;
    const headers = fileHeaders({ name: fileName, etag, extension: 'zip' });
    const counted = keyUse.counted(request, bytes, async (range) => opened.read(range));
    const read = gate(reply, etag, network, counted);
    return sendFile(request, reply, { bytes, etag, headers, read }, clock);
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
      summary: 'A ZIP file of finished downloads',
      description:
        'As an attachment, with its length, ranges and a strong ETag. 410 once a file of it was deleted.',
      tags: ['downloads'],
      params,
      querystring,
    },
    handler: answer,
  });
}
