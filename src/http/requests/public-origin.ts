// The address under which a visitor sees this site.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../shared/errors.ts';

/** A name or address with an optional port, and nothing that could end an address or begin another. */
const HOST = /^([a-z0-9_]([a-z0-9._-]{0,251}[a-z0-9_])?|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i;

/**
 * The public origin, or where none is set that of the host that was asked, which its sender may have made up; null for what
 * can be no host. A proxy is heard on host and scheme only where it is trusted.
 */
export function ownOrigin(request: FastifyRequest, publicUrl: string | undefined): string | null {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const { host, protocol } = request;
  const address = `${protocol === 'https' ? 'https' : 'http'}://${host}`;
  return HOST.test(host ?? '') && URL.canParse(address) ? new URL(address).origin : null;
}

/** The same, for answers that are nothing without it. Throws `invalid_request` for what can be no host. */
export function certainOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  const origin = ownOrigin(request, publicUrl);
  if (origin === null)
    throw new AppError('invalid_request', { params: { field: 'Host' }, detail: 'no such host' });
  return origin;
}
