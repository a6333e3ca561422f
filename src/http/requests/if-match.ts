// The version that a change was made from, as `If-Match` says it.
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../shared/errors.ts';

const ONE = /^(?:W\/)?"(\d{1,15})"$/;

/** The version, or null where the header is missing or takes any. Throws `invalid_request` for whatever is no version of ours. */
export function readIfMatch(request: FastifyRequest): number | null {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return null;
  const version = ONE.exec(header.trim())?.[1];
  if (version === undefined)
    throw new AppError('invalid_request', { params: { field: 'If-Match' } });
  return Number(version);
}

/** The header of an answer that shows a version. */
export function etagOf({ version }: { readonly version: number }): string {
  return `"${version}"`;
}
