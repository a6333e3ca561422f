// Trending videos for operators: GET, POST, PUT and DELETE below /admin/trending, undo, and the count.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { TrendingEdit } from '../../core/trending/curating.ts';
import {
  adminTrendingAnswer,
  adminTrendingItem as itemSchema,
  newTrendingRequest,
  trendingCountAnswer,
  trendingEditRequest,
} from '../../shared/api/admin.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { adminOf } from '../requests/admin-session.ts';
import { etagOf, readIfMatch } from '../requests/if-match.ts';
import { publicOrigin } from '../requests/public-origin.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { RouteContext } from '../route-context.ts';
import { adminTrendingItem, fileOfAddress } from '../trending/trending-view.ts';

const params = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });
const tags = ['operators'];

/** Registers the routes; `app` requires a session. */
export function adminTrending(app: FastifyInstance, context: RouteContext): void {
  const { curating, basePath } = context;
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/admin/trending',
    {
      schema: {
        summary: 'List all trending videos',
        tags,
        response: answers(adminTrendingAnswer),
      },
    },
    async () => (await curating.list()).map((video) => adminTrendingItem(video, basePath)),
  );
  typed.get(
    '/admin/trending-count',
    {
      schema: {
        summary: 'Count the trending videos',
        tags,
        response: answers(trendingCountAnswer),
      },
    },
    async () => ({ count: await curating.count() }),
  );
  typed.post(
    '/admin/trending',
    {
      schema: {
        summary: 'Add a video by its URL',
        tags,
        body: newTrendingRequest,
        response: { 201: itemSchema, default: errorAnswer },
      },
    },
    async (request, reply) => {
      const { viewCount: _, description, thumbnailUrl, platform, ...draft } = request.body;
      const video = await curating.add(
        adminOf(request).email,
        {
          ...draft,
          description: description ?? null,
          thumbnailUrl: thumbnailUrl ?? null,
          platform,
        },
        requestSignal(reply),
      );
      return reply
        .status(201)
        .header('ETag', etagOf(video))
        .send(adminTrendingItem(video, basePath));
    },
  );
  changes(app, context);
}

function changes(app: FastifyInstance, { curating, options, basePath }: RouteContext): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.put(
    '/admin/trending/:id',
    {
      schema: {
        summary: 'Edit a video',
        description:
          '`If-Match` makes the change conditional on the version. Empty texts remove the value; sending the current `thumbnailUrl` keeps the thumbnail.',
        tags,
        params,
        body: trendingEditRequest,
        response: answers(itemSchema),
      },
    },
    async (request, reply) => {
      const video = await curating.edit(
        adminOf(request).email,
        request.params.id,
        editOf(request.body, publicOrigin(request, options.publicUrl), basePath),
        readIfMatch(request),
        requestSignal(reply),
      );
      return reply.header('ETag', etagOf(video)).send(adminTrendingItem(video, basePath));
    },
  );
  typed.delete(
    '/admin/trending/:id',
    {
      schema: {
        summary: 'Delete a video',
        description: 'Removed from every list at once; can be restored for ten seconds.',
        tags,
        params,
        response: { 204: z.null(), default: errorAnswer },
      },
    },
    async (request, reply) => {
      await curating.remove(adminOf(request).email, request.params.id, readIfMatch(request));
      return reply.status(204).send(null);
    },
  );
  typed.post(
    '/admin/trending/:id/restore',
    {
      schema: {
        summary: 'Restore a video that was just deleted',
        tags,
        params,
        response: answers(itemSchema),
      },
    },
    async (request, reply) => {
      const video = await curating.restore(adminOf(request).email, request.params.id);
      return reply.header('ETag', etagOf(video)).send(adminTrendingItem(video, basePath));
    },
  );
}

function answers<T extends z.ZodType>(schema: T) {
  return { 200: schema, default: errorAnswer };
}

/** Sending back the video's current picture URL keeps the picture. */
function editOf(
  { thumbnailUrl, ...edit }: z.output<typeof trendingEditRequest>,
  origin: string | null,
  basePath: string,
): TrendingEdit {
  const ownThumbnail = thumbnailUrl ? fileOfAddress(thumbnailUrl, origin, basePath) : null;
  return ownThumbnail === null ? { ...edit, thumbnailUrl } : { ...edit, ownThumbnail };
}
