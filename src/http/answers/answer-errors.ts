// The error handler: turns every error into a response and logs it once, expected ones briefly, others with their stack.
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type ErrorWords, failedAnswer, toAppError } from './errors.ts';
import { reasonOf } from './reason.ts';

/** Registers the error handler. A body holds the code, its message, its params and a reference to the log entry, and no more. */
export function answerErrors(app: FastifyInstance, words: ErrorWords): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = toAppError(thrown);
    const answer = failedAnswer(error, words);
    const { ref, code } = answer.body;
    if (code === 'internal') request.log.error({ err: error.cause, ref }, 'unexpected error');
    else if (code.startsWith('engine_'))
      request.log.error({ code, ref, detail: reasonOf(error) }, 'engine failure');
    else request.log.info({ code, ref, detail: reasonOf(error) }, 'refused');
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
