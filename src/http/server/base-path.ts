// Serves the site below a path: takes the base path off at the border, so that routes and hooks know paths within the site alone.
import type { FastifyInstance } from 'fastify';

/** What probes, Prometheus and other servers of the fleet ask for directly, not through the proxy of visitors. */
const WITHOUT_BASE = /^\/(?:healthz|readyz|metrics|early\/[^/?]+)(?:\?|$)/;

/** Returns the path within the site, with its query; null for an address outside the base path. */
function withinSite(url: string, basePath: string): string | null {
  if (WITHOUT_BASE.test(url)) return url;
  return url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : null;
}

/** For Fastify's `rewriteUrl`; undefined for a site with a host name of its own. */
export function takeOffBasePath(basePath: string) {
  if (basePath === '') return undefined;
  return ({ url = '/' }: { readonly url?: string | undefined }) => withinSite(url, basePath) ?? url;
}

/** Registers the answers outside the base path: its beginning is redirected to, anything else is refused. */
export function refuseOutsideBasePath(app: FastifyInstance, basePath: string): void {
  if (basePath === '') return;
  app.addHook('onRequest', async ({ originalUrl }, reply) => {
    if (withinSite(originalUrl, basePath) !== null) return;
    const [path = '', query] = originalUrl.split(/\?(.*)/s, 2);
    if (path === '/' || path === basePath)
      return reply.redirect(`${basePath}/${query === undefined ? '' : `?${query}`}`, 302);
    return reply
      .code(404)
      .type('text/plain; charset=utf-8')
      .send(
        `This site is below ${basePath}/, and the proxy in front of it must pass that path on.\n`,
      );
  });
}
