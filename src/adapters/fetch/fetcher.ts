// The port Fetcher: one lane and one budget for each work, and a part of its own for each source.

import type { Clock } from '../../core/async/clock.ts';
import type { Fetcher, Fetching, FetchTask, Part } from '../../core/jobs/ports.ts';
import { AppError } from '../../shared/errors.ts';
import type { Lane } from '../door/door.ts';
import { fetchPart, type Session } from './fetch-part.ts';
import { createByteBudget } from './http/byte-budget.ts';
import { createHostSlots } from './http/host-slots.ts';
import { createPlaylistParser } from './segments/parse-playlist.ts';

/** What is told to the door: generous beside what the parts themselves are held to, for what has to be asked for twice. */
const HEADROOM = { factor: 1.5, bytes: 64 * 1024 * 1024 };
/** Longer than our own limit of 30 s, so that a silent origin is named as such. */
const LANE_LIMITS = { maxSockets: 32, idleMs: 35_000, totalMs: 12 * 3_600_000 };

/** What the port is made of. `openLane` gives a lane of its own for each work; `random` (0 up to 1) spreads waits. */
export type FetcherOptions = {
  readonly openLane: () => Lane;
  readonly clock: Clock;
  readonly random?: () => number;
  readonly limits?: Partial<typeof LANE_LIMITS>;
};

/** Makes the port. */
export function createFetcher(options: FetcherOptions): Fetcher {
  const { clock, openLane, random = Math.random } = options;
  const parsePlaylist = createPlaylistParser();
  return {
    open: (platform, maxBytes) => {
      const lane = openLane();
      lane.begin(platform, {
        ...LANE_LIMITS,
        ...options.limits,
        maxBytes: maxBytes * HEADROOM.factor + HEADROOM.bytes,
      });
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
  const { file, done, want } = fetchPart(session, task);
  const part: Promise<Part> = done;
  part.catch(() => undefined); // nobody has to listen
  file.catch(() => undefined);
  return {
    done: part,
    read: async function* (how) {
      yield* (await file).read(how);
    },
    readAt: async (from, to) => (await file).readAt(from, to),
    want,
  };
}
