// The OpenAPI document, generated from the schemas of the routes, and a readable page of it without scripts.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { RouteContext } from '../route-context.ts';
import { type OpenApiDocument, renderApiPage } from './api-page.ts';

/** The name of the security scheme. */
const KEY_SCHEME = 'key';

/**
 * Registers `/api/openapi.json` and `/api/docs`. Call it before the routes it describes are registered. Both texts are made
 * once, on the first request.
 */
export async function apiDocs(
  app: FastifyInstance,
  { options: { publicDir }, limit, basePath }: RouteContext,
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Keepreel',
        version: '1',
        description:
          'The API that the site itself uses. Rate limits apply to all clients; a 429 carries Retry-After.',
      },
      ...(basePath && { servers: [{ url: basePath }] }),
      components: {
        securitySchemes: {
          [KEY_SCHEME]: {
            type: 'http',
            scheme: 'bearer',
            description:
              'A key for programs (kr_…). Optional: without one, a request is that of the visitor of its cookie.',
          },
        },
      },
    },
    transform: (route) => {
      const described = jsonSchemaTransform(route);
      if (!route.route.config?.takesKey) return described;
      const security = [...(route.url === '/api/key' ? [] : [{}]), { [KEY_SCHEME]: [] }];
      return { ...described, schema: { ...described.schema, security } };
    },
  });
  const onPage = { onRequest: limit('site'), schema: { hide: true } };
  let json: string | null = null;
  app.get('/api/openapi.json', onPage, async (_request, reply) => {
    json ??= JSON.stringify(app.swagger());
    reply.header('Cache-Control', 'no-cache').type('application/json; charset=utf-8');
    return reply.serializer(String).send(json);
  });
  let page: string | null = null;
  app.get('/api/docs', onPage, async (_request, reply) => {
    page ??= renderApiPage(app.swagger() as unknown as OpenApiDocument, basePath);
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8');
    return reply.serializer(String).send(page);
  });
  const style = await readFile(path.join(publicDir, 'api-docs.css'), 'utf8');
  app.get('/api/docs/style.css', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache').type('text/css; charset=utf-8');
    return reply.serializer(String).send(style);
  });
}
