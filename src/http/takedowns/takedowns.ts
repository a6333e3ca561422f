// Takedowns for visitors: challenge, notice, counter-notice and the state of a case, below /api/takedowns.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import {
  caseAnswer,
  caseOpenedAnswer,
  challengeAnswer,
  counterRequest,
  noticeRequest,
} from '../../shared/api/takedown.ts';
import { keepNothing } from '../answers/keep-nothing.ts';
import { requirePublicOrigin } from '../requests/public-origin.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { RouteContext } from '../route-context.ts';
import type { LimitRate } from '../server/limit-rate.ts';
import { caseView, counterContent, noticeContent } from './takedown-view.ts';

/** Twenty links and all texts of the maximum length, with every character escaped in JSON. */
const MAX_NOTICE_BYTES = 256 * 1024;
const params = z.object({ token: z.string().regex(/^[\w-]{43}$/) });
const tags = ['takedowns'];
const opened = { 201: caseOpenedAnswer, default: errorAnswer };

/** Registers the routes. */
export function takedowns(app: FastifyInstance, context: RouteContext): void {
  const { takingNotices, proofOfWork, limit, options, basePath } = context;
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = [limit('site'), keepNothing];
  const limitNotices = limit('takedown');

  typed.get(
    '/api/takedowns/challenge',
    {
      onRequest,
      schema: {
        summary: 'Get a proof-of-work challenge for a notice',
        description: 'Valid once and for ten minutes.',
        tags,
        response: { 200: challengeAnswer, default: errorAnswer },
      },
    },
    async () => {
      const { expiresAt, ...challenge } = proofOfWork.challenge();
      return { ...challenge, expiresAt: new Date(expiresAt).toISOString() };
    },
  );
  typed.post(
    '/api/takedowns',
    {
      onRequest,
      bodyLimit: MAX_NOTICE_BYTES,
      schema: {
        summary: 'Send a notice of copyright infringement or of illegal content',
        tags,
        body: noticeRequest,
        response: opened,
      },
    },
    async (request, reply) => {
      const { links, proof } = request.body;
      await proofOfWork.redeem(proof);
      const read = await takingNotices.readLinks(
        links,
        requirePublicOrigin(request, options.publicUrl) + basePath,
      );
      await limitNotices(request, reply);
      const caseToken = await takingNotices.submit(noticeContent(request.body), read);
      return reply.status(201).send({ caseToken });
    },
  );
  typed.get(
    '/api/takedowns/cases/:token',
    {
      onRequest,
      schema: {
        summary: 'Get the state of a case',
        tags,
        params,
        response: { 200: caseAnswer, default: errorAnswer },
      },
    },
    async (request) => caseView(await takingNotices.caseOf(request.params.token)),
  );
  counterNotices(app, { ...context, onRequest, limitNotices });
}

function counterNotices(
  app: FastifyInstance,
  context: RouteContext & {
    readonly onRequest: ReturnType<LimitRate>[];
    readonly limitNotices: ReturnType<LimitRate>;
  },
): void {
  const { takingNotices, proofOfWork, options, basePath, onRequest, limitNotices } = context;
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const object = async (
    request: FastifyRequest,
    reply: FastifyReply,
    body: z.output<typeof counterRequest>,
    token: string | null,
  ) => {
    await proofOfWork.redeem(body.proof);
    await limitNotices(request, reply);
    const address = requirePublicOrigin(request, options.publicUrl) + basePath;
    const content = counterContent(body);
    const caseToken = await takingNotices.submitCounter(
      content,
      token,
      address,
      requestSignal(reply),
    );
    return reply.status(201).send({ caseToken });
  };
  typed.post(
    '/api/takedowns/counter',
    {
      onRequest,
      bodyLimit: MAX_NOTICE_BYTES,
      schema: {
        summary: 'Send a counter-notice for a link that was taken down',
        description: '404 if no notice took it down, or if there is a counter-notice already.',
        tags,
        body: counterRequest,
        response: opened,
      },
    },
    (request, reply) => object(request, reply, request.body, null),
  );
  typed.post(
    '/api/takedowns/cases/:token/counter',
    {
      onRequest,
      bodyLimit: MAX_NOTICE_BYTES,
      schema: {
        summary: 'Send a counter-notice for a case',
        tags,
        params,
        body: counterRequest,
        response: opened,
      },
    },
    (request, reply) => object(request, reply, request.body, request.params.token),
  );
}
