// The pages and their assets, as the web build made them, and the operator's own script.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Where the files lie. `customScript` is the operator's own script, which need not be there. */
export type PageFiles = {
  readonly webDir: string;
  readonly publicDir: string;
  readonly customScript?: string | undefined;
};

/** Serves `/`, `/assets/…`, the icon and `/js/custom.js`. Hashed files may be kept for ever; pages are asked for again each time. */
export async function pages(app: FastifyInstance, files: PageFiles): Promise<void> {
  await app.register(serveStatic, {
    root: path.join(files.webDir, 'assets'),
    prefix: '/assets/',
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (reply) => reply.header('Vary', 'Accept-Encoding'),
  });
  app.get('/', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .sendFile('index.html', files.webDir, { cacheControl: false, immutable: false })
      .header('Cache-Control', 'no-cache'),
  );
  app.get('/icon.svg', { schema: { hide: true } }, async (_request, reply) =>
    reply.sendFile('icon.svg', files.publicDir, { immutable: false, maxAge: '1d' }),
  );
  app.get('/js/custom.js', { schema: { hide: true } }, async (_request, reply) => {
    reply.header('Cache-Control', 'no-cache').type('text/javascript; charset=utf-8');
    return reply.serializer(String).send(await readCustomScript(files.customScript));
  });
}

/** The operator's script; empty where there is none. */
async function readCustomScript(file: string | undefined): Promise<string> {
  if (file === undefined) return '';
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
}
