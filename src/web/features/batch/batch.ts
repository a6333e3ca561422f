// The queue of links of this tab: its state, and what the visitor does with it. Rows are inspected by inspect-rows.ts, started by
// start-rows.ts and followed by follow-rows.ts, a few at a time and at a pace that keeps a list within the server's limits.
import type { InspectAnswer } from '../../../shared/api/inspect.ts';
import { findLinks } from '../../../shared/link.ts';
import type { ExtraSiteId } from '../../../shared/platforms/platform.ts';
import { hostTable } from '../../../shared/sites/index.ts';
import type { Part, PickedList } from '../../download-client/flow-state.ts';
import { isMusicLink } from '../../download-client/music-link.ts';
import { type ListReading, readList } from '../../download-client/read-list.ts';
import type { BatchNeeds, BatchStore } from './batch-needs.ts';
import {
  type BatchChoice,
  type BatchRow,
  type BatchState,
  EMPTY_BATCH,
  placeIn,
  type RowState,
  withRow,
} from './batch-state.ts';
import { createFollower } from './follow-rows.ts';
import { createHolds } from './hold-platforms.ts';
import { createInspector } from './inspect-rows.ts';
import { createPace } from './pace.ts';
import { createStarter } from './start-rows.ts';

const DETECT_TIMEOUT_MS = 10_000;

/** The first request of the queue: the others wait for it, since its answer sets the cookie that identifies this visitor. */
type FirstRequest = {
  readonly isOver: () => boolean;
  /** Detects the link of the first row, once. */
  readonly begin: (state: BatchState) => void;
};

/** `onEnd` is called when the server has answered, and after a failure, which the next requests will meet again. */
function createFirstRequest({ calls, log }: BatchNeeds, onEnd: () => void): FirstRequest {
  let step: 'before' | 'pending' | 'over' = 'before';
  const detect = async (url: string) => {
    step = 'pending';
    try {
      await calls.detect(url, AbortSignal.timeout(DETECT_TIMEOUT_MS));
    } catch (error) {
      log('the first request of the queue failed', error);
    }
    step = 'over';
    onEnd();
  };
  return {
    isOver: () => step === 'over',
    begin({ rows: [first] }) {
      if (step === 'before' && first) void detect(first.url);
    },
  };
}

/** The queue and its actions. Rows are named by their keys. */
export type Batch = {
  readonly getState: () => BatchState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Adds the links of a text, of these extra sites too, which may be picked of a list, and returns what was found in it. */
  readonly add: (
    text: string,
    sites?: readonly ExtraSiteId[],
    list?: PickedList | null,
  ) => ListReading;
  readonly chooseForAll: (choice: BatchChoice) => void;
  /** Null: as for all. */
  readonly choose: (key: string, choice: BatchChoice | null) => void;
  /** What the post of a row has. Rejects when the server refuses. */
  readonly inspect: (key: string) => Promise<InspectAnswer>;
  /** Undefined: all of the video. */
  readonly choosePart: (key: string, part: Part | undefined) => void;
  /** Whether a time that was typed for the part is wrong. */
  readonly markPart: (key: string, isPartWrong: boolean) => void;
  readonly start: () => void;
  /** Puts rows that failed, were cancelled or have expired back into the queue, and starts it. */
  readonly retry: (keys: readonly string[]) => void;
  /** Stops waiting for rows and cancels their jobs. */
  readonly cancel: (keys: readonly string[]) => void;
  /** Takes a row out of the list; what it has made stays on the server until it expires. */
  readonly remove: (key: string) => void;
  readonly clear: () => void;
  /** Takes up the queue that this tab had before it was reloaded. */
  readonly restore: () => void;
};

const RETRIABLE: readonly RowState['kind'][] = ['failed', 'cancelled', 'expired'];

/** Adds rows. Their format becomes that of all until the visitor has chosen one, or other links have decided. */
function withRows(
  before: BatchState,
  added: readonly BatchRow[],
  format: BatchChoice['format'],
): BatchState {
  const isUntouched = before.choice === EMPTY_BATCH.choice;
  const choice = isUntouched ? { ...before.choice, format } : before.choice;
  return { ...before, choice, rows: [...before.rows, ...added] };
}

/** Whether all links of a text are to be heard. */
function isAllMusic(text: string): boolean {
  const links = findLinks(text);
  return links.length > 0 && links.every(isMusicLink);
}

/** Creates an empty queue. It does nothing by itself. */
export function createBatch(needs: BatchNeeds): Batch {
  const store = createBatchStore(needs);
  const { getState, subscribe, update } = store;
  const pace = createPace(needs.after, () => work());
  const holds = createHolds(needs, store, () => work());
  const follower = createFollower(needs, store, holds, () => work());
  const inspector = createInspector(needs, store, holds, pace);
  const starter = createStarter(
    { ...needs, inspector, holds, pace, onChange: () => work() },
    store,
  );
  const firstRequest = createFirstRequest(needs, () => work());
  const work = () => {
    follower.work();
    if (!firstRequest.isOver()) return firstRequest.begin(getState());
    starter.work();
    inspector.work();
  };

  const cancel = (keys: readonly string[]) => {
    for (const row of getState().rows.filter(({ key }) => keys.includes(key))) {
      if (row.state.kind === 'open') {
        const { job } = row.state;
        needs.calls.cancel(job).catch((error) => needs.log('a download was not cancelled', error));
      }
      if (['waiting', 'starting', 'open'].includes(row.state.kind))
        store.setRow(row.key, { kind: 'cancelled' });
    }
    work();
  };

  return {
    getState,
    subscribe,
    add(text, sites = [], list = null) {
      const taken = new Set(getState().rows.map(({ key }) => key));
      const reading = readList(text, taken, hostTable(sites));
      const added = reading.links.map((link) => ({
        ...link,
        place: placeIn(list, link.url),
        preview: null,
        choice: null,
        state: { kind: 'waiting' } as const,
      }));
      const format = list?.format ?? (isAllMusic(text) ? 'mp3' : EMPTY_BATCH.choice.format);
      if (added.length > 0) update((before) => withRows(before, added, format));
      work();
      return reading;
    },
    chooseForAll: (choice) => update((before) => ({ ...before, choice })),
    choose: (key, choice) =>
      update((before) => withRow(before, key, (row) => ({ ...row, choice }))),
    async inspect(key) {
      const row = getState().rows.find((one) => one.key === key);
      if (!row) throw new TypeError(`there is no row ${key}`);
      return inspector.inspect(row);
    },
    choosePart: (key, part) =>
      update((before) => withRow(before, key, (row) => ({ ...row, part }))),
    markPart(key, isPartWrong) {
      update((before) => withRow(before, key, (row) => ({ ...row, isPartWrong })));
      work();
    },
    start() {
      holds.forget();
      update((before) => ({ ...before, isRunning: true }));
      work();
    },
    retry(keys) {
      const isRetried = (row: BatchState['rows'][number]) =>
        keys.includes(row.key) && RETRIABLE.includes(row.state.kind);
      holds.forget();
      update((before) => ({
        ...before,
        isRunning: true,
        rows: before.rows.map((row) =>
          isRetried(row) ? { ...row, state: { kind: 'waiting' } } : row,
        ),
      }));
      work();
    },
    cancel,
    remove(key) {
      cancel([key]);
      update((before) => ({ ...before, rows: before.rows.filter((row) => row.key !== key) }));
    },
    clear() {
      cancel(getState().rows.map(({ key }) => key));
      update(({ choice, waits }) => ({ ...EMPTY_BATCH, choice, waits }));
    },
    restore() {
      if (getState().rows.length > 0) return;
      const kept = needs.memory.read();
      if (kept.rows.length === 0) return;
      update(() => kept);
      holds.restore();
      void follower.catchUp().then(work);
    },
  };
}

/** Ten rows have news more often than a page needs to be drawn. */
const PROGRESS_MS = 250;

/** Creates the state of an empty queue. Changes are written to the tab's memory, and listeners are notified. */
function createBatchStore({ memory, after }: Pick<BatchNeeds, 'memory' | 'after'>): BatchStore & {
  readonly subscribe: (listener: () => void) => () => void;
} {
  const listeners = new Set<() => void>();
  let state = EMPTY_BATCH;
  let isNotified = true;
  const notify = () => {
    isNotified = true;
    for (const listener of listeners) listener();
  };
  const update: BatchStore['update'] = (change, isKept = true) => {
    const next = settled(change(state));
    if (next === state) return;
    state = next;
    if (isKept) {
      memory.write(state);
      notify();
    } else if (isNotified) {
      isNotified = false;
      after(PROGRESS_MS, () => isNotified || notify());
    }
  };
  return {
    getState: () => state,
    update,
    setRow: (key, rowState, isKept = true) =>
      update((before) => withRow(before, key, (row) => ({ ...row, state: rowState })), isKept),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A queue with nothing left to start does not run. */
function settled(state: BatchState): BatchState {
  const isOver = state.rows.every(
    ({ state: { kind } }) => !['waiting', 'starting', 'open'].includes(kind),
  );
  return isOver && state.isRunning ? { ...state, isRunning: false, pauseReason: null } : state;
}
