// Downloads the items of a post or the chapters of a video, a few at once, and asks for one ZIP file of them. Without React.
import pLimit from 'p-limit';
import type {
  DownloadRequest,
  Job,
  ZipAnswer,
  ZipRequest,
} from '../../../../shared/api/download.ts';
import type { InspectAnswer } from '../../../../shared/api/inspect.ts';
import type { Calls } from '../../../download-client/calls.ts';
import { type Failure, failureFromServer, failureOf } from '../../../download-client/failure.ts';
import { createPatience, refusesServer } from '../../../download-client/patience.ts';

/** What collecting needs. `log` receives failures that visitors need not see. */
export type CollectNeeds = {
  readonly calls: Pick<Calls, 'job' | 'cancel'> & {
    readonly start: (request: DownloadRequest) => Promise<Job>;
    readonly zip: (request: ZipRequest) => Promise<ZipAnswer>;
  };
  /** The time in epoch milliseconds. */
  readonly now: () => number;
  /** Ends early when the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly log: (what: string, error: unknown) => void;
};

/** What the archive is to hold: what is asked for, and how the page names it. */
export type Member = {
  readonly id: string;
  readonly name: string;
  readonly request: DownloadRequest;
};

/** The post that the members are of. */
export type MembersOf = {
  readonly answer: Pick<InspectAnswer, 'url' | 'platformName' | 'media'>;
  readonly members: readonly Member[];
};

/** What the archive does not have, and why. */
export type Missing = { readonly member: Member; readonly failure: Failure };

/** The archive, if there is anything in it, and what it lacks. */
export type Collected = { readonly zip: ZipAnswer | null; readonly missing: readonly Missing[] };

/** How a download of one member ended. `job` is null where it never became one. */
type End = {
  readonly member: Member;
  readonly job: string | null;
  readonly failure: Failure | null;
};

/** Two fewer than the server keeps open for a visitor. */
const MOST_AT_ONCE = 10;
const FIRST_LOOK_MS = 400;
const LONGEST_PAUSE_MS = 3000;
/** Until bytes of one have arrived: if the platform refuses the first, the others send no request. */
const MOST_AT_FIRST = 2;
/** How often a member is asked for that the server has no room for. */
const MAX_STARTS = 6;
const USUAL_WAIT_SECONDS = 10;

/**
 * Collects all members. `report` receives how many have ended, and until when the platform is not asked, in epoch milliseconds.
 * When `signal` aborts, those that are open are cancelled. Throws what asking for the archive throws.
 */
export async function collectZip(
  needs: CollectNeeds,
  { answer, members, language }: MembersOf & { readonly language: string },
  signal: AbortSignal,
  report: (done: number, waitUntil?: number) => void,
): Promise<Collected> {
  let done = 0;
  let waitUntil: number | undefined;
  const downloadPatiently = createDownloader(needs, signal, (until) => {
    waitUntil = until;
    report(done, until);
  });
  const ends = await Promise.all(
    members.map(async (member) => {
      const end = await downloadPatiently(member);
      done += 1;
      report(done, waitUntil);
      return end;
    }),
  );
  signal.throwIfAborted();
  const missing = ends.flatMap(({ member, failure }) => (failure ? [{ member, failure }] : []));
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

function namedInReport(
  { url }: MembersOf['answer'],
  { code }: Failure,
): NonNullable<ZipRequest['failures']> {
  // What happened on this side of the connection has no code of the server.
  const isOwn = code === 'offline' || code === 'unreadable' || code === 'cookies_off';
  return [{ url, code: isOwn ? 'interrupted' : code }];
}

/**
 * Downloads members, several at once. While the platform refuses the server none is asked for, and after that one at a time until
 * bytes of one have arrived. `onWait` receives until when.
 */
function createDownloader(
  needs: CollectNeeds,
  signal: AbortSignal,
  onWait: (until?: number) => void,
): (member: Member) => Promise<End> {
  const limit = pLimit(MOST_AT_FIRST);
  let waiting: Promise<unknown> = Promise.resolve();
  let waitUntil: number | undefined;
  let patience = createPatience(needs.now);
  let givenUp: Failure | null = null;

  const wait = (seconds: number) => {
    limit.concurrency = 1;
    waitUntil = Math.max(waitUntil ?? 0, needs.now() + 1000 * seconds);
    onWait(waitUntil);
    waiting = Promise.all([waiting, needs.pause(1000 * seconds, signal)]);
  };
  const waitingIsOver = async () => {
    for (let seen: unknown = null; seen !== waiting; ) {
      seen = waiting;
      await waiting;
    }
  };
  const tryOnce = async (member: Member): Promise<End | 'later'> => {
    await waitingIsOver();
    if (waitUntil !== undefined) {
      waitUntil = undefined;
      onWait();
    }
    if (givenUp) return { member, job: null, failure: givenUp };
    const onBytes = () => {
      if (waitUntil === undefined) limit.concurrency = MOST_AT_ONCE;
    };
    const end = await download(needs, member, signal, onBytes);
    const { failure, job } = end;
    if (!failure || !refusesServer(failure) || signal.aborted) {
      if (!failure) patience = createPatience(needs.now);
      return end;
    }
    const seconds = patience.refused(failure, job !== null);
    if (seconds === null) givenUp = failure;
    else wait(seconds);
    if (givenUp) return end;
    return 'later';
  };
  return async (member) => {
    for (;;) {
      const end = await limit(() => tryOnce(member));
      if (end !== 'later') return end;
    }
  };
}

/** `onBytes` is called when the first bytes have arrived. */
async function download(
  needs: CollectNeeds,
  member: Member,
  signal: AbortSignal,
  onBytes: () => void,
): Promise<End> {
  let job: string | null = null;
  try {
    job = (await start(needs, member.request, signal)).job;
    const { state, error } = await ended(needs, job, signal, onBytes);
    if (state === 'ready') onBytes();
    const failure =
      state === 'ready'
        ? null
        : failureFromServer(error ?? { code: 'cancelled', message: '', params: {} });
    return { member, job, failure };
  } catch (error) {
    if (signal.aborted && job !== null)
      await needs.calls.cancel(job).catch((cause) => needs.log('the cancel request failed', cause));
    return { member, job, failure: failureOf(error) };
  }
}

/** Starts a download; one for which the server has no room at the moment is asked for again, more and more rarely: others wait as well. */
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
      const seconds = Number(params['retryAfterSeconds']) || USUAL_WAIT_SECONDS;
      await needs.pause(1000 * seconds * time, signal);
    }
  }
}

/** Asks for a job until it has ended, more and more rarely. */
async function ended(
  needs: CollectNeeds,
  id: string,
  signal: AbortSignal,
  onBytes: () => void,
): Promise<Job> {
  let hasBytes = false;
  for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
    signal.throwIfAborted();
    const job = await needs.calls.job(id, signal).catch((error: unknown) => {
      if (failureOf(error).code === 'too_many_requests') return null;
      throw error;
    });
    if (job && job.state !== 'open') return job;
    if (!hasBytes && (job?.progress?.bytes ?? 0) > 0) {
      hasBytes = true;
      onBytes();
    }
    await needs.pause(pauseMs, signal);
  }
}
