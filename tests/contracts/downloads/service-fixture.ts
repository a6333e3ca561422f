// The service of downloads with a store, files and jobs that the test holds in its hands; several may share a store.
import { createMemoryFileHolds } from '../../../src/adapters/memory/file-holds.ts';
import type { Signals } from '../../../src/core/async/signals.ts';
import { choiceOf } from '../../../src/core/choosing/choice.ts';
import type { Download } from '../../../src/core/downloading/download.ts';
import { createDownloadService } from '../../../src/core/downloading/service.ts';
import type { DownloadRequest } from '../../../src/core/downloading/start-download.ts';
import type { StoredFile } from '../../../src/core/files/stored-file.ts';
import type { Inspected } from '../../../src/core/inspecting/inspection.ts';
import type { JobProgress } from '../../../src/core/jobs/progress.ts';
import { createFairQueue } from '../../../src/core/jobs/queue/fair-queue.ts';
import type { JobRequest } from '../../../src/core/jobs/queue/job-queue.ts';
import { readLink } from '../../../src/shared/link.ts';
import type { Link } from '../../../src/shared/platforms/platform.ts';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
} from '../../support/media/make-item.ts';
import { makeShared, NOW, storeOf, type Trouble } from './shared-store.ts';

export const FILE_TTL_MS = 3_600_000;
export const ABANDON_MS = 600_000;
export const ANN = 'a'.repeat(64);
export const BOB = 'b'.repeat(64);
/** Where the media of every link come from. */
export const ORIGIN = { mediaIds: ['media'], sourceIds: [], uploaderIds: ['uploader'] };
export const never = new AbortController().signal;

/** The text that a visitor pastes for video `n`. */
export const linkTo = (n: number) =>
  `https://www.youtube.com/watch?v=${String(n).padStart(11, 'a')}`;

/** What every link holds: one video. */
export const inspectedOf = (link: Link): Inspected => ({
  inspection: {
    ...makeInspection([
      makeItem([makeTrack('18', { picture: makePicture(), sound: makeSound() })]),
    ]),
    link,
  },
  sources: { egress: 'direct', byId: new Map() },
  origin: ORIGIN,
});

/** A finished file. */
export const fileOf = (id: string, more: Partial<StoredFile> = {}): StoredFile =>
  ({
    id,
    workKey: 'key',
    bytes: 5000,
    receipt: { extension: 'mp4', picture: { width: 1280, height: 720 }, durationSeconds: 10 },
    createdAt: NOW,
    expiresAt: NOW + FILE_TTL_MS,
    ...more,
  }) as StoredFile;

/** The progress of a job that fetches. */
export const fetching = (percent: number): JobProgress => ({
  phase: 'fetching',
  percent,
  bytes: 10 * percent,
  totalBytes: 1000,
  bytesPerSecond: 7,
  connections: 2,
  etaSeconds: 3,
});

/** A job that ends when the test says so. */
export type HeldJob = {
  readonly request: JobRequest;
  readonly signal: AbortSignal;
  readonly report: (progress: JobProgress) => void;
  readonly finish: (file: StoredFile) => void;
  readonly fail: (error: unknown) => void;
};

/** A server. */
export function startServer(
  options: {
    readonly shared?: ReturnType<typeof makeShared>;
    readonly server?: string;
    readonly signals?: Signals;
    readonly maxRunning?: number;
    readonly inspect?: (link: Link, signal: AbortSignal) => Promise<Inspected>;
  } = {},
) {
  const { shared = makeShared(), server = 'this' } = options;
  const { clock, rows, files } = shared;
  const jobs: HeldJob[] = [];
  const inspected: {
    readonly link: Link;
    readonly network: string;
    readonly signal: AbortSignal;
  }[] = [];
  const known = new Set<string>();
  const blocked = new Set<string>();
  const tokens: string[] = [];
  const warnings: string[] = [];
  /** Failures that were to be expected, each with the id of its download. */
  const noted: string[] = [];
  const outcomes: object[] = [];
  const finished: object[] = [];
  const trouble: Trouble = { fails: null, waits: null, readFails: null };
  /** A file that is about to be looked for by the key of its plan, and whether a file can still be kept. */
  const ready: { file: StoredFile | null; isKept: boolean; isAllowed: boolean } = {
    file: null,
    isKept: true,
    isAllowed: true,
  };
  let made = 0;
  const queue = createFairQueue({
    clock,
    slots: () => ({ maxRunning: options.maxRunning ?? 8, maxHeavy: 2 }),
    runJob: ({ request }, signal, report) =>
      new Promise((finish, fail) => {
        jobs.push({ request, signal, report, finish, fail });
        signal.addEventListener('abort', () => fail(signal.reason));
      }),
  });
  const downloading = createDownloadService({
    inspecting: {
      async resolve(text) {
        const reading = readLink(text);
        if (reading.kind !== 'link') throw new TypeError(`no link: ${text}`);
        return reading.link;
      },
      isKnown: ({ address }) => known.has(address),
      inspect: async (link, { network }, signal) => {
        inspected.push({ link, network, signal });
        return options.inspect ? options.inspect(link, signal) : inspectedOf(link);
      },
      inspectAgain: async (link) => inspectedOf(link),
      find: async () => null,
    },
    downloads: storeOf(shared, server, trouble),
    queue,
    signals: options.signals ?? shared.signals,
    inTurn: (work) => work(),
    fileHolds: createMemoryFileHolds(),
    files: {
      find: async () => ready.file,
      get: async (id: string) => files.get(id) ?? null,
      getMany: async (ids: string[]) =>
        new Map(ids.flatMap((id) => files.get(id) ?? []).map((file) => [file.id, file])),
      async touch(id: string, expiresAt: number) {
        const file = files.get(id);
        if (!file || !ready.isKept) return false;
        files.set(id, { ...file, expiresAt });
        return true;
      },
      remove: async (id: string) => void files.delete(id),
      sweep: async () => 0,
      open: async (id: string, range: unknown, network: string) =>
        `${id} ${network} ${JSON.stringify(range)}`,
    } as never,
    tokens: {
      fileToken: (id) => `own-${id}`,
      shareToken: (id, version) => `share-${id}-${version}`,
      programToken: (id, etag, expiresAt) => `program-${id}-${expiresAt}-${etag}`,
      read(token) {
        const [kind, downloadId = '', last] = token.split('-');
        if (kind === 'own') return { downloadId, kind };
        if (kind === 'share') return { downloadId, kind: 'shared', shareVersion: Number(last) };
        return kind === 'program' ? { downloadId, kind, expiresAt: Number(last) } : null;
      },
      workKey: (key) => key,
    },
    blockList: {
      hasAddress: (address) => blocked.has(address),
      hasOrigin: (_platform, { uploaderIds }) => uploaderIds.some((id) => blocked.has(id)),
    },
    outcomes: { record: async (outcome: object) => void outcomes.push(outcome) } as never,
    limiter: {
      async take(bucket, key) {
        tokens.push(`${bucket} ${key}`);
        return { allowed: ready.isAllowed, retryAfterSeconds: ready.isAllowed ? 0 : 9 };
      },
    },
    onFinished: async (one) => void finished.push(one),
    noteFailure: (id, { message }) => void noted.push(`${id} ${message}`),
    newId() {
      made += 1;
      return `${server}${made}`.padEnd(12, '.');
    },
    limits: { maxDurationSeconds: 100, maxFileBytes: 1e9, maxEncodeSeconds: 50 },
    identify: () => Promise.reject(new TypeError('nothing is uploaded here')),
    maxUploadBytes: 1e6,
    maxStoredBytes: 1e9,
    fileTtlMs: FILE_TTL_MS,
    abandonMs: ABANDON_MS,
    clock,
    warn: (message) => void warnings.push(message),
  });
  const rowOf = (id: string) => rows.get(id)?.download ?? null;
  /** Starts a download of video `n`, and resolves with its id once its job was asked for. */
  const start = async (n = 1, more: Partial<DownloadRequest> = {}) => {
    const request = {
      visitor: ANN,
      network: '192.0.2.1/32',
      text: linkTo(n),
      choice: choiceOf('mp4', 'high'),
      ...more,
    };
    const { download } = await downloading.start(request, never);
    await settled();
    return download.id;
  };
  return {
    ...shared,
    downloading,
    jobs,
    inspected,
    known,
    blocked,
    tokens,
    warnings,
    noted,
    outcomes,
    finished,
    trouble,
    ready,
    rowOf,
    start,
    /** Ends the newest job with this file. */
    async finish(file: StoredFile, at = jobs.length - 1) {
      files.set(file.id, file);
      jobs[at]?.finish(file);
      await settled();
    },
    /** Puts a download into the store, as an earlier start of the server left it. */
    put(download: Download, of = server) {
      rows.set(download.id, { server: of, download });
    },
  };
}

/** All that does not wait for the test has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** How a promise ended: its value, or the code of its AppError with the seconds to wait. */
export const outcomeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => value,
    (error: { code?: string; params?: { retryAfterSeconds?: number } }) =>
      error.params?.retryAfterSeconds === undefined
        ? (error.code ?? error)
        : `${error.code} ${error.params.retryAfterSeconds}`,
  );
