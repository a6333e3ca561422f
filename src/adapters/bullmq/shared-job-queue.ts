// The shared queue of jobs, for a process that waits for jobs. It puts its downloads into a table, from which dispatchers start jobs,
// and subscribes to their reports.
import type { Duties } from '../../core/async/duties.ts';
import type { Signals } from '../../core/async/signals.ts';
import type { Job, JobListener, JobQueue, QueueCount } from '../../core/jobs/queue/job-queue.ts';
import type { Holder } from '../../core/jobs/queue/queue-order.ts';
import {
  fromSent,
  jobReport,
  type Member,
  PLACES,
  type QueueStats,
  queuePlaces,
  queueStats,
  reportsOf,
  STATS,
} from './job-messages.ts';
import type { MemberTable } from './member-table.ts';
import { isConnectionError } from './queue-name.ts';

/** How often downloads that Redis has lost are put back. */
const PUT_AGAIN_MS = 5000;

/** Stats are published every five seconds at least; when they are stale, no server dispatches. */
const STATS_STALE_MS = 20_000;

/** What the queue needs. `now` is epoch milliseconds. */
export type SharedJobQueueNeeds = {
  readonly table: MemberTable;
  /** The table has changed. */
  readonly dispatch: () => void;
  readonly signals: Signals;
  readonly duties: Duties;
  readonly now: () => number;
};

type Waiting = {
  member: Member;
  readonly listener: JobListener;
  stop: () => void;
  /** The table has `member` as it is. */
  isPut: boolean;
  /** It runs: late places are ignored. */
  hasBegun: boolean;
  /** The last place that was reported. */
  place: number | null;
};
type State = SharedJobQueueNeeds & {
  readonly joined: Map<string, Waiting>;
  /** Those that have left, until they are out of the table. */
  readonly left: Set<Member>;
  lastAt: number;
};

/** Creates the port JobQueue. `stop` leaves the jobs to the server that takes their downloads over. */
export function createSharedJobQueue(needs: SharedJobQueueNeeds): JobQueue {
  const state: State = { ...needs, joined: new Map(), left: new Set(), lastAt: 0 };
  const { signals, duties } = needs;
  let lastStats: { readonly stats: QueueStats; readonly at: number } | null = null;
  // Workers publish all of this: what is not valid is ignored, like a lost message.
  const stopPlaces = signals.subscribe(PLACES, (given) => {
    const { data: places } = queuePlaces.safeParse(given);
    if (places) applyPlaces(state, places);
  });
  const stopStats = signals.subscribe(STATS, (given) => {
    const { data: stats } = queueStats.safeParse(given);
    if (stats) lastStats = { stats, at: needs.now() };
  });
  const fresh = () =>
    lastStats && needs.now() - lastStats.at <= STATS_STALE_MS ? lastStats.stats : null;
  const endPutting = duties.every('put-downloads-back', PUT_AGAIN_MS, () => putBack(state));
  return {
    join: (downloadId, holder, job, listener) => join(state, downloadId, holder, job, listener),
    leave: (downloadId) => leave(state, downloadId),
    async stop() {
      stopPlaces();
      stopStats();
      for (const { stop } of state.joined.values()) stop();
      state.joined.clear();
      await endPutting();
    },
    isSlotWanted: () => fresh()?.isSlotWanted ?? false,
    count() {
      const published = fresh();
      if (!published) return countHere(state);
      const { oldestSince, isSlotWanted, ...stats } = published;
      const oldestWaitMs = oldestSince === null ? null : Math.max(0, needs.now() - oldestSince);
      return { ...stats, oldestWaitMs };
    },
  };
}

function join(
  state: State,
  downloadId: string,
  holder: Holder,
  { key, seconds, isHeavy, isCopy = false, request }: Job,
  listener: JobListener,
): void {
  const { signals, joined } = state;
  // Those of one millisecond stay in order as well.
  state.lastAt = Math.max(state.now(), state.lastAt + 0.001);
  const waiting: Waiting = {
    member: {
      joinedAt: state.lastAt,
      downloadId,
      holder,
      key,
      seconds,
      isHeavy,
      isCopy,
      isLong: false,
      request,
    },
    listener,
    stop: () => undefined,
    isPut: false,
    hasBegun: false,
    place: null,
  };
  joined.set(downloadId, waiting);
  waiting.stop = signals.subscribe(reportsOf(key), (given) => {
    const { data: report } = jobReport.safeParse(given);
    if (!report || joined.get(downloadId) !== waiting) return;
    if ('progress' in report) {
      waiting.hasBegun = true;
      return listener.onProgress(report.progress);
    }
    if ('waits' in report) {
      waiting.hasBegun = false;
      waiting.place = null;
      waiting.member = {
        ...waiting.member,
        isHeavy: true,
        isLong: waiting.member.isLong || report.waits === 'long',
      };
      return void put(state, [waiting]).catch(putAgainLater);
    }
    leave(state, downloadId, { dispatches: false });
    listener.onEnd(fromSent(report.end));
  });
  void put(state, [waiting]).catch(putAgainLater);
}

async function put({ table, dispatch }: State, waiting: readonly Waiting[]): Promise<void> {
  const members = waiting.map(({ member }) => member);
  for (const one of waiting) one.isPut = false;
  await table.put(members);
  // One may have changed meanwhile, and is put by itself.
  for (const one of waiting) one.isPut = members.includes(one.member);
  dispatch();
}

/** The worker dispatches itself when a job has ended. */
function leave(state: State, downloadId: string, { dispatches = true } = {}): void {
  const { joined, left } = state;
  const waiting = joined.get(downloadId);
  if (!waiting) return;
  waiting.stop();
  joined.delete(downloadId);
  left.add(waiting.member);
  void removeLeft(state, waiting.member).then(() => {
    if (dispatches) state.dispatch();
  }, putAgainLater);
}

async function removeLeft({ joined, left, table }: State, member: Member): Promise<void> {
  // It has joined the same job again.
  if (joined.get(member.downloadId)?.member.key !== member.key) await table.remove(member);
  left.delete(member);
}

function applyPlaces({ joined }: State, places: Readonly<Record<string, number>>): void {
  for (const [downloadId, place] of Object.entries(places)) {
    const waiting = joined.get(downloadId);
    if (!waiting || waiting.hasBegun || waiting.place === place) continue;
    waiting.place = place;
    waiting.listener.onPosition(place);
  }
}

/** The downloads of this process alone: none of them runs. */
function countHere({ joined, now }: State): QueueCount {
  const since = [...joined.values()].map(({ member }) => member.joinedAt);
  const oldestWaitMs = since.length > 0 ? Math.max(0, now() - Math.min(...since)) : null;
  return {
    waiting: joined.size,
    isPlaceWanted: false,
    running: 0,
    mostRunning: 0,
    oldestWaitMs,
  };
}

/** Redis may have lost the table, or have been unavailable when a download joined, changed or left. */
async function putBack(state: State): Promise<void> {
  const { joined, left, table } = state;
  try {
    for (const member of [...left]) await removeLeft(state, member);
    const stored = [...joined.values()].filter(({ isPut }) => isPut);
    const missing = new Set(await table.missing(stored.map(({ member }) => member)));
    // What has left or changed since is not what was read.
    const lost = [...joined.values()].filter(({ member, isPut }) => !isPut || missing.has(member));
    if (lost.length > 0) await put(state, lost);
  } catch (error) {
    if (!(error instanceof Error && isConnectionError(error))) throw error;
  }
}

/** An unavailable Redis is logged elsewhere; the table is compared again every few seconds. */
const putAgainLater = () => undefined;
