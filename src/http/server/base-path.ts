// Serves the site below a path: takes the base path off at the border, so that routes and hooks know paths within the site alone.
import type { FastifyInstance } from 'fastify';

/**
 * For Fastify's `rewriteUrl`; undefined for a site with a host name of its own. A request without the path comes from a proxy that took it
 * off, or from a probe.
 */
export function takeOffBasePath(basePath: string) {
  if (basePath === '') return undefined;
  return ({ url = '/' }: { readonly url?: string | undefined }) =>
    url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url;
}

/** Redirects the base path itself to its beginning. */
export function redirectToBasePath(app: FastifyInstance, basePath: string): void {
  if (basePath === '') return;
  app.addHook('onRequest', async ({ originalUrl }, reply) => {
    const [path, query] = originalUrl.split(/\?(.*)/s, 2);
    if (path === basePath)
      return reply.redirect(`${basePath}/${query === undefined ? '' : `?${query}`}`, 302);
  });
}
