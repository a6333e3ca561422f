// Parses JSON bodies: an empty body counts as missing, and invalid UTF-8 is refused.
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../shared/errors.ts';

/**
 * Replaces the JSON parser. Many clients send the content type even without a body. Invalid UTF-8 is `invalid_request`: with
 * replacement characters, two different passwords would be equal.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = readUtf8(body);
    if (text === null) return done(new AppError('invalid_request', { detail: 'invalid UTF-8' }));
    return parse(request, text, done);
  });
}

function readUtf8(bytes: Buffer | string): string | null {
  if (typeof bytes === 'string') return bytes;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // `fatal` throws on invalid UTF-8.
    return null;
  }
}
