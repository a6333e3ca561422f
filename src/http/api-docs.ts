// The OpenAPI description made from the routes' own schemas, and a readable page of it without any script.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { type OpenApiDocument, renderApiPage } from './api-page.ts';

/** Registers `/api/openapi.json` and `/api/docs`. Must come before the routes that it is to describe. */
export async function apiDocs(app: FastifyInstance, publicDir: string): Promise<void> {
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
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache');
    return reply.serializer(JSON.stringify).send(app.swagger());
  });
  app.get('/api/docs', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8');
    return reply
      .serializer(String)
      .send(renderApiPage(app.swagger() as unknown as OpenApiDocument));
  });
  const style = await readFile(path.join(publicDir, 'api-docs.css'), 'utf8');
  app.get('/api/docs/style.css', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache').type('text/css; charset=utf-8');
    return reply.serializer(String).send(style);
  });
}
