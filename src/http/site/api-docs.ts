// The OpenAPI description made from the routes' own schemas, and a readable page of it without any script.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import type { LimitRate } from '../server/limit-rate.ts';
import { type OpenApiDocument, renderApiPage } from './api-page.ts';

/**
 * Registers `/api/openapi.json` and `/api/docs`. Must come before the routes that it is to describe; both texts are made
 * once, when they are first asked for.
 */
export async function apiDocs(
  app: FastifyInstance,
  { publicDir, limit }: { readonly publicDir: string; readonly limit: LimitRate },
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Keepreel',
        version: '1',
        description:
          'The same calls that the site itself makes. Fair limits apply to everybody; a 429 says when to come back.',
      },
    },
    transform: jsonSchemaTransform,
  });
  const options = { onRequest: limit('site'), schema: { hide: true } };
  let json: string | null = null;
  app.get('/api/openapi.json', options, async (_request, reply) => {
    json ??= JSON.stringify(app.swagger());
    reply.header('Cache-Control', 'no-cache').type('application/json; charset=utf-8');
    return reply.serializer(String).send(json);
  });
  let page: string | null = null;
  app.get('/api/docs', options, async (_request, reply) => {
    page ??= renderApiPage(app.swagger() as unknown as OpenApiDocument);
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8');
    return reply.serializer(String).send(page);
  });
  const style = await readFile(path.join(publicDir, 'api-docs.css'), 'utf8');
  app.get('/api/docs/style.css', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache').type('text/css; charset=utf-8');
    return reply.serializer(String).send(style);
  });
}
