// The static files of the web build: hashed scripts, styles and fonts, and pictures and icons.
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { EXTENSION_BROWSERS } from '../../shared/extension.ts';
import { requirePublicOrigin } from '../requests/public-origin.ts';
import type { LimitRate } from '../server/limit-rate.ts';
import type { HttpOptions } from '../services.ts';
import { withServer } from './extension-zip.ts';

/** The folders of pictures in the build. Their names have no hash, so they are cached for a day only. */
const PICTURES = ['share', 'pictures'] as const;
/** The browser extension for each browser, as the build packs it. */
const EXTENSION = 'extension';
/** It is put together for each request. */
const EXTENSION_COST = 10;
/** Icons are served where browsers request them by default: `/favicon.ico`, `/apple-touch-icon.png`. */
const ICONS = 'icons';

/** Serves `/assets/…` as immutable, the pictures, the extension, and each icon under its own name. */
export async function assets(
  app: FastifyInstance,
  { webDir, publicUrl, basePath = '' }: Pick<HttpOptions, 'webDir' | 'publicUrl' | 'basePath'>,
  limit: LimitRate,
): Promise<void> {
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
      // Other sites show the share images of pages in link previews.
      setHeaders: (reply) => reply.header('Cross-Origin-Resource-Policy', 'cross-origin'),
    });
  }
  for (const browser of EXTENSION_BROWSERS) {
    const name = `keepreel-${browser}.zip`;
    const options = { onRequest: limit('site', EXTENSION_COST), schema: { hide: true } };
    app.get(`/${EXTENSION}/${name}`, options, async (request, reply) => {
      const zip = await readFile(path.join(webDir, EXTENSION, name));
      // It goes with the server's version and address.
      reply.header('Cache-Control', 'no-cache').type('application/zip');
      return reply.send(withServer(zip, requirePublicOrigin(request, publicUrl) + basePath));
    });
  }
  const icons = path.join(webDir, ICONS);
  for (const file of readdirSync(icons)) {
    app.get(`/${file}`, { schema: { hide: true } }, async (_request, reply) =>
      reply.sendFile(file, icons, { immutable: false, maxAge: '1d' }),
    );
  }
}
