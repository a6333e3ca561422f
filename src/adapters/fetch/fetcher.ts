// The port Fetcher: one egress session and one byte budget per job, and one part file per source.

import type { Clock } from '../../core/async/clock.ts';
import type { Fetcher, Fetching, FetchTask } from '../../core/jobs/ports.ts';
import { AppError } from '../../shared/errors.ts';
import type { Lane } from '../door/door.ts';
import { fetchPart, type Session } from './fetch-part.ts';
import { createByteBudget } from './http/byte-budget.ts';
import { createHostSlots } from './http/host-slots.ts';
import { createPlaylistParser } from './segments/parse-playlist.ts';

/** Added to the byte limit of the egress session: a job counts its parts itself, and some bytes are requested twice. */
const HEADROOM = { factor: 1.5, bytes: 64 * 1024 * 1024 };
/** Each may cost a request; readers choose the places. */
const MOST_WANTS = 64;
/** Longer than the fetcher's own limit of 30 s, so that a silent origin is reported as such. */
const LANE_LIMITS = { maxSockets: 32, idleMs: 35_000, totalMs: 12 * 3_600_000 };

/** `openLane` opens an egress session per job, by an egress; `random` (0 to 1, 1 excluded) jitters retries. */
export type FetcherOptions = {
  readonly openLane: (egress?: string) => Lane;
  readonly clock: Clock;
  readonly random?: () => number;
  readonly limits?: Partial<typeof LANE_LIMITS>;
};

/** Creates the port. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { clock, openLane, random = Math.random } = options;
  const parsePlaylist = createPlaylistParser();
  return {
    open: (platform, maxBytes, via) => {
      const lane = openLane(via?.egress);
      const budget = {
        ...LANE_LIMITS,
        ...options.limits,
        maxBytes: maxBytes * HEADROOM.factor + HEADROOM.bytes,
      };
      lane.begin(platform, budget, via?.family);
      const closing = new AbortController();
      const running = new Set<Promise<unknown>>();
      const session: Session = {
        lane,
        clock,
        random,
        slots: createHostSlots(),
        parsePlaylist,
        allowance: createByteBudget(maxBytes),
      };
      return {
        fetch: (task) => {
          const signal = AbortSignal.any([task.signal, closing.signal]);
          const fetching = start(session, { ...task, signal });
          const ended = fetching.done.then(
            () => undefined,
            () => undefined,
          );
          running.add(ended);
          void ended.then(() => running.delete(ended));
          return fetching;
        },
        close: async () => {
          closing.abort(new AppError('cancelled', { detail: 'the work has ended' }));
          await Promise.all(running);
          lane.end();
          lane.close();
        },
      };
    },
  };
}

function start(session: Session, task: FetchTask): Fetching {
  const { file, done, totalBytes, part, want } = fetchPart(session, task);
  for (const each of [done, part]) each.catch(() => undefined); // optional to await
  file.catch(() => undefined);
  totalBytes.catch(() => undefined);
  let wants = 0;
  return {
    done,
    totalBytes,
    part,
    read: async function* (how) {
      yield* (await file).read(how);
    },
    readAt: async (from, to) => (await file).readAt(from, to),
    async readSome(from, to, { isUrgent = false, into } = {}) {
      const opened = await file;
      if (isUrgent && !opened.map.includes(from, from + 1) && wants < MOST_WANTS) {
        wants += 1;
        want(from);
      }
      return opened.readSome(from, to, into);
    },
    want,
    moveTo: async (moved) => (await file).moveTo(moved),
  };
}
