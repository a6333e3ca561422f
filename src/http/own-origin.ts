// The address under which a visitor sees this site.
import type { FastifyRequest } from 'fastify';

/** The public origin, or where there is none the one that was asked for, which its sender may have made up. */
export function ownOrigin(request: FastifyRequest, publicUrl: string | undefined): string {
  return publicUrl ?? `${request.protocol}://${request.host}`;
}
