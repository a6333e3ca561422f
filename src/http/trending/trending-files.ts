// GET and HEAD /trending-files/<name>: the thumbnail or uploaded file of a trending video.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { TrendingFiles } from '../../core/trending/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { trendingFileType } from '../../shared/trending.ts';
import { sendFile } from '../answers/send-file.ts';
import type { RouteContext } from '../route-context.ts';

const params = z.object({ name: z.string() });

/** Registers the route. The bytes behind a name never change, but an operator may delete them. */
export function trendingFiles(
  app: FastifyInstance,
  { trendingFiles, clock, limit }: RouteContext,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const shared = { url: '/trending-files/:name', onRequest: limit('trendingFile') } as const;
  const answer = async (
    request: FastifyRequest<{ Params: z.output<typeof params> }>,
    reply: FastifyReply,
  ) => {
    const { name } = request.params;
    const type = trendingFileType(name);
    const found = type && (await trendingFiles.find(name));
    if (!type || !found) throw new AppError('not_found_page');
    const headers = {
      'Content-Type': type,
      'Content-Disposition': 'inline',
      ETag: found.etag,
      'Accept-Ranges': 'bytes',
      'Cache-Control': 'public, max-age=3600',
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
    };
    const read = (range: Parameters<TrendingFiles['open']>[1]) => trendingFiles.open(name, range);
    return sendFile(request, reply, { ...found, headers, read }, clock);
  };
  // Fastify's own HEAD route would run the GET handler and discard the body.
  typed.route({ ...shared, method: 'HEAD', schema: { hide: true, params }, handler: answer });
  typed.route({
    ...shared,
    method: 'GET',
    exposeHeadRoute: false,
    schema: {
      summary: 'Get the thumbnail or file of a trending video',
      description: 'With ranges and a strong ETag.',
      tags: ['site'],
      params,
    },
    handler: answer,
  });
}
