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
  /** It runs: late places are ignored. */
  hasBegun: boolean;
  /** The last place that was reported. */
  place: number | null;
};
type State = SharedJobQueueNeeds & { readonly joined: Map<string, Waiting>; lastAt: number };

/** Creates the port JobQueue. `stop` leaves the jobs to the server that takes their downloads over. */
export function createSharedJobQueue(needs: SharedJobQueueNeeds): JobQueue {
  const state: State = { ...needs, joined: new Map(), lastAt: 0 };
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
  { key, seconds, isHeavy, request }: Job,
  listener: JobListener,
): void {
  const { signals, joined } = state;
  // Those of one millisecond stay in order as well.
  state.lastAt = Math.max(state.now(), state.lastAt + 0.001);
  const waiting: Waiting = {
    member: {
      ...{ joinedAt: state.lastAt, downloadId, holder, key, seconds, isHeavy, request },
      isLong: false,
    },
    listener,
    stop: () => undefined,
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
        isLong: report.waits === 'long',
      };
      return void put(state, [waiting.member]).catch(putAgainLater);
    }
    leave(state, downloadId);
    listener.onEnd(fromSent(report.end));
  });
  void put(state, [waiting.member]).catch(putAgainLater);
}

async function put({ table, dispatch }: State, members: readonly Member[]): Promise<void> {
  await table.put(members);
  dispatch();
}

function leave({ joined, table, dispatch }: State, downloadId: string): void {
  const waiting = joined.get(downloadId);
  if (!waiting) return;
  waiting.stop();
  joined.delete(downloadId);
  void table.remove(waiting.member).then(dispatch, putAgainLater);
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

/** Redis may have lost the table, or have been unavailable when a download joined. */
async function putBack(state: State): Promise<void> {
  const { joined, table } = state;
  const members = [...joined.values()].map(({ member }) => member);
  const missing = await table.missing(members).catch(() => []);
  if (missing.length > 0) await put(state, missing).catch(putAgainLater);
}

/** An unavailable Redis is logged elsewhere; the table is compared again every few seconds. */
const putAgainLater = () => undefined;
