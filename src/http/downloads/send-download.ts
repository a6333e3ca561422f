// Answers a request that started a download: with the finished file, a redirect to it, or with the job, at once or when it takes long.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../core/async/clock.ts';
import type { DownloadView } from '../../core/downloading/active-downloads.ts';
import type { Downloading } from '../../core/downloading/service.ts';
import type { LimitsAnswer } from '../../shared/api/answers.ts';
import { AppError } from '../../shared/errors.ts';
import { prefersAsync } from '../requests/prefer.ts';
import { requestSignal } from '../requests/request-signal.ts';
import type { DownloadViews } from './download-view.ts';

/** Proxies give up on an answer after 60 seconds by default (nginx, AWS), Cloudflare after 100. */
const LONGEST_WAIT_MS = 50_000;

/** What a program accepts that wants the file itself. */
const BYTES = /^\s*(?:application\/octet-stream|(?:audio|video)\/[\w*.+-]+)\s*(?:$|[,;])/i;

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
    limits,
  }: {
    readonly clock: Clock;
    readonly downloading: Downloading;
    readonly views: DownloadViews;
    readonly basePath: string;
    readonly limits: Pick<LimitsAnswer, 'programLinks'>;
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
    const wantsFile = limits.programLinks && BYTES.test(request.headers.accept ?? '');
    const waiting = new AbortController();
    const callOff = clock.after(LONGEST_WAIT_MS, () => waiting.abort());
    const signals = [requestSignal(reply), stopping.signal, waiting.signal];
    try {
      const answer = views.answer(await downloading.ended(visitor, id, AbortSignal.any(signals)));
      if (!wantsFile) return reply.send(answer);
      const { path } = await downloading.linkForPrograms(visitor, id);
      return reply.redirect(basePath + path, 303);
    } catch (error) {
      if (error !== waiting.signal.reason) throw error;
      // The program comes back by itself.
      if (wantsFile) return reply.redirect(`${basePath}/api/jobs/${id}/file`, 303);
      return sendJob(reply, await downloading.get(visitor, id));
    } finally {
      callOff();
    }
  };
}
