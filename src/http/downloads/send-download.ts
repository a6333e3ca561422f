// Answers a request that started a download: at once with the job, or with the finished file.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DownloadView } from '../../core/downloading/active-downloads.ts';
import type { Downloading } from '../../core/downloading/service.ts';
import { AppError } from '../../shared/errors.ts';
import { prefersAsync } from '../requests/prefer.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { DownloadViews } from './download-view.ts';

/** Sends the answer. A client that disconnects while it waits cancels nothing. */
export type SendDownload = (
  request: FastifyRequest,
  reply: FastifyReply,
  visitor: string,
  view: DownloadView,
) => Promise<FastifyReply>;

/** Creates the function; call it once per server. */
export function createSendDownload(
  app: FastifyInstance,
  { downloading, views }: { readonly downloading: Downloading; readonly views: DownloadViews },
): SendDownload {
  const stopping = new AbortController();
  // Requests that are still waiting would delay the shutdown.
  app.addHook('preClose', async () => stopping.abort(new AppError('interrupted')));
  return async (request, reply, visitor, view) => {
    const { id } = view.download;
    reply.header('Cache-Control', 'no-store');
    if (prefersAsync(request.headers.prefer))
      return reply
        .status(202)
        .header('Preference-Applied', 'respond-async')
        .header('Location', `/api/jobs/${id}`)
        .send(views.job(view));
    const signal = AbortSignal.any([requestSignal(reply), stopping.signal]);
    return reply.send(views.answer(await downloading.ended(visitor, id, signal)));
  };
}
