// POST /api/detect-platform: whether a link is supported, and which platform it belongs to.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { type DetectAnswer, detectAnswer, linkRequest } from '../../shared/api/inspect.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import { readListLink } from '../../shared/platforms/lists.ts';
import { TAKES_KEY } from '../requests/request-key.ts';
import { requestSignal } from '../requests/request-signal.ts';
import { ensureVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';

/** Error codes that are sent as a regular answer with `isValid: false`. */
const ORDINARY: ReadonlySet<ErrorCode> = new Set([
  'invalid_url',
  'unsupported_url',
  'not_found',
  'blocked_target',
  'platform_disabled',
  'taken_down',
]);

/** Registers the route. */
export function detectPlatform(
  app: FastifyInstance,
  { inspecting, words, limit, visitorCookie }: RouteContext,
): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/detect-platform',
    {
      onRequest: limit('detect'),
      config: TAKES_KEY,
      schema: {
        summary: 'Check whether a link is supported',
        description:
          'Reads the link; short links are followed within their platform. An unsupported link is answered with status 200 and isValid false.',
        tags: ['links'],
        body: linkRequest,
        response: { 200: detectAnswer, default: errorAnswer },
      },
    },
    async (request, reply): Promise<DetectAnswer> => {
      ensureVisitor(request, reply, visitorCookie);
      reply.header('Cache-Control', 'no-store');
      const listUrl = readListLink(request.body.url)?.address;
      try {
        const link = await inspecting.resolve(request.body.url, requestSignal(reply));
        const { label } = PLATFORMS[link.platform];
        return {
          isValid: true,
          platform: link.platform,
          platformName: label,
          message: 'Valid URL Detected!',
          url: link.address,
          kind: link.kind,
          hints: link.hints,
          ...(listUrl && { listUrl }),
        };
      } catch (error) {
        if (!(error instanceof AppError) || !ORDINARY.has(error.code)) throw error;
        const { code, params } = error;
        return {
          isValid: false,
          platform: null,
          platformName: null,
          message: words(code, params),
          code,
          ...(params ? { params } : {}),
          ...(listUrl && { listUrl }),
        };
      }
    },
  );
}
