// Fetches one source into its part file, by its delivery, and reports progress.

import type { Clock } from '../../core/async/clock.ts';
import {
  type FetchedPart,
  type FetchTask,
  type Part,
  WHOLE_SOURCE,
} from '../../core/jobs/ports.ts';
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
import { placePart } from './source-part.ts';

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
  readonly part: Promise<FetchedPart>;
  readonly want: WantedByte['want'];
} {
  const wanted = createWantedByte();
  const file = (async () => {
    task.signal.throwIfAborted();
    return createPartFile(task.path);
  })();
  const total = Promise.withResolvers<number>();
  const part = Promise.withResolvers<FetchedPart>();
  const done = file.then((opened) =>
    fetchInto(opened, wanted, session, task, {
      total: total.resolve,
      part: part.resolve,
    }),
  );
  done.then(
    ({ bytes }) => total.resolve(bytes),
    (error: unknown) => {
      total.reject(error);
      part.reject(error);
    },
  );
  return {
    file,
    done,
    totalBytes: total.promise,
    part: part.promise,
    want: wanted.want,
  };
}

async function fetchInto(
  plain: PartFile,
  wanted: WantedByte,
  session: Session,
  task: FetchTask,
  on: { readonly total: (bytes: number) => void; readonly part: (part: FetchedPart) => void },
): Promise<Part> {
  const { allowance, ...shared } = session;
  const { clock } = session;
  const { delivery, exactBytes, part = null, path, refresh, report, signal, source } = task;
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
  const whole: PartContext = {
    ...shared,
    origin: createOrigin(source, refresh),
    file,
    placed: null,
    inRanges: task.inRanges ?? true,
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
      if (total !== null && delivery === 'file') on.total(total);
    },
  };

  let isWhole = true;
  const came = (found: FetchedPart) => {
    isWhole = found === WHOLE_SOURCE;
    on.part(found);
  };
  try {
    const fetchAll = async () => {
      if (delivery !== 'file')
        return fetchSegments(whole, { delivery, path, part, on: { part: came } });
      const placed = await placePart(whole, task);
      const isPlaced = placed !== null && placed !== 'misplaced';
      came(isPlaced ? placed : WHOLE_SOURCE);
      if (isPlaced) return fetchFile({ ...whole, placed, exactBytes: null });
      return fetchFile(placed === 'misplaced' ? { ...whole, inRanges: false } : whole);
    };
    const bytes = await fetchAll();
    const mayHaveGaps = await zeros.hasGap(file, bytes);
    signal.throwIfAborted();
    await file.finish(bytes);
    totalBytes = bytes;
    reportProgress(true);
    return { path, bytes, mayHaveGaps, isWhole };
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
