// A signal that aborts when the client of a request goes away before its answer.
import type { FastifyReply } from 'fastify';
import { AppError } from '../../shared/errors.ts';

/** Aborts with `cancelled` once the connection closes unanswered. */
export function requestSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new AppError('cancelled'));
  });
  return controller.signal;
}
