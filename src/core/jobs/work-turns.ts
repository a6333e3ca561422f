// Shares this machine's processors between jobs: the work of one that has already had much of them is paused while others run.
import type { Clock } from '../async/clock.ts';

/** A process, or several, that can be stopped and continued. */
export type Work = { readonly pause: () => void; readonly resume: () => void };

/** The account of one job. */
export type WorkTurn = {
  /** Counts the time of `work` from now on, and pauses it when it is not its turn; call the returned function at its end. */
  readonly begin: (work: Work) => () => void;
};

/** Jobs of each kind that have worked so long that they no longer occupy a slot. */
export type LongJobs = { readonly light: number; readonly heavy: number };

/** The accounts of all jobs of this process. */
export type WorkTurns = {
  /** Opens the account of a job; a heavy one is long from the start. `onSpent` is called once its time is spent. */
  readonly open: (job: { readonly isHeavy: boolean; readonly onSpent: () => void }) => WorkTurn & {
    readonly close: () => void;
  };
  readonly long: () => LongJobs;
  /** Calls back whenever {@link LongJobs} have changed. */
  readonly watch: (callback: () => void) => void;
};

/** What sharing needs. */
export type WorkTurnsNeeds = {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** How many long jobs work at once. */
  readonly maxLong: number;
  /** How many may have given their slot back. */
  readonly maxBeside: number;
  /** The time that a job may work. */
  readonly maxWorkMs: number;
};

type Job = {
  readonly isHeavy: boolean;
  readonly onSpent: () => void;
  readonly works: Set<Work>;
  usedMs: number;
  isPaused: boolean;
  isSpent: boolean;
  /** When its turn began. */
  turnAtMs: number;
};

type State = WorkTurnsNeeds & {
  readonly jobs: Set<Job>;
  countedAtMs: number;
  stopTicking: (() => void) | null;
  told: LongJobs;
  onLong: () => void;
};

/** A job that has worked for longer is a long one, whatever it was taken for. Most downloads need two to five seconds. */
export const LONG_MS = 10_000;
/** The least time that a long job works before it is paused for another one. */
const TURN_MS = 5000;
const TICK_MS = 1000;

/**
 * Creates the accounts. Of the long jobs those that have worked least come first, so that a short one never waits for
 * one that takes minutes.
 */
export function createWorkTurns(needs: WorkTurnsNeeds): WorkTurns {
  const state: State = {
    ...needs,
    jobs: new Set(),
    countedAtMs: needs.clock.monotonic(),
    stopTicking: null,
    told: { light: 0, heavy: 0 },
    onLong: () => undefined,
  };
  return {
    open({ isHeavy, onSpent }) {
      const job: Job = {
        isHeavy,
        onSpent,
        works: new Set(),
        usedMs: 0,
        isPaused: false,
        isSpent: false,
        turnAtMs: Number.NEGATIVE_INFINITY,
      };
      state.jobs.add(job);
      return {
        begin: (work) => begin(state, job, work),
        close() {
          state.jobs.delete(job);
          review(state);
        },
      };
    },
    long: () => countLong(state),
    watch(callback) {
      state.onLong = callback;
    },
  };
}

function begin(state: State, job: Job, work: Work): () => void {
  count(state);
  job.works.add(work);
  if (job.isPaused) work.pause();
  review(state);
  return () => {
    count(state);
    job.works.delete(work);
    if (job.works.size === 0) job.isPaused = false;
    review(state);
  };
}

/** Adds the time since the last count to every job that worked. */
function count(state: State): void {
  const now = state.clock.monotonic();
  for (const job of state.jobs)
    if (job.works.size > 0 && !job.isPaused) job.usedMs += now - state.countedAtMs;
  state.countedAtMs = now;
}

/** Decides anew whose turn it is. */
function review(state: State): void {
  count(state);
  const now = state.countedAtMs;
  const working = [...state.jobs].filter(({ works }) => works.size > 0);
  for (const job of working) {
    if (job.usedMs < state.maxWorkMs || job.isSpent) continue;
    job.isSpent = true;
    job.onSpent();
  }
  const keepsTurn = (job: Job) => !job.isPaused && now - job.turnAtMs < TURN_MS;
  const inOrder = working
    .filter(isLong)
    .sort((a, b) => Number(keepsTurn(b)) - Number(keepsTurn(a)) || a.usedMs - b.usedMs);
  for (const [index, job] of inOrder.entries()) give(job, index < state.maxLong, now);
  tellLong(state);
  if (working.length > 0)
    state.stopTicking ??= state.clock.after(TICK_MS, () => {
      state.stopTicking = null;
      review(state);
    });
  else {
    state.stopTicking?.();
    state.stopTicking = null;
  }
}

function give(job: Job, hasTurn: boolean, now: number): void {
  if (hasTurn && job.turnAtMs === Number.NEGATIVE_INFINITY) job.turnAtMs = now;
  if (hasTurn !== job.isPaused) return;
  job.isPaused = !hasTurn;
  if (hasTurn) job.turnAtMs = now;
  for (const work of job.works) {
    if (hasTurn) work.resume();
    else work.pause();
  }
}

const isLong = ({ isHeavy, usedMs }: Job) => isHeavy || usedMs >= LONG_MS;

/** A heavy job occupies a slot at first, too. */
function countLong({ jobs, maxBeside }: State): LongJobs {
  const beside = [...jobs].filter(({ usedMs }) => usedMs >= LONG_MS).slice(0, maxBeside);
  const heavy = beside.filter(({ isHeavy }) => isHeavy).length;
  return { light: beside.length - heavy, heavy };
}

function tellLong(state: State): void {
  const long = countLong(state);
  const { told } = state;
  if (long.light === told.light && long.heavy === told.heavy) return;
  state.told = long;
  state.onLong();
}
