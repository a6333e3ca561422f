// The servers that share one database: each says every few seconds that it is there, and one that was silent for a minute is gone.
import type { Clock } from '../async/clock.ts';

/** How often a server says that it is there, and after how long a silence the others take it for gone. */
export type ServerTimes = { readonly beatMs: number; readonly goneAfterMs: number };

/** The times of every server that operators start. All servers of a database must have the same. */
export const SERVER_TIMES: ServerTimes = { beatMs: 10_000, goneAfterMs: 60_000 };

/**
 * The register of the servers, as one of them uses it. Times are epoch milliseconds of the database's clock: the machines' own
 * may differ by more than a minute.
 */
export type Servers = {
  /** Whether a living server has another key than this one. */
  readonly hasStranger: () => Promise<boolean>;
  /** Enters this server and answers the time; null, and nothing changed, while a living one has another key. Servers that start together enter one after the other. */
  readonly enter: () => Promise<number | null>;
  /** Says that the server which entered at `startedAt` is there, and answers the time; null when another process has entered under its id since. */
  readonly beat: (startedAt: number) => Promise<number | null>;
  /** Takes it out, unless another process has entered under its id since. */
  readonly leave: (startedAt: number) => Promise<void>;
};

/** This server among the others. */
export type Presence = {
  /** False, and nothing changed, while a living server has another key. */
  readonly enter: () => Promise<boolean>;
  /**
   * Says from then on that this server is there. `onSeen` runs after that, unless this server or the database was away within
   * the last minute: the others may only seem to be gone then.
   */
  readonly begin: (onSeen: () => Promise<void>) => void;
  /** Leaves the register; fulfilled when nothing of it runs any more. Trouble is only warned of. */
  readonly leave: () => Promise<void>;
};

/** A query may hang while others get through; this many do not hold up the next. */
const MAX_AT_ONCE = 3;

const SILENT = 'this server cannot say that it is there; others will take its downloads over';
const COPIED =
  'another server runs with a copy of this DATA_DIR; stop it, and remove server-id from the copy';
const NOT_LOOKED = 'downloads of servers that are gone could not be taken over';

/** Makes it. Each kind of trouble is warned of once until it is over. */
export function createPresence(needs: {
  readonly servers: Servers;
  readonly clock: Clock;
  readonly times: ServerTimes;
  readonly warn: (message: string, cause: unknown) => void;
}): Presence {
  const { servers, clock, times } = needs;
  const running = new Set<Promise<void>>();
  const told = new Set<string>();
  let startedAt: number | null = null;
  let lastSeenAt = 0;
  let steadyFrom = 0;
  let isLooking = false;
  let isLeaving = false;
  let callOff: () => void = () => undefined;

  const warnOnce = (message: string, cause: unknown) => {
    if (!told.has(message)) needs.warn(message, cause);
    told.add(message);
  };

  const look = async (onSeen: () => Promise<void>) => {
    if (isLooking || isLeaving) return;
    isLooking = true;
    try {
      await onSeen();
      told.delete(NOT_LOOKED);
    } catch (cause) {
      warnOnce(NOT_LOOKED, cause);
    } finally {
      isLooking = false;
    }
  };

  const beat = async (entered: number, onSeen: () => Promise<void>) => {
    try {
      const seenAt = await servers.beat(entered);
      told.delete(SILENT);
      if (seenAt === null) return warnOnce(COPIED, undefined);
      told.delete(COPIED);
      if (seenAt - lastSeenAt > times.goneAfterMs / 2) steadyFrom = seenAt + times.goneAfterMs;
      lastSeenAt = Math.max(lastSeenAt, seenAt);
    } catch (cause) {
      return warnOnce(SILENT, cause);
    }
    if (lastSeenAt >= steadyFrom) await look(onSeen);
  };

  return {
    async enter() {
      startedAt = await servers.enter();
      lastSeenAt = startedAt ?? 0;
      return startedAt !== null;
    },
    begin(onSeen) {
      const tick = () => {
        if (startedAt !== null && running.size < MAX_AT_ONCE) {
          const one = beat(startedAt, onSeen).finally(() => running.delete(one));
          running.add(one);
        }
        callOff = clock.after(times.beatMs, tick);
      };
      callOff = clock.after(times.beatMs, tick);
    },
    async leave() {
      isLeaving = true;
      callOff();
      await Promise.all(running);
      const entered = startedAt;
      startedAt = null;
      if (entered === null) return;
      await servers
        .leave(entered)
        .catch((cause: unknown) =>
          needs.warn('this server could not be taken out of the register', cause),
        );
    },
  };
}
