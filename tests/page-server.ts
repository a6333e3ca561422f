// Serves a built folder of pages as the product does, with its policy and its caching, and nothing behind it.
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import Fastify from 'fastify';
import { pages } from '../src/http/routes/pages.ts';
import { securityHeaders } from '../src/http/security-headers.ts';

/** The running server. `origin` has no slash at its end. */
export type PageServer = { readonly origin: string; readonly close: () => Promise<void> };

const root = path.resolve(import.meta.dirname, '..');

/** Serves the product's own build, or the folder given. */
export async function servePages(webDir = path.join(root, 'dist/web')): Promise<PageServer> {
  const app = Fastify({ forceCloseConnections: true });
  await securityHeaders(app, undefined);
  await pages(app, { webDir, publicDir: path.join(root, 'public') });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => app.close() };
}
