// Optimistic locking: reads the expected version from `If-Match` and writes the ETag.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../shared/errors.ts';

const ONE = /^(?:W\/)?"(\d{1,15})"$/;

/** Returns the version, or null if the header is missing or `*`. Throws AppError `invalid_request` for any other value. */
export function readIfMatch(request: FastifyRequest): number | null {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const version = ONE.exec(header.trim())?.[1];
  if (version === undefined)
    throw new AppError('invalid_request', { params: { field: 'If-Match' } });
  return Number(version);
}

/** Returns the ETag of a version. */
export function etagOf({ version }: { readonly version: number }): string {
  return `"${version}"`;
}
