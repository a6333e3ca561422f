// What the web build made and never changes again: scripts, styles, fonts under names with a hash, and pictures.
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The folders of pictures in the build. Their names stay while they change, so they are kept for a day. */
const PICTURES = ['share', 'pictures', 'icons'] as const;

/** Serves `/assets/…` to be kept for ever, and pictures. */
export async function assets(app: FastifyInstance, webDir: string): Promise<void> {
  await app.register(serveStatic, {
    root: path.join(webDir, 'assets'),
    prefix: '/assets/',
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (reply) => reply.header('Vary', 'Accept-Encoding'),
  });
  for (const folder of PICTURES) {
    await app.register(serveStatic, {
      root: path.join(webDir, folder),
      prefix: `/${folder}/`,
      decorateReply: false,
      index: false,
      dotfiles: 'ignore',
      maxAge: '1d',
      // Pictures of pages are shown by other sites when somebody shares a link.
      setHeaders: (reply) => reply.header('Cross-Origin-Resource-Policy', 'cross-origin'),
    });
  }
}
