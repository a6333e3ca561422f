// Pages and data share /admin: a browser that opens a data path is redirected to the dashboard.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RouteContext } from '../route-context.ts';
import { wantsPage } from '../site/pages.ts';

const DASHBOARD = '/admin/dashboard';

/** Registers the check. Pages, requests by programs and unknown paths are not redirected. */
export function redirectToDashboard(
  app: FastifyInstance,
  { isPage, allowedMethods, basePath }: RouteContext,
): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/admin/') || !isNavigation(request)) return;
    const path = (request.url.split('?', 1)[0] ?? '').replace(/(.)\/$/, '$1');
    if (isPage(path) || allowedMethods(path).length === 0) return;
    return reply.header('Cache-Control', 'no-store').redirect(basePath + DASHBOARD, 303);
  });
}

/** Reads `Sec-Fetch-Mode`; without it, a request that accepts HTML counts as navigation. */
function isNavigation(request: FastifyRequest): boolean {
  const mode = request.headers['sec-fetch-mode'];
  return wantsPage(request) && (mode === undefined || mode === 'navigate');
}
