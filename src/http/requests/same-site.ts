// Refuses changes that another site sends in a visitor's name.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../shared/errors.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Fetch metadata decides where the browser sends it; `Origin` only where it does not. Programs send neither and pass. */
export function isSameSite(request: FastifyRequest, publicUrl: string | undefined): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  const own = publicUrl ? new URL(publicUrl).origin : `${request.protocol}://${request.host}`;
  return origin === own;
}

/** Registers the check for every request that may change something. */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string | undefined): void {
  app.addHook('onRequest', async (request) => {
    if (READING.has(request.method) || isSameSite(request, publicUrl)) return;
    throw new AppError('cross_site');
  });
}
