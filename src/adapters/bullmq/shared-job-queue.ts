// The queue of jobs that several processes share, as a process that waits for jobs sees it. It puts its downloads into a table,
// from which the dispatcher gives jobs to workers, and hears how they go.
import type { Duties } from '../../core/async/duties.ts';
import type { Signals } from '../../core/async/signals.ts';
import type { Job, JobListener, JobQueue, QueueCount } from '../../core/jobs/job-queue.ts';
import type { Holder } from '../../core/jobs/queue-order.ts';
import {
  FIGURES,
  fromSent,
  jobReport,
  MEMBERS,
  type Member,
  PLACES,
  type QueueFigures,
  queueFigures,
  queuePlaces,
  reportsOf,
} from './job-messages.ts';
import type { MemberTable } from './member-table.ts';

/** How often downloads are put back that Redis has lost. */
const PUT_AGAIN_MS = 5000;

/** Figures are told every five seconds; after this long without, no server is there that runs jobs. */
const UNTOLD_MS = 20_000;

/** What the queue needs. */
export type SharedJobQueueNeeds = {
  readonly table: MemberTable;
  readonly signals: Signals;
  readonly duties: Duties;
  readonly now: () => number;
};

type Waiting = {
  readonly member: Member;
  readonly listener: JobListener;
  stop: () => void;
  /** It runs: places that are told late do not count. */
  hasBegun: boolean;
  /** The last place that was reported. */
  place: number | null;
};
type State = SharedJobQueueNeeds & { readonly joined: Map<string, Waiting>; lastAt: number };

/** Creates it. `stop` leaves the jobs to the server that takes their downloads over. */
export function createSharedJobQueue(needs: SharedJobQueueNeeds): JobQueue {
  const state: State = { ...needs, joined: new Map(), lastAt: 0 };
  const { signals, duties } = needs;
  let told: { readonly figures: QueueFigures; readonly at: number } | null = null;
  // All of this comes from workers; what is not as it should be is as if it had been lost.
  const stopPlaces = signals.subscribe(PLACES, (given) => {
    const { data: places } = queuePlaces.safeParse(given);
    if (places) hearPlaces(state, places);
  });
  const stopFigures = signals.subscribe(FIGURES, (given) => {
    const { data: figures } = queueFigures.safeParse(given);
    if (figures) told = { figures, at: needs.now() };
  });
  const endPutting = duties.every('put-downloads-back', PUT_AGAIN_MS, () => putBack(state));
  return {
    join: (downloadId, holder, job, listener) => join(state, downloadId, holder, job, listener),
    leave: (downloadId) => leave(state, downloadId),
    async stop() {
      stopPlaces();
      stopFigures();
      for (const { stop } of state.joined.values()) stop();
      state.joined.clear();
      await endPutting();
    },
    count() {
      if (told === null || needs.now() - told.at > UNTOLD_MS) return countHere(state);
      const { oldestSince, ...figures } = told.figures;
      const oldestWaitMs = oldestSince === null ? null : Math.max(0, needs.now() - oldestSince);
      return { ...figures, oldestWaitMs };
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
  const member = { joinedAt: state.lastAt, downloadId, holder, key, seconds, isHeavy, request };
  const waiting: Waiting = {
    member,
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
      return;
    }
    leave(state, downloadId);
    listener.onEnd(fromSent(report.end));
  });
  void put(state, [member]).catch(putAgainLater);
}

/** Put in the table first: who hears of it finds it there. */
async function put({ table, signals }: State, members: readonly Member[]): Promise<void> {
  await table.put(members);
  for (const { downloadId } of members) signals.publish(MEMBERS, { joined: downloadId }, 0);
}

function leave({ joined, table, signals }: State, downloadId: string): void {
  const waiting = joined.get(downloadId);
  if (!waiting) return;
  waiting.stop();
  joined.delete(downloadId);
  table
    .remove([downloadId])
    .catch(putAgainLater)
    .finally(() => signals.publish(MEMBERS, { left: downloadId }, 0));
}

function hearPlaces({ joined }: State, places: Readonly<Record<string, number>>): void {
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
  return { waiting: joined.size, waitingLong: 0, running: 0, mostRunning: 0, oldestWaitMs };
}

/** Redis may have lost the table, or have been away when a download joined. */
async function putBack(state: State): Promise<void> {
  const { joined, table } = state;
  const missing = await table.missing([...joined.keys()]).catch(() => []);
  const members = missing.flatMap((downloadId) => joined.get(downloadId)?.member ?? []);
  await put(state, members).catch(putAgainLater);
}

/** That Redis is away is logged elsewhere; the table is compared again every few seconds. */
const putAgainLater = () => undefined;
