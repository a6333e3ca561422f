// Meters one lane (egress session): its open connections, what they carried, and whether its budget is spent.
import type { Socket } from 'node:net';
import type { Clock } from '../../core/async/clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { Budget, LaneUse } from './door.ts';

/** The meter of one lane. A connection counts before it is dialled, so that a burst cannot exceed the limit. */
export type LaneMeter = {
  readonly isOpen: () => boolean;
  readonly begin: (budget: Budget) => void;
  /** Ends the job; open connections may stay for the idle time. */
  readonly end: () => LaneUse;
  readonly use: () => LaneUse;
  /** Counts a refused connection. */
  readonly refused: () => void;
  /**
   * Dials within the budget and tracks the socket under a name. Throws AppError `cancelled` when the lane is closed,
   * `server_busy` when a budget is spent, `timeout` when its time is over.
   */
  readonly enter: (name: string, dial: () => Promise<Socket>) => Promise<Socket>;
  /** Tracks a client's connection, over which requests come, under the name of the host of the last one. Throws as `enter`. */
  readonly join: (name: string, client: Socket) => void;
  /** Reads a socket's counters now; false when the budget is spent and the socket destroyed. */
  readonly check: (socket: Socket) => boolean;
  /** Destroys the connections whose names match. */
  readonly cut: (matches: (name: string) => boolean) => void;
  readonly close: () => void;
};

type Entry = {
  name: string;
  /** A client's connection: what comes in from an origin goes out on it. */
  readonly isClient: boolean;
  bytesIn: number;
  bytesOut: number;
  activeAtMs: number;
};

type State = {
  readonly clock: Clock;
  readonly entries: Map<Socket, Entry>;
  budget: Budget;
  isOpen: boolean;
  /** Connections that are being dialled. */
  dialling: number;
  /** When the lane was opened or its job ended. */
  changedAtMs: number;
  use: Mutable<LaneUse>;
  cancelTick: (() => void) | null;
};

// JavaScript never sees the data of sockets under TLS, so their counters are polled; a poll costs microseconds.
const METER_INTERVAL_MS = 100;
const RETRY_AFTER_SECONDS = 10;
const NOTHING: Budget = { maxBytes: 0, maxSockets: 0, idleMs: 0, totalMs: 0 };

/** Creates the meter of a closed lane. */
export function createLaneMeter(clock: Clock): LaneMeter {
  const state: State = {
    clock,
    entries: new Map(),
    budget: NOTHING,
    isOpen: false,
    dialling: 0,
    changedAtMs: 0,
    use: emptyUse(),
    cancelTick: null,
  };
  return {
    isOpen: () => state.isOpen,
    begin: (budget) => begin(state, budget),
    end: () => end(state),
    use: () => measure(state),
    refused: () => {
      state.use.refused += 1;
    },
    enter: (name, dial) => enter(state, name, dial),
    join: (name, client) => join(state, name, client),
    check: (socket) => check(state, socket),
    cut: (matches) => cut(state, matches),
    close: () => {
      state.isOpen = false;
      state.cancelTick?.();
      cut(state, () => true);
    },
  };
}

function begin(state: State, budget: Budget): void {
  const { clock, entries } = state;
  if (state.isOpen) throw new TypeError('the previous job has not ended');
  for (const [socket, entry] of entries) {
    check(state, socket);
    // A tunnel that is about to be reused must not be closed as idle under the new job.
    entry.activeAtMs = clock.monotonic();
  }
  state.budget = budget;
  state.use = emptyUse();
  state.isOpen = true;
  state.changedAtMs = clock.monotonic();
  scheduleTick(state);
}

function end(state: State): LaneUse {
  const use = measure(state);
  if (state.isOpen) state.changedAtMs = state.clock.monotonic();
  state.isOpen = false;
  return use;
}

function measure(state: State): LaneUse {
  for (const socket of state.entries.keys()) check(state, socket);
  return { ...state.use };
}

function join(state: State, name: string, client: Socket): void {
  const known = state.entries.get(client);
  if (known) {
    assertOpen(state);
    known.name = name;
  } else {
    assertRoom(state);
    add(state, name, client, true);
  }
}

function assertRoom(state: State): void {
  const { budget, dialling, entries, use } = state;
  assertOpen(state);
  if (entries.size + dialling < budget.maxSockets) return;
  use.spent ??= 'sockets';
  throw budgetSpent('too many connections of one job');
}

async function enter(state: State, name: string, dial: () => Promise<Socket>): Promise<Socket> {
  const { use } = state;
  assertRoom(state);
  state.dialling += 1;
  try {
    const socket = await dial();
    // The job may have ended meanwhile, and the next one begun.
    if (use !== state.use || !state.isOpen || use.spent === 'bytes' || use.spent === 'time') {
      socket.destroy();
      assertOpen(state);
      throw new AppError('cancelled', { detail: 'the job has ended' });
    }
    use.connections += 1;
    add(state, name, socket, false);
    return socket;
  } finally {
    state.dialling -= 1;
  }
}

function add(state: State, name: string, socket: Socket, isClient: boolean): void {
  const { clock, entries } = state;
  entries.set(socket, { name, isClient, bytesIn: 0, bytesOut: 0, activeAtMs: clock.monotonic() });
  // The job did not request an upstream proxy's answer, but its bytes were carried: count them first.
  check(state, socket);
  socket.once('close', () => {
    check(state, socket);
    entries.delete(socket);
  });
  scheduleTick(state);
}

function check(state: State, socket: Socket): boolean {
  const { budget, clock, entries, use } = state;
  const entry = entries.get(socket);
  if (!entry) return false;
  const [bytesRead, bytesWritten] = entry.isClient
    ? [socket.bytesWritten, socket.bytesRead]
    : [socket.bytesRead, socket.bytesWritten];
  if (bytesRead !== entry.bytesIn || bytesWritten !== entry.bytesOut) {
    use.bytesIn += bytesRead - entry.bytesIn;
    use.bytesOut += bytesWritten - entry.bytesOut;
    entry.bytesIn = bytesRead;
    entry.bytesOut = bytesWritten;
    entry.activeAtMs = clock.monotonic();
    if (use.bytesIn + use.bytesOut > budget.maxBytes) spend(state, 'bytes');
  }
  return !socket.destroyed;
}

function spend(state: State, what: 'bytes' | 'time'): void {
  // A job may go on after it had too many connections, so that must not hide what ends it.
  if (state.use.spent === null || state.use.spent === 'sockets') state.use.spent = what;
  cut(state, () => true);
}

function cut({ entries }: State, matches: (name: string) => boolean): void {
  for (const [socket, { name }] of entries) if (matches(name)) socket.destroy();
}

function tick(state: State): void {
  const { budget, entries } = state;
  state.cancelTick = null;
  const nowMs = state.clock.monotonic();
  const lifeMs = state.isOpen ? budget.totalMs : budget.idleMs;
  if (nowMs - state.changedAtMs >= lifeMs) {
    if (state.isOpen) spend(state, 'time');
    else cut(state, () => true);
  }
  for (const [socket, entry] of entries) {
    if (check(state, socket) && nowMs - entry.activeAtMs >= budget.idleMs) socket.destroy();
  }
  scheduleTick(state);
}

function scheduleTick(state: State): void {
  if (state.entries.size === 0 && !state.isOpen) return;
  state.cancelTick ??= state.clock.after(METER_INTERVAL_MS, () => tick(state));
}

function assertOpen({ isOpen, use }: State): void {
  if (!isOpen) throw new AppError('cancelled', { detail: 'the lane is shut' });
  if (use.spent === 'time') throw new AppError('timeout', { detail: 'the job took too long' });
  if (use.spent === 'bytes') throw budgetSpent('the job has had its bytes');
}

/** Returns the AppError `server_busy` of a job that has spent its budget. */
export function budgetSpent(detail: string, cause?: unknown): AppError {
  return new AppError('server_busy', {
    params: { retryAfterSeconds: RETRY_AFTER_SECONDS },
    detail,
    cause,
  });
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

function emptyUse(): Mutable<LaneUse> {
  return { bytesIn: 0, bytesOut: 0, connections: 0, refused: 0, spent: null };
}
