// A signal that aborts when a client disconnects before its response.
import type { FastifyReply } from 'fastify';
import { AppError } from '../../shared/errors.ts';

/** Returns a signal that aborts with `cancelled` when the connection closes before the response is sent. */
export function requestSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new AppError('cancelled'));
  });
  return controller.signal;
}
