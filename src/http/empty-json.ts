// Lets a request say "JSON" and send nothing: many clients name the type on every call, also where no body is needed.
import type { FastifyInstance } from 'fastify';

/** Replaces the reader of JSON by one for which an empty body is no body. */
export function takeEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parse(request, String(body), done);
  });
}
