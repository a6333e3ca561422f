// Turns every error of a request into its answer, and logs it once: expected ones briefly, surprises with their stack.
import type { FastifyInstance } from 'fastify';
import { type ErrorWords, failedAnswer, toAppError } from './errors.ts';

const MAX_DETAIL_LENGTH = 500;

/** Registers the error handler. A body never says more than code, words and a reference into the log. */
export function answerErrors(app: FastifyInstance, words: ErrorWords): void {
  app.setErrorHandler(async (thrown, request, reply) => {
    const error = toAppError(thrown);
    const answer = failedAnswer(error, words);
    const { ref, code } = answer.body;
    if (code === 'internal') request.log.error({ err: error.cause, ref }, 'unexpected error');
    else if (code.startsWith('engine_'))
      request.log.error({ code, ref, detail: withoutLinks(error.message) }, 'engine trouble');
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

/** What the engine said last, without anything that tells which item it was about. */
function withoutLinks(text: string): string {
  return text.replace(/\bhttps?:\S+/g, '<link>').slice(-MAX_DETAIL_LENGTH);
}
