// What operators see and do with the engine: GET /api/admin/engine, and looking, taking, going back and pinning below it.
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { EngineControl } from '../../core/engine-updates/control.ts';
import type { EngineStatus } from '../../core/engine-updates/updates.ts';
import { errorAnswer } from '../../shared/api.ts';
import {
  type EngineAnswer,
  engineAnswer,
  enginePinRequest,
  engineUpdateRequest,
} from '../../shared/engine-api.ts';
import { type AdminGate, adminOf, requireAdmin } from '../requests/admin-session.ts';

const tags = ['operators'];
const goesOn = 'Goes on by itself: ask for the state until `running` is null.';

/** Registers the routes. Every one of them wants a session before anything is read. */
export function adminEngine(
  app: FastifyInstance,
  needs: AdminGate & { engine: EngineControl },
): void {
  const { engine } = needs;
  app.register(async (signedIn) => {
    requireAdmin(signedIn, needs);
    const typed = signedIn.withTypeProvider<ZodTypeProvider>();
    typed.get(
      '/api/admin/engine',
      {
        schema: {
          summary: 'The engine and its updates',
          tags,
          response: { 200: engineAnswer, default: errorAnswer },
        },
      },
      async () => viewOf(await engine.status()),
    );
    typed.post(
      '/api/admin/engine/check',
      { schema: begins('Look for a newer version') },
      async (request, reply) =>
        reply.status(202).send(viewOf(await engine.check(adminOf(request).email))),
    );
    typed.post(
      '/api/admin/engine/update',
      { schema: { ...begins('Take a version'), body: engineUpdateRequest.nullish() } },
      async (request, reply) => {
        const { version = null } = request.body ?? {};
        return reply.status(202).send(viewOf(await engine.update(adminOf(request).email, version)));
      },
    );
    typed.post(
      '/api/admin/engine/rollback',
      { schema: begins('Go back to the version before') },
      async (request, reply) =>
        reply.status(202).send(viewOf(await engine.rollBack(adminOf(request).email))),
    );
    typed.put(
      '/api/admin/engine/pin',
      {
        schema: {
          summary: 'Stay with a version',
          description:
            'While one is pinned no other is told of or taken. `null` takes the pin out.',
          tags,
          body: enginePinRequest,
          response: { 200: engineAnswer, default: errorAnswer },
        },
      },
      async (request) => viewOf(await engine.pin(adminOf(request).email, request.body.version)),
    );
  });
}

function begins(summary: string) {
  return {
    summary,
    description: goesOn,
    tags,
    response: { 202: engineAnswer, default: errorAnswer },
  };
}

function viewOf({ refused, last, ...status }: EngineStatus): EngineAnswer {
  return {
    ...status,
    refused: refused.map(({ platforms, ...one }) => ({ ...one, platforms: [...platforms] })),
    last: last && { ...last, platforms: [...last.platforms] },
  };
}
