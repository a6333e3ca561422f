// One job, run with ports that record what they are asked for; its making fails unless a test says otherwise.

import { createMemoryCircuits } from '../../../src/adapters/memory/circuits.ts';
import { choiceOf } from '../../../src/core/choosing/choice.ts';
import type { StoredFile } from '../../../src/core/files/stored-file.ts';
import { createBreaker } from '../../../src/core/inspecting/egress/breaker.ts';
import type { Inspected } from '../../../src/core/inspecting/inspection.ts';
import type { FetchTask, MakeTask } from '../../../src/core/jobs/ports.ts';
import type {
  EditRequest,
  JobRequest,
  LinkRequest,
} from '../../../src/core/jobs/queue/job-queue.ts';
import { createRunJob, type RunJobNeeds } from '../../../src/core/jobs/run-job.ts';
import { AppError, type ErrorCode } from '../../../src/shared/errors.ts';
import { silentFetching } from '../media/fake-fetching.ts';
import { makeInspection, makeItem, makePicture, makeTrack, NO_ORIGIN } from '../media/make-item.ts';
import { createManualClock } from './manual-clock.ts';

export const never = () => new Promise<never>(() => undefined);
const { signal } = new AbortController();
export const english = {
  id: 'sub.en',
  language: 'en',
  name: null,
  format: 'vtt',
  automatic: false,
} as const;
export const item = makeItem([makeTrack('18', { picture: makePicture() })], {
  subtitles: [english],
  chapters: [{ title: 'One', startSeconds: 0, endSeconds: 2 }],
});
export const inspection = makeInspection([item]);
const sourceAt = (address: string) => ({ address, headers: {}, cookies: {}, fragments: null });
export const inspectedBy = (egress: string): Inspected => ({
  inspection,
  sources: {
    egress,
    byId: new Map([
      ['18', sourceAt(`https://${egress}.test/1`)],
      [english.id, sourceAt(`https://${egress}.test/en`)],
    ]),
  },
  origin: NO_ORIGIN,
});
export const LINK: LinkRequest = {
  kind: 'link',
  link: inspection.link,
  pointsAt: null,
  choice: choiceOf('mp4', 'high'),
  inspectionId: 'kept',
  visitor: null,
};
export const EDIT: EditRequest = {
  kind: 'edit',
  fileId: 'f',
  title: 'My title',
  edit: {
    container: 'mp3',
    span: null,
    cut: 'keyframe',
    quality: 'high',
    kilobitsPerSecond: null,
    maxBytes: null,
  },
};
export const FILE = {
  id: 'f',
  bytes: 5000,
  expiresAt: 7000,
  receipt: {
    container: 'mp4',
    picture: { codec: 'h264', width: 1280, height: 720, fps: 30 },
    sound: { codec: 'aac', sampleRateHz: 44_100, channels: 2, kilobitsPerSecond: 128 },
    durationSeconds: 100,
    bytes: 5000,
    playsOn: [],
    extension: 'mp4',
  },
} as Partial<StoredFile> as StoredFile;

/** Runs a job whose making fails with `error`; how it ended, and what was asked for. */
export async function runJob(
  request: JobRequest,
  {
    error = new AppError('making_failed'),
    kept = null as Inspected | null,
    stored = FILE as StoredFile | null,
    /** The file is made, and fails its check with the error. */
    isMade = false,
    breaker = createBreaker(createManualClock(), createMemoryCircuits()),
    elsewhere = null as Inspected | null,
    /** The egresses whose sources cannot be fetched, and the failure. */
    refuses = [] as string | readonly string[],
    refusal = 'blocked' as ErrorCode,
    /** Bytes that are reported before that. */
    bytes = 0,
  } = {},
) {
  const asked: unknown[] = [];
  const held: string[] = [];
  const makes: MakeTask[] = [];
  const fetched: string[] = [];
  const tasks: FetchTask[] = [];
  const done = Promise.resolve({ path: '', bytes: 1, mayHaveGaps: false });
  const needs: RunJobNeeds = {
    breaker,
    holdEgress(egress) {
      held.push(`hold ${egress}`);
      return () => void held.push(`release ${egress}`);
    },
    egresses: { of: () => ['here', ...(elsewhere ? ['elsewhere'] : [])] },
    async inspectElsewhere({ sources }) {
      asked.push(`elsewhere than ${sources.egress}`);
      return elsewhere;
    },
    turns: {
      open: () => ({
        begin: () => () => undefined,
        beginSlow: () => () => undefined,
        others: () => 0,
        close: () => undefined,
      }),
    },
    maxWorkMinutes: 15,
    inspecting: {
      async find(id) {
        asked.push(`find ${id}`);
        return kept;
      },
      async inspect(link, caller) {
        asked.push([link.id, caller]);
        return inspectedBy('here');
      },
    },
    findPart: async () => null,
    fetcher: {
      open: () => ({
        fetch(task) {
          tasks.push(task);
          fetched.push(task.source.address);
          task.report({ bytes, totalBytes: null, connections: 1 });
          return silentFetching(done);
        },
        close: async () => undefined,
      }),
    },
    transcoder: {
      async make(task) {
        makes.push(task);
        if (isMade) return { path: '', mayHaveGaps: false, span: null, from: null };
        if ([refuses].flat().some((egress) => fetched.at(-1)?.includes(`//${egress}.`)))
          throw new AppError(refusal);
        throw error;
      },
    },
    checker: {
      check: async () => {
        throw error;
      },
    },
    files: {
      workspace: async () => ({
        folder: '/',
        write: never,
        makeRoom: never,
        remove: async () => undefined,
      }),
      get: async () => stored,
      find: async () => stored,
      touch: async (id, expiresAt) => {
        asked.push(['touch', id, expiresAt]);
        return true;
      },
      keep: async (_path, checked) => checked as never,
      place: async () => undefined,
    } as Partial<RunJobNeeds['files']> as RunJobNeeds['files'],
    thumbnails: { render: never },
    subtitles: { read: async () => [] },
    clock: createManualClock(),
    inspectAgain: never,
    workKey: (key) => key,
    maxDurationSeconds: 100,
    maxEncodeSeconds: 50,
    maxFileBytes: 1e9,
    fileTtlMs: 60_000,
  };
  const end: AppError = await createRunJob(needs)(
    { key: 'k', isHeavy: false, request },
    signal,
    () => undefined,
  ).then(
    () => null,
    (reason) => reason,
  );
  return { end, asked, held, makes, fetched, tasks };
}
