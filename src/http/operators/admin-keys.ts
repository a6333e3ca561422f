// Keys for programs below /api/admin/keys: made, listed and revoked by operators.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { ApiKey } from '../../core/operators/keys/api-key.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import {
  type AdminKey,
  adminKey,
  adminKeysAnswer,
  madeAdminKeyAnswer,
  programKeyRequest,
} from '../../shared/api/keys.ts';
import { adminOf } from '../requests/admin-session.ts';
import type { RouteContext } from '../route-context.ts';

const DAY_MS = 24 * 3_600_000;
const tags = ['operators'];
const params = z.object({ id: z.string().regex(/^[\w-]{1,64}$/) });

/** Registers the routes; `app` requires a session. */
export function adminKeys(app: FastifyInstance, { apiKeys, clock }: RouteContext): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/api/admin/keys',
    {
      schema: {
        summary: 'List the keys of programs, newest first',
        description: 'Also those that expired or were revoked within 90 days.',
        tags,
        response: { 200: adminKeysAnswer, default: errorAnswer },
      },
    },
    async () => {
      const { keys, extensionKeys } = await apiKeys.list();
      return { keys: keys.map(viewOf), extensionKeys };
    },
  );
  typed.post(
    '/api/admin/keys',
    {
      schema: {
        summary: 'Make a key for a program',
        description: 'A limit that is null is what a visitor’s network may use.',
        tags,
        body: programKeyRequest,
        response: { 201: madeAdminKeyAnswer, default: errorAnswer },
      },
    },
    async (request, reply) => {
      const { name, days, origins, openJobs, perHour, bytesPerDay } = request.body;
      const { key, secret } = await apiKeys.makeForProgram(adminOf(request).email, {
        name,
        origins,
        expiresAt: days === null ? null : clock.now() + days * DAY_MS,
        limits: { openJobs, perHour, bytesPerDay },
      });
      return reply.status(201).send({ key: viewOf(key), secret });
    },
  );
  typed.post(
    '/api/admin/keys/:id/revoke',
    {
      schema: {
        summary: 'Revoke the key of a program',
        description: 'It is refused from now on, on every server.',
        tags,
        params,
        response: { 200: adminKey, default: errorAnswer },
      },
    },
    async (request) => viewOf(await apiKeys.revoke(adminOf(request).email, request.params.id)),
  );
}

function viewOf({ origins, ...key }: ApiKey): AdminKey {
  return { ...key, origins: [...origins] };
}
