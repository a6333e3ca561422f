// The pages and their assets, as the web build made them.
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Serves `/` and `/assets/…`. Hashed files may be kept for ever; pages are asked for again each time. */
export async function pages(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(serveStatic, {
    root: path.join(webDir, 'assets'),
    prefix: '/assets/',
    index: false,
    dotfiles: 'ignore',
    immutable: true,
    maxAge: '365d',
  });
  app.get('/', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache');
    return reply.sendFile('index.html', webDir);
  });
}
