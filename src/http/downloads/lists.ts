// POST /api/lists: the videos of a list, and GET /api/lists/<id>/thumbnails/<entry>: the picture of one of them.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { VideoList } from '../../core/inspecting/list.ts';
import { takeToken } from '../../core/limits/rate-limit.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { type ListAnswer, listAnswer, listRequest } from '../../shared/api/list.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import { isAlbum } from '../../shared/platforms/lists.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { requestSignal } from '../requests/request-signal.ts';
import { ensureVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';
import { entryThumbnails } from './entry-thumbnails.ts';

/** A later page costs more of the rate of lists: one for so many pages that lie before it. */
const PAGES_OF_A_TOKEN = 5;

/** How many tokens of that rate a page costs: what lies before it is read once more, a hundred entries by a request. */
export const tokensOf = (page: number) => Math.ceil(page / PAGES_OF_A_TOKEN);

/** Registers the routes. */
export function lists(app: FastifyInstance, context: RouteContext): void {
  const { lists, networkOf, limit, limiter, visitorCookie, basePath } = context;
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/lists',
    {
      onRequest: limit('list'),
      config: TAKES_KEY,
      schema: {
        summary: 'Read a list',
        description:
          'The videos of the list that a link names, 50 to a page. None of them is inspected. Cached for 15 minutes.',
        tags: ['links'],
        body: listRequest,
        response: { 200: listAnswer, default: errorAnswer },
      },
    },
    async (request, reply) => {
      ensureVisitor(request, reply, visitorCookie);
      reply.header('Cache-Control', 'no-store');
      const { url, page } = request.body;
      const asker = { network: networkOf(request), canWait: false };
      const asked = { text: url, page };
      const more = tokensOf(page) - 1;
      if (more > 0 && !lists.isKept(asked)) await takeToken(limiter, 'list', asker.network, more);
      const list = await lists.read(asked, asker, requestSignal(reply));
      return viewOf(list, basePath);
    },
  );

  entryThumbnails(app, context, {
    path: '/api/lists/:id/thumbnails/:entry',
    summary: 'Get the thumbnail of a video of a list',
    find: (id) => lists.find(id),
  });
}

function viewOf(list: VideoList, basePath: string): ListAnswer {
  const { id, link, entries, ...about } = list;
  return {
    success: true,
    id,
    platform: link.platform,
    platformName: PLATFORMS[link.platform].label,
    url: link.address,
    isAlbum: isAlbum(link),
    title: about.title,
    author: about.author,
    entries: entries.map((entry, at) => ({
      id: entry.link.id,
      url: entry.link.address,
      number: entry.number ?? at + 1,
      title: entry.title,
      durationSeconds: entry.durationSeconds,
      thumbnailUrl: entry.thumbnail && `${basePath}/api/lists/${id}/thumbnails/${entry.link.id}`,
    })),
    absent: [...about.absent],
    unavailable: about.unavailable,
    omitted: about.omitted,
    nextPage: about.nextPage,
    expiresAt: about.expiresAt,
  };
}
