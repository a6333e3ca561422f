// The route for the pictures of the entries of what is kept for a while: of lists, and of the results of searches.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Kept, ListEntry } from '../../core/inspecting/list.ts';
import { AppError } from '../../shared/errors.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { RouteContext } from '../route-context.ts';

const params = z.object({ id: z.string().max(64), entry: z.string().max(64) });

/** Registers the route under a path with `:id` and `:entry`. A picture's own URL is neither sent to nor accepted from a client. */
export function entryThumbnails(
  app: FastifyInstance,
  { thumbnails, networkOf, limit }: RouteContext,
  {
    path,
    summary,
    find,
  }: {
    readonly path: string;
    readonly summary: string;
    readonly find: (id: string) => (Kept & { readonly entries: readonly ListEntry[] }) | null;
  },
): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    path,
    {
      onRequest: limit('thumbnail'),
      config: TAKES_KEY,
      schema: {
        summary,
        description: 'A JPEG, at most 640 pixels wide.',
        tags: ['links'],
        params,
      },
    },
    async (request, reply) => {
      const kept = find(request.params.id);
      if (!kept) throw new AppError('expired');
      const entry = kept.entries.find(({ link }) => link.id === request.params.entry);
      if (!entry?.thumbnail) throw new AppError('not_found_page');
      const picture = await thumbnails.render(
        { ...entry.thumbnail, platform: entry.link.platform, via: kept.via },
        networkOf(request),
        requestSignal(reply),
      );
      reply.header('Cache-Control', 'private, max-age=600').type('image/jpeg');
      return reply.send(Buffer.from(picture));
    },
  );
}
