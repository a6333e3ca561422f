// A queue of links without a page: the test controls its server and its timers.
import type { DownloadRequest, Job, ProgressEvent } from '../../../src/shared/api/download.ts';
import type { ErrorParams, VisitorErrorCode } from '../../../src/shared/errors.ts';
import { RequestError } from '../../../src/web/browser/request.ts';
import { createBatch } from '../../../src/web/features/batch/batch.ts';
import { formatBatch, parseBatch } from '../../../src/web/features/batch/batch-memory.ts';
import { countRows } from '../../../src/web/features/batch/batch-state.ts';
import { aJob, anEvent, anInspection, anOffer, RESULT, VALID } from './manual-flow.ts';

/** The link of a video. */
export const link = (at: number) =>
  `https://www.youtube.com/watch?v=${String(at).padStart(11, '0')}`;
/** A text with so many links. */
export const list = (count: number) =>
  Array.from({ length: count }, (_, at) => link(at)).join('\n');
/** Lets everything happen that waits for nothing else. */
export const settle = () => new Promise<void>((done) => setImmediate(done));
/** A refusal of the server. */
export const batchRefusal = (status: number, code: VisitorErrorCode, params: ErrorParams = {}) =>
  new RequestError(status, code, { success: false, code, message: '', params, ref: '' });

/** Creates a queue with what is stored of an earlier one. What `control` holds may throw. */
export function createManualBatch(stored: string | null = null) {
  const jobs = new Map<string, Job>();
  const detected: string[] = [];
  const started: DownloadRequest[] = [];
  const cancelled: string[] = [];
  const timers: { at: number; call: () => void }[] = [];
  let stream: { event: (event: ProgressEvent) => void; broke: () => void } | null = null;
  let memory = stored;
  let nowMs = Date.now();
  const control = {
    answerDetect: async (): Promise<void> => undefined,
    answerStart: async (): Promise<void> => undefined,
    answerInspect: async (_url: string) =>
      anInspection([anOffer('high'), anOffer('mp3-320', 'mp3')]),
  };
  const batch = createBatch({
    calls: {
      async detect(url) {
        detected.push(url);
        await control.answerDetect();
        return VALID;
      },
      async start(request: object) {
        const id = `job-${started.push(request as DownloadRequest)}`;
        await control.answerStart();
        const job = aJob({ job: id });
        jobs.set(job.job, job);
        return job;
      },
      inspect: (url: string) => control.answerInspect(url),
      async job(id) {
        const job = jobs.get(id);
        if (!job) throw batchRefusal(404, 'job_not_found');
        return job;
      },
      jobs: async () => ({ success: true, jobs: [...jobs.values()] }),
      async cancel(id) {
        cancelled.push(id);
      },
    },
    openStream(_job, on) {
      const broke = () => {
        stream = null;
        on.broke();
      };
      stream = { ...on, broke };
      return () => {
        stream = null;
      };
    },
    after(ms, call) {
      const timer = { at: nowMs + ms, call };
      timers.push(timer);
      return () => {
        timers.splice(timers.indexOf(timer) >>> 0, 1);
      };
    },
    now: () => nowMs,
    memory: {
      read: () => parseBatch(memory),
      write: (state) => {
        memory = formatBatch(state);
      },
    },
    log: () => undefined,
  });
  const end = async (id: string, part: Partial<Job>) => {
    jobs.set(id, aJob({ job: id, ...part }));
    stream?.event({ ...anEvent(100, 'ready'), job: id });
    await settle();
  };
  /** The first bytes of a job arrive. */
  const receive = async (id = 'job-1') => {
    stream?.event({ ...anEvent(1), bytes: 1000, job: id });
    await settle();
  };
  return {
    batch,
    control,
    detected,
    started,
    cancelled,
    jobs,
    end,
    receive,
    async finish(id: string) {
      await receive(id);
      await end(id, { state: 'ready', result: RESULT });
    },
    counts: () => countRows(batch.getState().rows),
    kinds: () => batch.getState().rows.map(({ state }) => state.kind),
    stream: () => stream,
    memory: () => memory,
    now: () => nowMs,
    /** Runs the timers that are due after so many milliseconds. */
    async pass(ms: number) {
      nowMs += ms;
      for (const timer of timers.splice(0)) {
        if (timer.at <= nowMs) timer.call();
        else timers.push(timer);
      }
      await settle();
    },
  };
}

/** A queue of so many links that has been started. */
export async function startBatch(count: number) {
  const manual = createManualBatch();
  manual.batch.add(list(count));
  manual.batch.start();
  await settle();
  return manual;
}
