// Worker pools behind one interface: new requests go to the current pool, and a replaced pool drains before it closes.

import type { Clock } from '../../../core/async/clock.ts';
import type { WorkerPool } from './pool.ts';

/** A pool, the installed engine that it runs, and a name of that with its setup. */
export type NamedPool = {
  readonly id: string;
  readonly engineId: string;
  readonly pool: WorkerPool;
};

/** A {@link WorkerPool} whose engine can be changed. */
export type SwitchingPool = WorkerPool & {
  readonly currentId: () => string;
  readonly engineIds: () => ReadonlySet<string>;
  /** Makes `next` the current pool; resolves when the previous one has closed. */
  readonly switchTo: (next: NamedPool) => Promise<void>;
};

type Member = NamedPool & { inFlight: number; whenIdle: (() => void) | null };

/** `drainMs` is the drain timeout of a replaced pool; it must exceed the time limit of a request. */
export function createSwitchingPool(
  first: NamedPool,
  { clock, drainMs }: { readonly clock: Clock; readonly drainMs: number },
): SwitchingPool {
  const memberOf = (named: NamedPool): Member => ({ ...named, inFlight: 0, whenIdle: null });
  let current = memberOf(first);
  const members = new Set([current]);
  const retiring = new Set<Promise<void>>();

  const drained = (member: Member) =>
    new Promise<void>((resolve) => {
      if (member.inFlight === 0) return resolve();
      const callOff = clock.after(drainMs, resolve);
      member.whenIdle = () => {
        callOff();
        resolve();
      };
    });
  const retire = async (member: Member) => {
    await drained(member);
    await member.pool.close();
    members.delete(member);
  };

  return {
    async inspect(request, signal) {
      const member = current;
      member.inFlight += 1;
      try {
        return await member.pool.inspect(request, signal);
      } finally {
        member.inFlight -= 1;
        if (member.inFlight === 0) member.whenIdle?.();
      }
    },
    state() {
      const states = [...members].map(({ pool }) => pool.state());
      const sum = (name: 'workers' | 'busy' | 'idle' | 'queued' | 'restarts') =>
        states.reduce((total, state) => total + state[name], 0);
      return {
        ...current.pool.state(),
        workers: sum('workers'),
        busy: sum('busy'),
        idle: sum('idle'),
        queued: sum('queued'),
        restarts: sum('restarts'),
      };
    },
    ready: first.pool.ready,
    currentId: () => current.id,
    engineIds: () => new Set([...members].map(({ engineId }) => engineId)),
    switchTo(next) {
      const before = current;
      current = memberOf(next);
      members.add(current);
      const retired = retire(before);
      retiring.add(retired);
      void retired.finally(() => retiring.delete(retired));
      return retired;
    },
    async close() {
      for (const member of members) member.whenIdle?.();
      await Promise.all([...[...members].map(({ pool }) => pool.close()), ...retiring]);
    },
  };
}
