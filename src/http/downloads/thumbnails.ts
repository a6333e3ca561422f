// GET /api/inspections/<id>/thumbnails/<thumbnail>: an item's thumbnail, fetched and re-encoded by this server.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { viaOf } from '../../core/inspecting/inspection.ts';
import { AppError } from '../../shared/errors.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { RouteContext } from '../route-context.ts';

const params = z.object({ id: z.string().max(64), thumbnail: z.string().max(128) });

/** Registers the route. The image's own URL is neither sent to nor accepted from a client. */
export function thumbnails(
  app: FastifyInstance,
  { inspecting, thumbnails, networkOf, limit }: RouteContext,
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/inspections/:id/thumbnails/:thumbnail',
    {
      onRequest: limit('thumbnail'),
      config: TAKES_KEY,
      schema: {
        summary: 'Get the thumbnail of an item',
        description: 'A JPEG, at most 640 pixels wide.',
        tags: ['links'],
        params,
      },
    },
    async (request, reply) => {
      const found = await inspecting.find(request.params.id);
      if (!found) throw new AppError('expired');
      const { inspection, sources } = found;
      const isThumbnail = inspection.items.some(
        (item) => item.thumbnail?.id === request.params.thumbnail,
      );
      const source = isThumbnail ? sources.byId.get(request.params.thumbnail) : undefined;
      if (!source) throw new AppError('not_found_page');
      const picture = await thumbnails.render(
        {
          address: source.address,
          headers: source.headers,
          platform: inspection.link.platform,
          via: viaOf(sources),
        },
        networkOf(request),
        requestSignal(reply),
      );
      reply.header('Cache-Control', 'private, max-age=300').type('image/jpeg');
      return reply.send(Buffer.from(picture));
    },
  );
}
