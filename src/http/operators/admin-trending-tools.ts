// Tools for the trending list: POST /api/admin/trending-preview and PUT /api/admin/trending-order.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { OWN_NETWORK } from '../../core/limits/networks.ts';
import { previewOf } from '../../core/trending/trending-preview.ts';
import {
  adminTrendingAnswer,
  orderRequest,
  previewAnswer,
  previewRequest,
} from '../../shared/api/admin.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import { thumbnailPath } from '../downloads/inspection-view.ts';
import { adminOf } from '../requests/admin-session.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { RouteContext } from '../route-context.ts';
import { adminTrendingItem } from '../trending/trending-view.ts';

const tags = ['operators'];

/** Registers the routes; `app` requires a session. */
export function adminTrendingTools(
  app: FastifyInstance,
  { curating, ordering, inspecting, limit, basePath }: RouteContext,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.post(
    '/api/admin/trending-preview',
    {
      onRequest: limit('inspect'),
      schema: {
        summary: 'Preview a link',
        tags,
        body: previewRequest,
        response: { 200: previewAnswer, default: errorAnswer },
      },
    },
    async (request, reply) => {
      const signal = requestSignal(reply);
      const link = await inspecting.resolve(request.body.url, signal);
      const asker = { network: OWN_NETWORK, canWait: false };
      const inspected = await inspecting.inspect(link, asker, signal);
      const { picture, ...preview } = previewOf(inspected);
      return {
        ...preview,
        thumbnailUrl: picture?.address ?? null,
        thumbnailPath: picture && thumbnailPath(basePath, inspected.inspection.id, picture.id),
      };
    },
  );
  typed.put(
    '/api/admin/trending-order',
    {
      schema: {
        summary: 'Set the order of the featured videos',
        description: 'All or nothing: 412 if the version of any of them has changed.',
        tags,
        body: orderRequest,
        response: { 200: adminTrendingAnswer, default: errorAnswer },
      },
    },
    async (request) => {
      const { ids, versions } = request.body;
      await ordering(adminOf(request).email, ids, versions);
      return (await curating.list()).map((video) => adminTrendingItem(video, basePath));
    },
  );
}
