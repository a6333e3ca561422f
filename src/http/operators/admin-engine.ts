// The engine and its setup for operators: GET /api/admin/engine, and check, update, setup, rollback and pin below it.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { EngineStatus } from '../../core/engine-updates/engine-status.ts';
import { errorAnswer } from '../../shared/api/answers.ts';
import {
  type EngineAnswer,
  engineAnswer,
  enginePinRequest,
  engineRollbackRequest,
  engineSetupRequest,
  engineUpdateRequest,
} from '../../shared/api/engine.ts';
import { adminOf } from '../requests/admin-session.ts';
import type { RouteContext } from '../route-context.ts';

const tags = ['operators'];
const goesOn = 'Runs in the background: poll the state until `running` is null.';

/** Registers the routes; `app` requires a session. */
export function adminEngine(app: FastifyInstance, { engine }: RouteContext): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  typed.get(
    '/api/admin/engine',
    {
      schema: {
        summary: 'Get the state of the engine and its updates',
        tags,
        response: { 200: engineAnswer, default: errorAnswer },
      },
    },
    async () => viewOf(await engine.status()),
  );
  typed.post(
    '/api/admin/engine/check',
    { schema: begins('Check for a newer version') },
    async (request, reply) =>
      reply.status(202).send(viewOf(await engine.check(adminOf(request).email))),
  );
  typed.post(
    '/api/admin/engine/update',
    { schema: { ...begins('Update to a version'), body: engineUpdateRequest.nullish() } },
    async (request, reply) => {
      const { version = null } = request.body ?? {};
      return reply.status(202).send(viewOf(await engine.update(adminOf(request).email, version)));
    },
  );
  typed.post(
    '/api/admin/engine/rollback',
    {
      schema: {
        ...begins('Roll back to the previous version, or to the previous setup'),
        body: engineRollbackRequest.nullish(),
      },
    },
    async (request, reply) => {
      const { what = 'engine' } = request.body ?? {};
      return reply.status(202).send(viewOf(await engine.rollBack(adminOf(request).email, what)));
    },
  );
  typed.put(
    '/api/admin/engine/setup',
    {
      schema: {
        ...begins('Try egresses, arguments or a provider of tokens, and use them'),
        body: engineSetupRequest,
      },
    },
    async (request, reply) => {
      const { isUntried, ...wish } = request.body;
      const { email } = adminOf(request);
      return reply.status(202).send(viewOf(await engine.setSetup(email, wish, isUntried)));
    },
  );
  typed.put(
    '/api/admin/engine/pin',
    {
      schema: {
        summary: 'Pin a version',
        description:
          'While a version is pinned, no other is announced or installed. `null` removes the pin.',
        tags,
        body: enginePinRequest,
        response: { 200: engineAnswer, default: errorAnswer },
      },
    },
    async (request) => viewOf(await engine.pin(adminOf(request).email, request.body.version)),
  );
}

function begins(summary: string) {
  return {
    summary,
    description: goesOn,
    tags,
    response: { 202: engineAnswer, default: errorAnswer },
  };
}

function viewOf(state: EngineStatus): EngineAnswer {
  const { refused, last, current, setup, accounts, changes, ...status } = state;
  return {
    ...status,
    setup: setup && { ...setup, parts: [...setup.parts] },
    accounts: [...accounts],
    changes: changes.map(({ parts, from, to, platforms, ...one }) => ({
      ...one,
      parts: [...parts],
      from: [...from],
      to: [...to],
      platforms: [...platforms],
    })),
    current: { ...current, unsupported: [...current.unsupported] },
    refused: refused.map(({ platforms, ...one }) => ({ ...one, platforms: [...platforms] })),
    last: last && { ...last, platforms: [...last.platforms] },
  };
}
