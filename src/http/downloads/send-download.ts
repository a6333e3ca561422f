// Answers a request that started a download: with the finished file, or with the job, at once or when the file takes long.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/async/clock.ts';
import type { DownloadView } from '../../core/downloading/active-downloads.ts';
import type { Downloading } from '../../core/downloading/service.ts';
import { AppError } from '../../shared/errors.ts';
import { prefersAsync } from '../requests/prefer.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { DownloadViews } from './download-view.ts';

/** Proxies give up on an answer after 60 seconds by default (nginx, AWS), Cloudflare after 100. */
const LONGEST_WAIT_MS = 50_000;

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
  {
    clock,
    downloading,
    views,
    basePath,
  }: {
    readonly clock: Clock;
    readonly downloading: Downloading;
    readonly views: DownloadViews;
    readonly basePath: string;
  },
): SendDownload {
  const stopping = new AbortController();
  // Requests that are still waiting would delay the shutdown.
  app.addHook('preClose', async () => stopping.abort(new AppError('interrupted')));
  const sendJob = (reply: FastifyReply, view: DownloadView) =>
    reply
      .status(202)
      .header('Location', `${basePath}/api/jobs/${view.download.id}`)
      .send(views.job(view));
  return async (request, reply, visitor, view) => {
    const { id } = view.download;
    reply.header('Cache-Control', 'no-store');
    if (prefersAsync(request.headers.prefer))
      return sendJob(reply.header('Preference-Applied', 'respond-async'), view);
    const waiting = new AbortController();
    const callOff = clock.after(LONGEST_WAIT_MS, () => waiting.abort());
    const signals = [requestSignal(reply), stopping.signal, waiting.signal];
    try {
      return reply.send(
        views.answer(await downloading.ended(visitor, id, AbortSignal.any(signals))),
      );
    } catch (error) {
      if (error !== waiting.signal.reason) throw error;
      return sendJob(reply, await downloading.get(visitor, id));
    } finally {
      callOff();
    }
  };
}
