// The servers that share one database: each sends heartbeats; one without a heartbeat for a minute is lost.
import type { Duties, EndDuty } from '../async/duties.ts';

/** How servers notice that another one is lost, in milliseconds. */
export type ServerTimes = {
  /** How often a server sends a heartbeat, and after how long without one the others consider it lost. */
  readonly beatMs: number;
  readonly lostAfterMs: number;
  /** How long a server holds a job without a renewal, and how often expired leases are checked for. */
  readonly leaseMs: number;
  readonly checkMs: number;
};

/**
 * The times in production: the job of a lost server begins elsewhere after nine seconds at most. All servers of a database
 * must have the same.
 */
export const SERVER_TIMES: ServerTimes = {
  beatMs: 10_000,
  lostAfterMs: 60_000,
  leaseMs: 6000,
  checkMs: 2500,
};

/** What a server reports about itself. `name` is the machine's. */
export type ServerFacts = {
  readonly name: string;
  readonly version: string;
  /** The setting ROLE. */
  readonly role: 'all' | 'worker';
  /** The version of yt-dlp that it runs; null until it is known. */
  readonly engine: string | null;
  readonly egress: string;
  /** Jobs that it runs, and open downloads that it answers for. */
  readonly jobs: number;
  readonly downloads: number;
  /** Jobs that it found, since its start, whose server was lost. */
  readonly foundLost: number;
  readonly rssBytes: number;
};

/** A server in the register, by the database's clock in epoch milliseconds. `facts` is null until it has reported them. */
export type ListedServer = {
  readonly id: string;
  readonly startedAt: number;
  readonly seenAt: number;
  readonly isThis: boolean;
  readonly facts: ServerFacts | null;
};

/**
 * The register of the servers, as one of them uses it. Times are epoch milliseconds of the database's clock: those of the
 * machines may differ by more than a minute.
 */
export type Servers = {
  readonly now: () => Promise<number>;
  /** Whether a living server has another key than this one. */
  readonly hasStranger: () => Promise<boolean>;
  /**
   * Registers this server and returns the time. Returns null, and changes nothing, while a living server has another key.
   * Servers that start together register one after the other.
   */
  readonly enter: () => Promise<number | null>;
  /**
   * Reports that the server which registered at `startedAt` is alive and returns the time. Returns null when another process
   * has registered under its id since.
   */
  readonly beat: (startedAt: number) => Promise<number | null>;
  /** All that were seen within a day, those that have left aside; the longest running first. */
  readonly list: () => Promise<readonly ListedServer[]>;
  /** Removes the server, unless another process has registered under its id since. */
  readonly leave: (startedAt: number) => Promise<void>;
};

export type Presence = {
  /** Returns false, and changes nothing, while a living server has another key. */
  readonly enter: () => Promise<boolean>;
  /**
   * Starts to report that this server is alive. Calls `onSeen` after each report, unless this server or the database was unavailable
   * within the last minute: the others may only seem to be lost then.
   */
  readonly begin: (onSeen: () => Promise<void>) => void;
  /** Leaves the register; resolves when no report is in progress any more. Failures are logged. */
  readonly leave: () => Promise<void>;
};

/** Most reports in progress: a query that hangs does not hold up the next ones. */
const MAX_AT_ONCE = 3;

const SILENT = 'this server cannot say that it is there; others will take its downloads over';
const COPIED =
  'another server runs with a copy of this DATA_DIR; stop it, and remove server-id from the copy';
const NOT_LOOKED = 'downloads of servers that are gone could not be taken over';

export type PresenceNeeds = {
  readonly servers: Omit<Servers, 'list' | 'now'>;
  readonly duties: Duties;
  readonly times: ServerTimes;
  readonly warn: (message: string, cause: unknown) => void;
};

type State = PresenceNeeds & {
  readonly running: Set<Promise<void>>;
  /** Messages that were logged and still hold. */
  readonly warned: Set<string>;
  startedAt: number | null;
  lastSeenAt: number;
  /** From when on the other servers can be judged. */
  steadyFrom: number;
  isCallingBack: boolean;
  isLeaving: boolean;
  endBeats: EndDuty;
};

/** Creates it. Each kind of failure is logged once until it is over. */
export function createPresence(needs: PresenceNeeds): Presence {
  const state: State = {
    ...needs,
    running: new Set(),
    warned: new Set(),
    startedAt: null,
    lastSeenAt: 0,
    steadyFrom: 0,
    isCallingBack: false,
    isLeaving: false,
    endBeats: async () => undefined,
  };
  return {
    async enter() {
      state.startedAt = await needs.servers.enter();
      state.lastSeenAt = state.startedAt ?? 0;
      return state.startedAt !== null;
    },
    begin(onSeen) {
      const { duties, times } = needs;
      state.endBeats = duties.every('report-server', times.beatMs, () => startBeat(state, onSeen));
    },
    leave: () => leave(state),
  };
}

function startBeat(state: State, onSeen: () => Promise<void>): void {
  const { running, startedAt } = state;
  if (startedAt === null || running.size >= MAX_AT_ONCE) return;
  const one = beat(state, startedAt, onSeen).finally(() => running.delete(one));
  running.add(one);
}

async function beat(state: State, startedAt: number, onSeen: () => Promise<void>): Promise<void> {
  const { servers, warned, times } = state;
  try {
    const seenAt = await servers.beat(startedAt);
    warned.delete(SILENT);
    if (seenAt === null) return warnOnce(state, COPIED, undefined);
    warned.delete(COPIED);
    if (seenAt - state.lastSeenAt > times.lostAfterMs / 2)
      state.steadyFrom = seenAt + times.lostAfterMs;
    state.lastSeenAt = Math.max(state.lastSeenAt, seenAt);
  } catch (cause) {
    return warnOnce(state, SILENT, cause);
  }
  if (state.lastSeenAt >= state.steadyFrom) await callBack(state, onSeen);
}

async function callBack(state: State, onSeen: () => Promise<void>): Promise<void> {
  if (state.isCallingBack || state.isLeaving) return;
  state.isCallingBack = true;
  try {
    await onSeen();
    state.warned.delete(NOT_LOOKED);
  } catch (cause) {
    warnOnce(state, NOT_LOOKED, cause);
  } finally {
    state.isCallingBack = false;
  }
}

async function leave(state: State): Promise<void> {
  state.isLeaving = true;
  void state.endBeats();
  await Promise.all(state.running);
  const { startedAt } = state;
  state.startedAt = null;
  if (startedAt === null) return;
  await state.servers
    .leave(startedAt)
    .catch((cause: unknown) =>
      state.warn('this server could not be taken out of the register', cause),
    );
}

function warnOnce({ warn, warned }: State, message: string, cause: unknown): void {
  if (!warned.has(message)) warn(message, cause);
  warned.add(message);
}
