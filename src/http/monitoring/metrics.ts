// GET /metrics: metrics for a monitor that has the token, and for operators.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorAnswer } from '../../shared/api/answers.ts';
import { AppError } from '../../shared/errors.ts';
import { type AdminGate, readAdminToken } from '../requests/admin-session.ts';

const TEXT_FORM = 'text/plain; version=0.0.4; charset=utf-8';

/** Registers the route. Without a configured `token` only operators have access. */
export function metricsRoute(
  app: FastifyInstance,
  needs: Pick<AdminGate, 'limit'> & {
    isOperator: (request: FastifyRequest) => Promise<boolean>;
    text: () => Promise<string>;
    token: string | undefined;
  },
): void {
  const { token, limit, isOperator } = needs;
  app.withTypeProvider<ZodTypeProvider>().get(
    '/metrics',
    {
      onRequest: limit('operator'),
      schema: {
        summary: 'Get the metrics',
        description:
          'In the Prometheus text format. Requires `Authorization: Bearer` with METRICS_TOKEN, or an operator’s session.',
        tags: ['operation'],
        response: { 200: z.string(), default: errorAnswer },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store');
      if (!holdsToken(request, token) && !(await isOperator(request))) {
        if (token === undefined) throw new AppError('not_found_page');
        reply.header('WWW-Authenticate', 'Bearer');
        throw new AppError('not_signed_in');
      }
      return reply.type(TEXT_FORM).send(await needs.text());
    },
  );
}

/** Tells whether a request is that of an operator who is signed in. */
export function operatorBySession({ signingIn, cookie }: Pick<AdminGate, 'signingIn' | 'cookie'>) {
  return async (request: FastifyRequest): Promise<boolean> => {
    const session = readAdminToken(request, cookie);
    return session !== null && (await signingIn.whoIs(session)) !== null;
  };
}

/** Compares in constant time. */
function holdsToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || given === undefined) return false;
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
