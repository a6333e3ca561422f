// Keeps the books of one lane: which connections it has open, what they carried, and when its budget is spent.
import type { Socket } from 'node:net';
import type { Clock } from '../../core/async/clock.ts';
import { AppError } from '../../shared/errors.ts';
import type { Budget, LaneUse } from './door.ts';

/** The books of one lane. A connection is entered before it is dialled, so that a burst cannot pass the cap. */
export type LaneMeter = {
  readonly isOpen: () => boolean;
  readonly begin: (budget: Budget) => void;
  /** Ends the job; what is open may stay for the idle time. */
  readonly end: () => LaneUse;
  readonly use: () => LaneUse;
  readonly refused: () => void;
  /**
   * Runs a dial within the budget and enters its socket under a name. Throws AppError: `cancelled` when the lane is shut,
   * `server_busy` when a budget is spent, `timeout` when its time is.
   */
  readonly enter: (name: string, dial: () => Promise<Socket>) => Promise<Socket>;
  /** Reads a socket's counters now; false when the budget is spent and the socket destroyed. */
  readonly check: (socket: Socket) => boolean;
  /** Destroys the connections whose name the predicate picks. */
  readonly cut: (picks: (name: string) => boolean) => void;
  readonly close: () => void;
};

type Entry = { readonly name: string; bytesIn: number; bytesOut: number; activeAtMs: number };

// Sockets under TLS never show their data to JavaScript, so their counters are read in turns; a turn costs microseconds.
const METER_INTERVAL_MS = 100;
const RETRY_AFTER_SECONDS = 10;
const NOTHING: Budget = { maxBytes: 0, maxSockets: 0, idleMs: 0, totalMs: 0 };

/** Opens the books of a lane. */
export function createLaneMeter(clock: Clock): LaneMeter {
  const entries = new Map<Socket, Entry>();
  let budget = NOTHING;
  let isOpen = false;
  let dialling = 0;
  let changedAtMs = 0;
  let use = emptyUse();
  let callOffTurn: (() => void) | null = null;

  function check(socket: Socket): boolean {
    const entry = entries.get(socket);
    if (!entry) return false;
    const { bytesRead, bytesWritten } = socket;
    if (bytesRead !== entry.bytesIn || bytesWritten !== entry.bytesOut) {
      use.bytesIn += bytesRead - entry.bytesIn;
      use.bytesOut += bytesWritten - entry.bytesOut;
      Object.assign(entry, {
        bytesIn: bytesRead,
        bytesOut: bytesWritten,
        activeAtMs: clock.monotonic(),
      });
      if (use.bytesIn + use.bytesOut > budget.maxBytes) spend('bytes');
    }
    return !socket.destroyed;
  }

  function spend(what: 'bytes' | 'time'): void {
    use.spent ??= what;
    cut(() => true);
  }

  function cut(picks: (name: string) => boolean): void {
    for (const [socket, { name }] of entries) if (picks(name)) socket.destroy();
  }

  function turn(): void {
    callOffTurn = null;
    const nowMs = clock.monotonic();
    const lifeMs = isOpen ? budget.totalMs : budget.idleMs;
    if (nowMs - changedAtMs >= lifeMs) {
      if (isOpen) spend('time');
      else cut(() => true);
    }
    for (const [socket, entry] of entries) {
      if (check(socket) && nowMs - entry.activeAtMs >= budget.idleMs) socket.destroy();
    }
    wake();
  }

  function wake(): void {
    if (entries.size > 0 || isOpen) callOffTurn ??= clock.after(METER_INTERVAL_MS, turn);
  }

  function add(name: string, socket: Socket): void {
    entries.set(socket, { name, bytesIn: 0, bytesOut: 0, activeAtMs: clock.monotonic() });
    // Read first: an upstream proxy's answer is no part of what the job asked for, but its bytes were carried.
    check(socket);
    socket.once('close', () => {
      check(socket);
      entries.delete(socket);
    });
    wake();
  }

  return {
    isOpen: () => isOpen,
    begin: (next) => {
      if (isOpen) throw new TypeError('the job before has not ended');
      for (const [socket, entry] of entries) {
        check(socket);
        // A tunnel that is about to be used again must not be cut under the hands of the new job.
        entry.activeAtMs = clock.monotonic();
      }
      budget = next;
      use = emptyUse();
      isOpen = true;
      changedAtMs = clock.monotonic();
      wake();
    },
    end: () => {
      for (const socket of entries.keys()) check(socket);
      if (isOpen) changedAtMs = clock.monotonic();
      isOpen = false;
      return { ...use };
    },
    use: () => {
      for (const socket of entries.keys()) check(socket);
      return { ...use };
    },
    refused: () => {
      use.refused += 1;
    },
    enter: async (name, dial) => {
      assertOpen();
      if (entries.size + dialling >= budget.maxSockets) {
        use.spent ??= 'sockets';
        throw budgetSpent('too many connections of one job');
      }
      const job = use;
      dialling += 1;
      try {
        const socket = await dial();
        // The job may have ended meanwhile, and the next one begun.
        if (job !== use || !isOpen || use.spent === 'bytes' || use.spent === 'time') {
          socket.destroy();
          assertOpen();
          throw new AppError('cancelled', { detail: 'the job has ended' });
        }
        use.connections += 1;
        add(name, socket);
        return socket;
      } finally {
        dialling -= 1;
      }
    },
    check,
    cut,
    close: () => {
      isOpen = false;
      callOffTurn?.();
      cut(() => true);
    },
  };

  function assertOpen(): void {
    if (!isOpen) throw new AppError('cancelled', { detail: 'the lane is shut' });
    if (use.spent === 'time') throw new AppError('timeout', { detail: 'the job took too long' });
    if (use.spent === 'bytes') throw budgetSpent('the job has had its bytes');
  }
}

/** The AppError `server_busy` of a job that has used up what one job may use. */
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
