// The error handler: turns every error into a response and logs it once, expected ones briefly, others with their stack.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ErrorWords, failedAnswer, toAppError } from './errors.ts';

const MAX_PLACES = 8;

/** Registers the error handler. A body holds the code, its message, its params and a reference to the log entry, and no more. */
export function answerErrors(app: FastifyInstance, words: ErrorWords): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = toAppError(thrown);
    const answer = failedAnswer(error, words);
    const { ref, code } = answer.body;
    if (code === 'internal') request.log.error({ err: error.cause, ref }, 'unexpected error');
    else if (code.startsWith('engine_'))
      request.log.error({ code, ref, detail: withoutWords(error.message) }, 'engine failure');
    else request.log.info({ code, ref }, 'refused');
    reply.header('Cache-Control', 'no-store');
    if (answer.retryAfterSeconds !== null) reply.header('Retry-After', answer.retryAfterSeconds);
    return reply
      .status(answer.status)
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(answer.body);
  });
}

/** Answers requests that the router itself refuses, before any hook or handler of the application runs. */
export function answerRouterErrors(words: ErrorWords) {
  return (thrown: Error, _request: unknown, reply: FastifyReply): void => {
    const { status, body } = failedAnswer(toAppError(thrown), words);
    void reply
      .status(status)
      .header('Cache-Control', 'no-store')
      .type('application/json; charset=utf-8')
      .serializer(JSON.stringify)
      .send(body);
  };
}

/**
 * Reduces a Python traceback to its frames and the name of the exception. The messages are dropped: they may hold a link
 * or a title.
 */
export function withoutWords(text: string): string {
  const lines = text.split('\n');
  const places = lines.flatMap(
    (line) =>
      line
        .match(/^\s+File "[^"]*\/([\w.]+)", (line \d+)/)
        ?.slice(1, 3)
        .join(' ') ?? [],
  );
  const exception = lines
    .findLast((line) => /^[\w.]+(Error|Exception|Exit)\b/.test(line))
    ?.match(/^[\w.]+/)?.[0];
  const start = lines[0]?.match(/^engine_[a-z]+(: [a-z]+( -?\d+)?)?/)?.[0];
  return [start, ...places.slice(-MAX_PLACES), exception].filter(Boolean).join(' · ');
}
