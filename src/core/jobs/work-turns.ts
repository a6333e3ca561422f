// Shares this machine's processors between jobs: the work of one that has already had much of them is paused while others run.
import type { Clock } from '../async/clock.ts';

/** A process, or several, that can be stopped and continued. */
export type Work = { readonly pause: () => void; readonly resume: () => void };

/** The account of one job. */
export type WorkTurn = {
  /** Counts the time of `work` from now on, and pauses it when it is not its turn; call the returned function at its end. */
  readonly begin: (work: Work) => () => void;
  /**
   * What it does next may take minutes: until the returned function is called, it waits for its turn like a heavy job, and its slot
   * is free, whatever it has used.
   */
  readonly beginSlow: () => () => void;
  /** How many other jobs are open at this moment, without those that wait for their turn. */
  readonly others: () => number;
};

/**
 * Jobs of each kind that no longer occupy a slot; how many of the heavy ones were put back before, and how many more heavy ones have a
 * place beside the slots.
 */
export type LongJobs = {
  readonly light: number;
  readonly heavy: number;
  readonly putBack: number;
  readonly free: number;
};

/** No job is long yet, or none says so. */
export const NONE_LONG: LongJobs = { light: 0, heavy: 0, putBack: 0, free: 0 };

/** Why a job has to end: its time is spent, or it keeps a slot for long, because no place beside the slots is left for it. */
export type EndOfWork = 'spent' | 'slot';

/** The accounts of all jobs of this process. */
export type WorkTurns = {
  /** Opens the account of a job; a heavy one waits for its turn from the start. `end` is called at most once, when it has to end. */
  readonly open: (job: {
    readonly isHeavy: boolean;
    /** It was put back, and has a place beside the slots from the start. */
    readonly isLong?: boolean;
    readonly end: (reason: EndOfWork) => void;
  }) => WorkTurn & { readonly close: () => void };
  readonly long: () => LongJobs;
  /** Calls back whenever {@link LongJobs} have changed. */
  readonly watch: (callback: () => void) => void;
};

/** What sharing needs. */
export type WorkTurnsNeeds = {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** How many long jobs work at once. */
  readonly maxLong: number;
  /** How many of each kind may have a place beside the slots. */
  readonly maxLightBeside: number;
  readonly maxHeavyBeside: number;
  /** How many others may have given it back because they do something slow: most of these only wait, for which they need no memory. */
  readonly maxSlow: number;
  /** The time that a job may work. */
  readonly maxWorkMs: number;
  /** Whether a job that waits would start if there were another slot. */
  readonly isSlotWanted: () => boolean;
  /** Whether a heavy one that was put back waits for a place: no other takes one that becomes free. */
  readonly isPlaceWanted: () => boolean;
};

type Job = {
  readonly isHeavy: boolean;
  readonly isLong: boolean;
  readonly end: (reason: EndOfWork) => void;
  readonly works: Set<Work>;
  usedMs: number;
  /** How long it works before it waits for its turn. */
  freshMs: number;
  isSlow: boolean;
  /** It has a place beside the slots. */
  isPlaced: boolean;
  isPaused: boolean;
  isEnding: boolean;
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
/** A heavy one occupies its slot for no longer: it waits for its turn anyway. */
export const HEAVY_SLOT_MS = 2000;
/** A heavy one that finds no place beside the slots leaves its own to those that wait after this long: most encodes need less. */
export const HEAVY_KEEP_MS = 20_000;
/** The least time that a long job works before it is paused for another long one. */
const TURN_MS = 5000;
const TICK_MS = 1000;

/**
 * Creates the accounts. Those that have worked least come first, and at once while they have worked for less than
 * {@link LONG_MS}, so that a short one never waits for one that takes minutes.
 */
export function createWorkTurns(needs: WorkTurnsNeeds): WorkTurns {
  const state: State = {
    ...needs,
    jobs: new Set(),
    countedAtMs: needs.clock.monotonic(),
    stopTicking: null,
    told: NONE_LONG,
    onLong: () => undefined,
  };
  state.told = countLong(state);
  return {
    open({ isHeavy, isLong = false, end }) {
      const job: Job = {
        isHeavy,
        isLong,
        end,
        works: new Set(),
        usedMs: 0,
        freshMs: isHeavy ? 0 : LONG_MS,
        isSlow: false,
        isPlaced: false,
        isPaused: false,
        isEnding: false,
        turnAtMs: Number.NEGATIVE_INFINITY,
      };
      state.jobs.add(job);
      review(state);
      return {
        begin: (work) => begin(state, job, work),
        beginSlow() {
          const { freshMs } = job;
          job.isSlow = true;
          job.freshMs = 0;
          review(state);
          return () => {
            job.isSlow = false;
            job.freshMs = freshMs;
            review(state);
          };
        },
        others: () => [...state.jobs].filter((one) => one !== job && !one.isPaused).length,
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
  place(state);
  endSome(working, 'spent', ({ usedMs }) => usedMs >= state.maxWorkMs);
  const isFresh = (job: Job) => job.usedMs < LONG_MS;
  const keepsTurn = (job: Job) => !job.isPaused && now - job.turnAtMs < TURN_MS;
  const rank = (job: Job) => (isFresh(job) ? 0 : keepsTurn(job) ? 1 : 2);
  const inOrder = working
    .filter((job) => job.usedMs >= job.freshMs)
    .sort((a, b) => rank(a) - rank(b) || a.usedMs - b.usedMs);
  for (const [index, job] of inOrder.entries()) give(job, index < state.maxLong, now);
  tellLong(state);
  if (working.length > 0)
    state.stopTicking ??= state.clock.after(TICK_MS, () => {
      state.stopTicking = null;
      review(state);
      putBackSome(state);
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

/** Gives places beside the slots to those that have worked for so long that their slot is free, the first that began first. */
function place(state: State): void {
  for (const job of state.jobs) {
    const { isHeavy, isLong, isPlaced, isSlow, isEnding, usedMs } = job;
    const isDue = isLong || usedMs >= (isHeavy ? HEAVY_SLOT_MS : LONG_MS);
    if (isPlaced || isSlow || isEnding || !isDue) continue;
    if (isHeavy && !isLong && state.isPlaceWanted()) continue;
    const most = isHeavy ? state.maxHeavyBeside : state.maxLightBeside;
    job.isPlaced = placed(state, isHeavy).length < most;
  }
}

function placed({ jobs }: State, isHeavy: boolean): readonly Job[] {
  return [...jobs].filter((job) => job.isPlaced && job.isHeavy === isHeavy);
}

function endSome(jobs: Iterable<Job>, reason: EndOfWork, isDue: (job: Job) => boolean): void {
  for (const job of jobs) {
    if (job.isEnding || !isDue(job)) continue;
    job.isEnding = true;
    job.end(reason);
  }
}

/**
 * Ends those that are long and would keep a slot: light ones, and heavy ones if the slot helps another. At each tick alone, since the
 * queue has to look at all that wait.
 */
function putBackSome(state: State): void {
  const keeps = [...state.jobs].filter(
    ({ works, isPlaced, isSlow, isHeavy, usedMs }) =>
      works.size > 0 && !isPlaced && !isSlow && usedMs >= (isHeavy ? HEAVY_KEEP_MS : LONG_MS),
  );
  const isWanted = keeps.some(({ isHeavy }) => isHeavy) && state.isSlotWanted();
  endSome(keeps, 'slot', ({ isHeavy }) => !isHeavy || isWanted);
}

function countLong(state: State): LongJobs {
  const slow = [...state.jobs].filter(({ isSlow, isPlaced }) => isSlow && !isPlaced);
  const beside = slow.slice(0, state.maxSlow);
  const heavy = placed(state, true);
  return {
    light: placed(state, false).length + beside.filter(({ isHeavy }) => !isHeavy).length,
    heavy: heavy.length + beside.filter(({ isHeavy }) => isHeavy).length,
    putBack: heavy.filter(({ isLong }) => isLong).length,
    free: state.maxHeavyBeside - heavy.length,
  };
}

function tellLong(state: State): void {
  const long = countLong(state);
  const { told } = state;
  const names = ['light', 'heavy', 'putBack', 'free'] as const;
  if (names.every((name) => long[name] === told[name])) return;
  state.told = long;
  state.onLong();
}
