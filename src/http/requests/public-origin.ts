// The origin under which visitors reach this site.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../shared/errors.ts';

/** A host name or IP address with an optional port, without characters that could end a URL or start another. */
const HOST = /^([a-z0-9_]([a-z0-9._-]{0,251}[a-z0-9_])?|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/**
 * Returns the public origin, by default the origin of the requested host, which a client can forge; null for an invalid
 * host. Forwarded host and scheme count only from a trusted proxy.
 */
export function publicOrigin(
  request: FastifyRequest,
  publicUrl: string | undefined,
): string | null {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const { host, protocol } = request;
  const address = `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  return HOST.test(host ?? '') && URL.canParse(address) ? new URL(address).origin : null;
}

/** Returns the same for responses that require an origin. Throws AppError `invalid_request` for an invalid host. */
export function requirePublicOrigin(
  request: FastifyRequest,
  publicUrl: string | undefined,
): string {
  const origin = publicOrigin(request, publicUrl);
  if (origin === null)
    throw new AppError('invalid_request', { params: { field: 'Host' }, detail: 'no such host' });
  return origin;
}
