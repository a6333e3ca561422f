// Fetches one source into its part file, by its delivery, and reports progress.

import type { Clock } from '../../core/async/clock.ts';
import type { FetchTask, Part } from '../../core/jobs/ports.ts';
import type { Lane } from '../door/door.ts';
import { fetchFile } from './fetch-file.ts';
import type { ByteBudget } from './http/byte-budget.ts';
import type { HostSlots } from './http/host-slots.ts';
import { createOrigin } from './http/origin.ts';
import {
  createActivity,
  createWantedByte,
  type PartContext,
  type WantedByte,
} from './part-file/part-context.ts';
import { createPartFile, type PartFile } from './part-file/part-file.ts';
import { createZeroRunDetector } from './part-file/zero-run-detector.ts';
import { fetchSegments } from './segments/fetch-segments.ts';
import type { ParsePlaylist } from './segments/parse-playlist.ts';

/** What all parts of one job share. */
export type Session = {
  readonly lane: Lane;
  readonly clock: Clock;
  readonly random: () => number;
  readonly slots: HostSlots;
  readonly parsePlaylist: ParsePlaylist;
  readonly allowance: ByteBudget;
};

const REPORT_MS = 100;

/** Starts at once. All promises reject with the same error. */
export function fetchPart(
  session: Session,
  task: FetchTask,
): {
  readonly file: Promise<PartFile>;
  readonly done: Promise<Part>;
  readonly totalBytes: Promise<number>;
  readonly want: WantedByte['want'];
} {
  const wanted = createWantedByte();
  const file = (async () => {
    task.signal.throwIfAborted();
    return createPartFile(task.path);
  })();
  const { promise: totalBytes, resolve, reject } = Promise.withResolvers<number>();
  const done = file.then((opened) => fetchInto(opened, wanted, session, task, resolve));
  done.then(({ bytes }) => resolve(bytes), reject);
  return {
    file,
    done,
    totalBytes,
    want: wanted.want,
  };
}

async function fetchInto(
  plain: PartFile,
  wanted: WantedByte,
  session: Session,
  task: FetchTask,
  onTotal: (bytes: number) => void,
): Promise<Part> {
  const { allowance, ...shared } = session;
  const { clock } = session;
  const { delivery, exactBytes, path, refresh, report, signal, source } = task;
  let totalBytes: number | null = null;
  let stored: number | null = null;
  let reportedMs = Number.NEGATIVE_INFINITY;
  const zeros = createZeroRunDetector();
  const file: PartFile = {
    ...plain,
    write: async (position, pieces) => {
      zeros.scan(position, pieces);
      await plain.write(position, pieces);
      reportProgress(false);
    },
  };

  const reportProgress = (isLast: boolean) => {
    const nowMs = clock.monotonic();
    if (!isLast && nowMs - reportedMs < REPORT_MS) return;
    reportedMs = nowMs;
    report({ bytes: stored ?? file.map.covered(), totalBytes, connections: activity.open() });
  };
  const activity = createActivity(clock, () => reportProgress(false));
  const context: PartContext = {
    ...shared,
    origin: createOrigin(source, refresh),
    file,
    wanted,
    activity,
    signal,
    exactBytes,
    expect: allowance.open(),
    setStored: (bytes) => {
      stored = bytes;
    },
    bytesLeft: () => (totalBytes ?? Number.POSITIVE_INFINITY) - file.map.covered(),
    setTotal: (total) => {
      totalBytes = total;
      // Segments may turn out to be more.
      if (total !== null && delivery === 'file') onTotal(total);
    },
  };

  try {
    const bytes =
      delivery === 'file' ? await fetchFile(context) : await fetchSegments(context, delivery, path);
    const mayHaveGaps = await zeros.hasGap(file, bytes);
    signal.throwIfAborted();
    await file.finish(bytes);
    totalBytes = bytes;
    reportProgress(true);
    return { path, bytes, mayHaveGaps };
  } catch (error) {
    const reason = signal.aborted ? signal.reason : reasonOf(error, session);
    await file.fail(reason);
    throw reason;
  }
}

/** The egress session's byte limit is the job's limit too. */
function reasonOf(error: unknown, { allowance, lane }: Session): unknown {
  return lane.use().spent === 'bytes' ? allowance.exceeded() : error;
}
