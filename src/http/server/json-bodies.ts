// Reads JSON bodies: an empty one is none, and bytes that are no UTF-8 are refused.
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/errors.ts';

/**
 * Replaces the reader of JSON. Many clients name the type on every call, also where nothing is sent. A body that is no
 * UTF-8 is `invalid_request`: with the wrong bytes replaced, two different passwords would be the same.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = readUtf8(body);
    if (text === null) return done(new AppError('invalid_request', { detail: 'no UTF-8' }));
    return parse(request, text, done);
  });
}

function readUtf8(bytes: Buffer | string): string | null {
  if (typeof bytes === 'string') return bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // The class throws for whatever is no UTF-8.
    return null;
  }
}
