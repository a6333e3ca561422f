// Notices and the block list for operators: /api/admin/takedowns and /api/admin/blocks.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import {
  block,
  blockRequest,
  blocksAnswer,
  decisionRequest,
  takedownAnswer,
  takedownQuery,
  takedownsAnswer,
} from '../../shared/api/takedown.ts';
import { adminOf } from '../requests/admin-session.ts';
import { etagOf, readIfMatch } from '../requests/if-match.ts';
import { requirePublicOrigin } from '../requests/public-origin.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { RouteContext } from '../route-context.ts';
import { blockView, takedownAnswerOf, takedownRow } from '../takedowns/takedown-view.ts';

const params = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });
const tags = ['operators'];

/** Registers the routes; `app` requires a session. */
export function adminTakedowns(app: FastifyInstance, context: RouteContext): void {
  notices(app, context);
  blockList(app, context);
}

function notices(app: FastifyInstance, { decidingNotices, isAgentConfigured }: RouteContext): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/api/admin/takedowns',
    {
      schema: {
        summary: 'List notices, newest first, at most 200',
        tags,
        querystring: takedownQuery,
        response: answers(takedownsAnswer),
      },
    },
    async (request) => {
      const list = await decidingNotices.list(request.query.state ?? null);
      const openCount = await decidingNotices.countOpen();
      return { notices: list.map(takedownRow), openCount, isAgentConfigured };
    },
  );
  typed.get(
    '/api/admin/takedowns/:id',
    {
      schema: {
        summary: 'Get a notice with its history and counter-notices',
        tags,
        params,
        response: answers(takedownAnswer),
      },
    },
    async (request, reply) => {
      const file = await decidingNotices.get(request.params.id);
      return reply.header('ETag', etagOf(file.notice)).send(takedownAnswerOf(file));
    },
  );
  typed.post(
    '/api/admin/takedowns/:id/decision',
    {
      schema: {
        summary: 'Decide on a notice',
        description:
          '`If-Match` makes the decision conditional on the version. Accepting a notice blocks its videos at once.',
        tags,
        params,
        body: decisionRequest,
        response: answers(takedownAnswer),
      },
    },
    async (request, reply) => {
      const { decision, reason, blockUploader = false } = request.body;
      const file = await decidingNotices.decide(
        adminOf(request).email,
        request.params.id,
        { decision, reason, blockUploader },
        readIfMatch(request),
        requestSignal(reply),
      );
      return reply.header('ETag', etagOf(file.notice)).send(takedownAnswerOf(file));
    },
  );
}

function blockList(app: FastifyInstance, { blocking, options, basePath }: RouteContext): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/api/admin/blocks',
    {
      schema: {
        summary: 'Get the block list, newest first, at most 500',
        tags,
        response: answers(blocksAnswer),
      },
    },
    async () => {
      const { blocks, count } = await blocking.list();
      return { blocks: blocks.map(blockView), count };
    },
  );
  typed.post(
    '/api/admin/blocks',
    {
      schema: {
        summary: 'Block a video or an uploader',
        tags,
        body: blockRequest,
        response: { 201: block, default: errorAnswer },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const kind = 'link' in body ? 'video' : 'uploader';
      const added = await blocking.add(
        adminOf(request).email,
        { kind, text: 'link' in body ? body.link : body.uploader, reason: body.reason },
        requirePublicOrigin(request, options.publicUrl) + basePath,
        requestSignal(reply),
      );
      return reply.status(201).send(blockView(added));
    },
  );
  typed.delete(
    '/api/admin/blocks/:id',
    {
      schema: {
        summary: 'Remove an entry from the block list',
        tags,
        params,
        response: { 204: z.null(), default: errorAnswer },
      },
    },
    async (request, reply) => {
      await blocking.remove(adminOf(request).email, request.params.id);
      return reply.status(204).send(null);
    },
  );
}

function answers<T extends z.ZodType>(schema: T) {
  return { 200: schema, default: errorAnswer };
}
