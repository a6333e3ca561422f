// The works that are waiting and running in this process: joins those who want the same, keeps the order, ends what nobody wants.

import { AppError } from '../../shared/errors.ts';
import type { Clock } from '../async/clock.ts';
import type { StoredFile } from '../files/stored-file.ts';
import { placesPerNetwork, SHARED_RESOURCES } from '../limits/shared-resources.ts';
import type { WorkProgress } from './progress.ts';
import { type Holder, nextWork, type QueuedWork, queueOrder } from './queue-order.ts';

/** Carries a work out. Ends soon after `signal` aborts, with everything that it started. */
export type RunWork = (
  signal: AbortSignal,
  report: (progress: WorkProgress) => void,
) => Promise<StoredFile>;

/** How a work ended. */
export type WorkEnd = { readonly file: StoredFile } | { readonly error: unknown };

/** What is told to whoever holds a work. */
export type WorkListener = {
  readonly onPosition: (position: number) => void;
  readonly onProgress: (progress: WorkProgress) => void;
  readonly onEnd: (end: WorkEnd) => void;
};

/** The works of this process. A ticket holds at most one. */
export type Works = {
  /** Adds a work, or joins the one with this key that is there already. */
  readonly join: (
    ticketId: string,
    holder: Holder,
    work: { readonly key: string; readonly seconds: number | null; readonly run: RunWork },
    listener: WorkListener,
  ) => void;
  /** Lets go of a work; the last one who does ends it. */
  readonly leave: (ticketId: string) => void;
  /** Ends all works without telling anybody; fulfilled when nothing of them is left. */
  readonly stop: () => Promise<void>;
  /** `oldestWaitMs` is how long the one has waited that came first; null when none waits. */
  readonly count: () => {
    readonly waiting: number;
    readonly running: number;
    readonly oldestWaitMs: number | null;
  };
};

type Ticket = { readonly holder: Holder; readonly listener: WorkListener };
type Work = {
  readonly key: string;
  readonly addedAtMs: number;
  readonly seconds: number | null;
  readonly run: RunWork;
  readonly tickets: Map<string, Ticket>;
  readonly controller: AbortController;
  last: WorkProgress | null;
};

/** Makes the works; at most `maxRunning` run at once. */
export function createWorks(needs: { readonly clock: Clock; readonly maxRunning: number }): Works {
  const { clock, maxRunning } = needs;
  const perNetwork = placesPerNetwork(SHARED_RESOURCES.runningJobs, maxRunning);
  const waiting = new Map<string, Work>();
  const running = new Map<string, Work>();
  // Includes those that nobody wants any more until the last of their processes is gone: a slot is free when it is free.
  const ending = new Set<Promise<void>>();
  const held = new Map<string, Work>();

  const view = (work: Work): QueuedWork => ({
    key: work.key,
    addedAtMs: work.addedAtMs,
    seconds: work.seconds,
    holders: [...work.tickets.values()].map(({ holder }) => holder),
  });
  const views = (works: Map<string, Work>) => [...works.values()].map(view);

  const pump = () => {
    while (ending.size < maxRunning && waiting.size > 0) {
      const next = nextWork(views(waiting), views(running), clock.monotonic(), perNetwork);
      const work = next && waiting.get(next.key);
      if (!work) break;
      waiting.delete(work.key);
      running.set(work.key, work);
      start(work);
    }
    for (const [index, { key }] of queueOrder(
      views(waiting),
      views(running),
      clock.monotonic(),
    ).entries()) {
      for (const { listener } of waiting.get(key)?.tickets.values() ?? [])
        listener.onPosition(index + 1);
    }
  };

  const start = (work: Work) => {
    const report = (progress: WorkProgress) => {
      work.last = progress;
      for (const { listener } of work.tickets.values()) listener.onProgress(progress);
    };
    const end = (result: WorkEnd) => {
      if (running.get(work.key) === work) running.delete(work.key);
      for (const [id, { listener }] of work.tickets) {
        held.delete(id);
        listener.onEnd(result);
      }
      work.tickets.clear();
    };
    const whole = work.run(work.controller.signal, report).then(
      (file) => end({ file }),
      (error: unknown) => end({ error }),
    );
    ending.add(whole);
    void whole.finally(() => {
      ending.delete(whole);
      pump();
    });
  };

  return {
    join(ticketId, holder, wish, listener) {
      const known = running.get(wish.key) ?? waiting.get(wish.key);
      const work = known ?? {
        ...wish,
        addedAtMs: clock.monotonic(),
        tickets: new Map<string, Ticket>(),
        controller: new AbortController(),
        last: null,
      };
      work.tickets.set(ticketId, { holder, listener });
      held.set(ticketId, work);
      if (!known) waiting.set(work.key, work);
      else if (work.last) listener.onProgress(work.last);
      pump();
    },
    leave(ticketId) {
      const work = held.get(ticketId);
      if (!work) return;
      held.delete(ticketId);
      work.tickets.delete(ticketId);
      if (work.tickets.size === 0) {
        // Out of sight at once, so that whoever wants the same now starts afresh.
        for (const works of [waiting, running])
          if (works.get(work.key) === work) works.delete(work.key);
        work.controller.abort(new AppError('cancelled'));
      }
      pump();
    },
    async stop() {
      waiting.clear();
      for (const work of running.values()) {
        work.tickets.clear();
        work.controller.abort(new AppError('interrupted'));
      }
      held.clear();
      await Promise.all(ending);
    },
    count() {
      const since = [...waiting.values()].map(({ addedAtMs }) => addedAtMs);
      const oldestWaitMs = since.length > 0 ? clock.monotonic() - Math.min(...since) : null;
      return { waiting: waiting.size, running: ending.size, oldestWaitMs };
    },
  };
}
