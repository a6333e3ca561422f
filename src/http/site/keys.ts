// /api/keys: visitors make, list and revoke keys for their own extensions. GET /api/key: the key of a request.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiKey } from '../../core/operators/keys/api-key.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import {
  currentKeyAnswer,
  extensionKeyRequest,
  madeKeyAnswer,
  type OwnKey,
  ownKeysAnswer,
} from '../../shared/api/keys.ts';
import { AppError } from '../../shared/errors.ts';
import { API_VERSION } from '../../shared/extension.ts';
import { keepNothing } from '../answers/keep-nothing.ts';
import { keyOf, TAKES_KEY } from '../requests/request-key.ts';
import { ensureVisitor, readVisitor } from '../requests/visitor.ts';
import type { RouteContext } from '../route-context.ts';

const tags = ['keys'];
const params = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });

/** Registers the routes. Those of a visitor's keys take no key: a stolen one makes no other. */
export function keys(
  app: FastifyInstance,
  { apiKeys, networkOf, limit, visitorCookie }: RouteContext,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const onRequest = [limit('job'), keepNothing];
  typed.post(
    '/api/keys',
    {
      onRequest,
      schema: {
        summary: 'Make a key for the visitor’s own browser extension',
        description:
          'For 30 days, with what the visitor’s network may use. Of more than three keys of a visitor, the oldest is revoked.',
        tags,
        body: extensionKeyRequest,
        response: { 201: madeKeyAnswer, default: errorAnswer },
      },
    },
    async (request, reply) => {
      const visitor = ensureVisitor(request, reply, visitorCookie);
      const { name, origin } = request.body;
      const origins = origin === undefined ? [] : [origin];
      const network = networkOf(request);
      const made = await apiKeys.makeForExtension(visitor, network, { name, origins });
      const { key, secret } = made;
      return reply.status(201).send({ success: true as const, key: viewOf(key), secret });
    },
  );
  typed.get(
    '/api/keys',
    {
      onRequest,
      schema: {
        summary: 'List the visitor’s keys',
        description: 'Those that work, newest first.',
        tags,
        response: { 200: ownKeysAnswer, default: errorAnswer },
      },
    },
    async (request) => {
      const visitor = readVisitor(request, visitorCookie);
      const own = visitor === null ? [] : await apiKeys.ofVisitor(visitor);
      return { success: true as const, keys: own.map(viewOf) };
    },
  );
  typed.delete(
    '/api/keys/:id',
    {
      onRequest,
      schema: {
        summary: 'Revoke one of the visitor’s keys',
        description: 'It is refused from now on.',
        tags,
        params,
        response: { 204: z.null(), default: errorAnswer },
      },
    },
    async (request, reply) => {
      const visitor = readVisitor(request, visitorCookie);
      if (visitor === null) throw new AppError('not_found_page');
      await apiKeys.revokeOwn(visitor, request.params.id);
      return reply.status(204).send(null);
    },
  );
  typed.get(
    '/api/key',
    {
      onRequest,
      config: TAKES_KEY,
      schema: {
        summary: 'Get the key of this request',
        tags,
        response: { 200: currentKeyAnswer, default: errorAnswer },
      },
    },
    async (request, reply) => {
      const key = keyOf(request);
      if (key) {
        const view = { ...viewOf(key), limits: key.limits };
        return { success: true as const, apiVersion: API_VERSION, key: view };
      }
      reply.header('WWW-Authenticate', 'Bearer');
      throw new AppError('key_unknown');
    },
  );
}

function viewOf({ id, name, kind, createdAt, expiresAt }: ApiKey): OwnKey {
  return { id, name, kind, createdAt, expiresAt };
}
