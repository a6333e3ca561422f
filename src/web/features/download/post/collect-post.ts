// Downloads all items of a post, a few at once, and asks for one ZIP file of them. Without React.
import pLimit from 'p-limit';
import type {
  DownloadRequest,
  Job,
  ZipAnswer,
  ZipRequest,
} from '../../../../shared/api/download.ts';
import type { InspectAnswer, InspectItem } from '../../../../shared/api/inspect.ts';
import type { Calls } from '../../../download-client/calls.ts';
import { type Failure, failureFromServer, failureOf } from '../../../download-client/failure.ts';

/** What collecting needs. `log` receives failures that visitors need not see. */
export type CollectNeeds = {
  readonly calls: Pick<Calls, 'job' | 'cancel'> & {
    readonly start: (request: DownloadRequest) => Promise<Job>;
    readonly zip: (request: ZipRequest) => Promise<ZipAnswer>;
  };
  /** Ends early when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: (what: string, error: unknown) => void;
};

/** An item that the archive does not have, and why. */
export type Missing = { readonly item: InspectItem; readonly failure: Failure };

/** The archive, if there is anything in it, and what it lacks. */
export type Collected = { readonly zip: ZipAnswer | null; readonly missing: readonly Missing[] };

/** How a download of one item ended. `job` is null where it never became one. */
type End = {
  readonly item: InspectItem;
  readonly job: string | null;
  readonly failure: Failure | null;
};

/** Two fewer than the server keeps open for a visitor. */
const MOST_AT_ONCE = 10;
const FIRST_LOOK_MS = 400;
const LONGEST_PAUSE_MS = 3000;
/** How often an item that the server refuses for a while is asked for. */
const MAX_STARTS = 6;
const USUAL_WAIT_SECONDS = 10;
/** What a platform tells this server, and how long the server then pauses at first. */
const REFUSED: readonly string[] = ['rate_limited', 'bot_check', 'platform_paused'];
const REFUSED_SECONDS = 60;

/**
 * Collects all items. `report` receives how many have ended, and for how many seconds the platform is not asked. When `signal` aborts, those that are open are cancelled. Throws what
 * asking for the archive throws.
 */
export async function collectPost(
  needs: CollectNeeds,
  { answer, language }: { readonly answer: InspectAnswer; readonly language: string },
  signal: AbortSignal,
  report: (done: number, waitSeconds?: number) => void,
): Promise<Collected> {
  const limit = pLimit(MOST_AT_ONCE);
  let done = 0;
  const ends = await Promise.all(
    answer.items.map((item) =>
      limit(async () => {
        const request = { url: answer.url, ...requestFor(item) };
        const onWait = (seconds: number) => report(done, seconds);
        const end = await downloadPatiently(needs, request, item, signal, onWait);
        done += 1;
        report(done);
        return end;
      }),
    ),
  );
  signal.throwIfAborted();
  const missing = ends.flatMap(({ item, failure }) => (failure ? [{ item, failure }] : []));
  if (missing.length === ends.length) return { zip: null, missing };
  const zip = await needs.calls.zip({
    jobs: ends.flatMap(({ job }) => job ?? []),
    failures: ends.flatMap(({ job, failure }) =>
      job === null && failure ? namedInReport(answer, failure) : [],
    ),
    name: answer.media.title,
    language,
  });
  return { zip, missing };
}

/** The best of an item: a photo unchanged, a video in its highest quality, a sound as it is. */
function requestFor({ id, kind }: InspectItem): Omit<DownloadRequest, 'url'> {
  if (kind === 'video') return { item: id, format: 'mp4', quality: 'high' };
  return { item: id, offer: kind === 'photo' ? 'photo' : 'original-sound' };
}

function namedInReport(
  { url }: InspectAnswer,
  { code }: Failure,
): NonNullable<ZipRequest['failures']> {
  // What happened on this side of the connection has no code of the server.
  const isOwn = code === 'offline' || code === 'unreadable' || code === 'cookies_off';
  return [{ url, code: isOwn ? 'interrupted' : code }];
}

/** Asks again when a platform that refuses the server may be asked. */
async function downloadPatiently(
  needs: CollectNeeds,
  request: DownloadRequest,
  item: InspectItem,
  signal: AbortSignal,
  onWait: (seconds: number) => void,
): Promise<End> {
  for (let time = 1; ; time += 1) {
    const end = await download(needs, request, item, signal);
    const seconds = waitOf(end.failure);
    if (!seconds || time === MAX_STARTS || signal.aborted) return end;
    await waitFor(needs, seconds, signal, onWait);
  }
}

/** Waits, and counts the seconds down beside it: a hidden page counts late. */
async function waitFor(
  { pause }: CollectNeeds,
  seconds: number,
  signal: AbortSignal,
  onWait: (seconds: number) => void,
): Promise<void> {
  let left = seconds;
  const count = async () => {
    for (; left > 0; left -= 1) {
      onWait(left);
      await pause(1000, signal);
    }
  };
  void count();
  await pause(1000 * seconds, signal);
  left = 0;
  onWait(0);
}

function waitOf(failure: Failure | null): number {
  if (!failure || !REFUSED.includes(failure.code)) return 0;
  return Number(failure.params['retryAfterSeconds']) || REFUSED_SECONDS;
}

async function download(
  needs: CollectNeeds,
  request: DownloadRequest,
  item: InspectItem,
  signal: AbortSignal,
): Promise<End> {
  let job: string | null = null;
  try {
    job = (await start(needs, request, signal)).job;
    const { state, error } = await ended(needs, job, signal);
    const failure =
      state === 'ready'
        ? null
        : failureFromServer(error ?? { code: 'cancelled', message: '', params: {} });
    return { item, job, failure };
  } catch (error) {
    if (signal.aborted && job !== null)
      await needs.calls.cancel(job).catch((cause) => needs.log('the cancel request failed', cause));
    return { item, job, failure: failureOf(error) };
  }
}

/** Starts a download; one for which the server has no room at the moment is asked for again. */
async function start(
  needs: CollectNeeds,
  request: DownloadRequest,
  signal: AbortSignal,
): Promise<Job> {
  for (let time = 1; ; time += 1) {
    signal.throwIfAborted();
    try {
      return await needs.calls.start(request);
    } catch (error) {
      const { code, params } = failureOf(error);
      const isFull =
        code === 'too_many_requests' || code === 'too_many_jobs' || code === 'server_busy';
      if (!isFull || time === MAX_STARTS) throw error;
      await needs.pause(1000 * (Number(params['retryAfterSeconds']) || USUAL_WAIT_SECONDS), signal);
    }
  }
}

/** Asks for a job until it has ended, more and more rarely. */
async function ended(needs: CollectNeeds, id: string, signal: AbortSignal): Promise<Job> {
  for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
    signal.throwIfAborted();
    const job = await needs.calls.job(id, signal).catch((error: unknown) => {
      if (failureOf(error).code === 'too_many_requests') return null;
      throw error;
    });
    if (job && job.state !== 'open') return job;
    await needs.pause(pauseMs, signal);
  }
}
