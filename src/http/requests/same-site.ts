// CSRF protection: refuses state-changing requests from other sites.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../shared/errors.ts';
import { keyOf } from './request-key.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Decides by `Sec-Fetch-Site`, or by `Origin` if that is missing. Requests with neither, as programs send them, pass. */
export function isSameSite(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  const own = publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`;
  return origin === own;
}

/** Registers the check for all requests that may change state. */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', async (request) => {
    if (READING.has(request.method) || isSameSite(request, publicUrl)) return;
    // No browser adds a key on its own, and its origins were checked.
    if (keyOf(request)) return;
    throw new AppError('cross_site');
  });
}
