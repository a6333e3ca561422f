// Carries open downloads from ticket to end: looks at the link, plans, joins a work, and stores what came of it.

import { AppError, codeOf } from '../../shared/errors.ts';
import { PLATFORMS } from '../../shared/platforms/index.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import type { BlockList } from '../blocks/block-list.ts';
import { refuseTooLong } from '../choosing/duration-limit.ts';
import type { Plan } from '../choosing/plan.ts';
import { planDownload } from '../choosing/plan-download.ts';
import type { FileStore } from '../files/ports.ts';
import type { StoredFile } from '../files/stored-file.ts';
import type { Inspecting } from '../inspecting/inspecting.ts';
import type { Inspected, Inspection } from '../inspecting/inspection.ts';
import type { Job } from '../jobs/pipeline.ts';
import type { WorkProgress } from '../jobs/progress.ts';
import type { WorkEnd, Works } from '../jobs/works.ts';
import type { Outcomes } from '../outcomes/ports.ts';
import type { Download } from './download.ts';
import {
  createLiveDownloads,
  type LiveDownload,
  type LiveDownloads,
  restingProgress,
} from './live-downloads.ts';
import { nameOfFile } from './name-file.ts';
import type { DownloadChange, Downloads, Tokens } from './ports.ts';

/** What an operator has set. */
export type DownloadLimits = {
  readonly maxDurationSeconds: number;
  readonly maxFileBytes: number;
  readonly fileTtlMs: number;
  readonly abandonMs: number;
};

/** What downloads are carried out with. `warn` logs internal failures. */
export type CarryingNeeds = {
  readonly inspecting: Inspecting;
  readonly blockList: Pick<BlockList, 'hasAddress' | 'hasOrigin'>;
  readonly downloads: Downloads;
  readonly files: FileStore;
  readonly works: Works;
  readonly runJob: (
    job: Job,
    signal: AbortSignal,
    report: (progress: WorkProgress) => void,
  ) => Promise<StoredFile>;
  readonly tokens: Tokens;
  readonly outcomes: Outcomes;
  readonly clock: Clock;
  readonly limits: DownloadLimits;
  /** Told of each download that ended with a file, once its visitor has it; a failure is only warned of. */
  readonly onFinished: (finished: {
    readonly visitor: string;
    readonly link: Link;
  }) => Promise<void>;
  readonly warn: (message: string, cause: unknown) => void;
};

/** The open downloads, and the two ways in and out of being one. */
export type Carrying = {
  readonly lives: LiveDownloads;
  /** Makes a download live, and sets it going once it is stored. */
  readonly begin: (download: Download, address: string, stored: Promise<void>) => LiveDownload;
  /** Ends an open download as `change` says; false when it had ended already, or another server took it over. */
  readonly end: (live: LiveDownload, change: DownloadChange) => Promise<boolean>;
  readonly fail: (live: LiveDownload, error: unknown) => Promise<void>;
  /** Whether a download is being given this file right now. */
  readonly isTaken: (fileId: string) => boolean;
  /** How often a file was ever taken. */
  readonly takings: () => number;
  /** Ends all work and leaves the open downloads as they are in the store, for the next start. */
  readonly stop: () => Promise<void>;
};

const HOUR_MS = 3_600_000;
const STORE_AGAIN_MS = 1000;

/** Makes the carrier. */
export function createCarrying(needs: CarryingNeeds): Carrying {
  const { clock, downloads, files, inspecting, limits, tokens, works } = needs;
  let isStopped = false;
  const takings = createTakings();
  const lives = createLiveDownloads({
    clock,
    abandonMs: limits.abandonMs,
    onAbandoned: (live) => void fail(live, new AppError('abandoned')),
  });

  /** Tries for as long as another process keeps the database locked: the end of a download must not be lost to that. */
  const store = async (id: string, change: DownloadChange): Promise<boolean> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await downloads.change(id, 'open', change);
      } catch (cause) {
        if (codeOf(cause) !== 'server_busy' || isStopped) throw cause;
        if (tries === 1) needs.warn('the end of a download waits to be stored', cause);
      }
      await new Promise<void>((resolve) => clock.after(STORE_AGAIN_MS, resolve));
    }
  };

  const end = async (live: LiveDownload, change: DownloadChange): Promise<boolean> => {
    if (live.isEnding || isStopped) return false;
    live.isEnding = true;
    works.leave(live.download.id);
    live.controller.abort(new AppError('cancelled'));
    let elsewhere: Download | null = null;
    try {
      const isStored = await store(live.download.id, change);
      // Another server took it over while this one seemed to be gone: what that one made of it holds.
      if (!isStored) elsewhere = await downloads.get(live.download.id);
    } catch (cause) {
      needs.warn('the end of a download could not be stored', cause);
    }
    lives.end(live, elsewhere ?? { ...live.download, ...change });
    return elsewhere === null;
  };

  const record = (live: LiveDownload, code: ReturnType<typeof codeOf> | 'ok', bytes: number) => {
    const durationMs = Math.round(clock.monotonic() - live.startedAt);
    const hour = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
    const { platform } = live.download;
    needs.outcomes
      .record({ platform, step: 'download', code, durationMs, bytes, hour })
      .catch((cause: unknown) => needs.warn('an outcome could not be recorded', cause));
  };

  const fail = async (live: LiveDownload, error: unknown): Promise<void> => {
    if (live.isEnding || isStopped) return;
    const code = codeOf(error);
    if (code === 'internal') needs.warn('a download failed unexpectedly', error);
    const params = {
      platform: PLATFORMS[live.download.platform].label,
      ...(error instanceof AppError ? error.params : {}),
    };
    record(live, code, 0);
    const expiresAt = clock.now() + limits.fileTtlMs;
    await end(live, { state: 'failed', failure: { code, params }, expiresAt });
  };

  const tell = ({ download }: LiveDownload, { link }: Inspection) => {
    needs
      .onFinished({ visitor: download.visitor, link })
      .catch((cause: unknown) => needs.warn('a finished download could not be counted', cause));
  };

  const finish = async (live: LiveDownload, file: StoredFile, plan: Plan, inspected: Inspected) => {
    if (live.isEnding || isStopped) return;
    const { origin } = inspected;
    // Its uploader may have been blocked while it was made.
    if (needs.blockList.hasOrigin(live.download.platform, origin))
      return fail(live, new AppError('taken_down'));
    const release = takings.take(file.id);
    const expiresAt = clock.now() + limits.fileTtlMs;
    const fileName = nameOfFile(plan, inspected.inspection, file.receipt);
    try {
      await files.touch(file.id, expiresAt);
      record(live, 'ok', file.bytes);
      const { title } = inspected.inspection.media;
      const made = { title, fileId: file.id, fileName, origin, expiresAt };
      if (await end(live, { state: 'ready', ...made })) tell(live, inspected.inspection);
    } finally {
      release();
    }
  };

  const join = (live: LiveDownload, plan: Plan, inspected: Inspected) => {
    const { id, visitor } = live.download;
    const item = inspected.inspection.items.find((each) => each.id === plan.itemId);
    const onEnd = (result: WorkEnd) => {
      const ended =
        'file' in result ? finish(live, result.file, plan, inspected) : fail(live, result.error);
      ended.catch((cause: unknown) => fail(live, cause));
    };
    works.join(
      id,
      { visitor, address: live.address },
      {
        key: tokens.workKey(plan.key),
        seconds: item?.durationSeconds ?? null,
        run: (signal, report) => needs.runJob({ plan, inspected }, signal, report),
      },
      {
        onPosition: (position) =>
          lives.update(live, { progress: { ...live.progress, phase: 'queued', position } }),
        onProgress: (progress) => lives.update(live, { progress: { ...progress, position: null } }),
        onEnd,
      },
    );
  };

  const carryOut = async (live: LiveDownload): Promise<void> => {
    const { signal } = live.controller;
    // A ticket holds its own place in the queue, and how many there are is bounded.
    const asker = { network: live.address, canWait: true };
    const inspected = await inspecting.inspect(live.download.link, asker, signal);
    const inspection = pointed(inspected.inspection, live.download.pointsAt);
    const planned = planDownload(inspection, live.download.choice);
    if ('unavailable' in planned)
      throw new AppError('choice_unavailable', { detail: planned.unavailable });
    // Nobody else joins what the operator's cookies made, or finds its file.
    const plan = inspected.withCookies
      ? { ...planned.plan, key: `${planned.plan.key} ${live.download.visitor}` }
      : planned.plan;
    assertWithin(limits, plan, inspected);
    signal.throwIfAborted();
    const { title } = inspection.media;
    lives.update(live, { download: { ...live.download, title } });
    const made = files.find(tokens.workKey(plan.key));
    if (made) return finish(live, made, plan, inspected);
    join(live, plan, inspected);
    const isOurs = await downloads.change(live.download.id, 'open', { title });
    if (!isOurs) await end(live, {});
  };

  return {
    lives,
    end,
    fail,
    isTaken: takings.isTaken,
    takings: takings.count,
    begin(download, address, stored) {
      const live: LiveDownload = {
        download,
        progress: restingProgress('inspecting'),
        address,
        controller: new AbortController(),
        startedAt: clock.monotonic(),
        isEnding: false,
      };
      lives.add(live);
      stored.then(() => carryOut(live)).catch((error: unknown) => fail(live, error));
      return live;
    },
    async stop() {
      isStopped = true;
      for (const live of lives.all()) live.controller.abort(new AppError('interrupted'));
      lives.stop();
      await works.stop();
    },
  };
}

/** Refuses what is beyond the operator's limits before anything of it is fetched. */
function assertWithin(limits: DownloadLimits, plan: Plan, { inspection }: Inspected): void {
  const item = inspection.items.find(({ id }) => id === plan.itemId);
  refuseTooLong(item?.durationSeconds ?? null, limits.maxDurationSeconds);
  if ((plan.estimate.bytes ?? 0) > limits.maxFileBytes)
    throw new AppError('too_large', { params: { gigabytes: limits.maxFileBytes / 1e9 } });
}

/** The inspection as the visitor's own link saw it: the kept one knows of nobody's link. */
function pointed(inspection: Inspection, index: number | null): Inspection {
  if (index === null) return inspection;
  return { ...inspection, link: { ...inspection.link, hints: { index } } };
}

/** Which files are being given to downloads, until these are stored. */
function createTakings() {
  const taken = new Map<string, number>();
  let count = 0;
  return {
    take(fileId: string): () => void {
      count += 1;
      taken.set(fileId, (taken.get(fileId) ?? 0) + 1);
      return () => {
        const left = (taken.get(fileId) ?? 1) - 1;
        if (left > 0) taken.set(fileId, left);
        else taken.delete(fileId);
      };
    },
    isTaken: (fileId: string) => taken.has(fileId),
    count: () => count,
  };
}
