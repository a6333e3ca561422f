// Asks the engine for entries once for everyone who asks for the same, and keeps them for a while; for lists and searches.
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { Clock } from '../async/clock.ts';
import { createExpiringMap } from '../async/expiring-map.ts';
import { type Callers, createSingleFlight } from '../async/single-flight.ts';
import type { BlockList } from '../blocks/block-list.ts';
import type { FairTurns, TurnCaller } from '../limits/fair-turns.ts';
import { type PlatformSwitches, refuseDisabled } from '../settings/platform-switches.ts';
import type { Egresses } from './egress/egresses.ts';
import type { Kept, ListEntry } from './list.ts';
import { withPlatform } from './with-platform.ts';

/** Dependencies. `newId` makes opaque handles. */
export type KeptListNeeds = {
  readonly clock: Clock;
  /** Slots of the engine, shared with inspections and fairly between networks. */
  readonly turns: Pick<FairTurns, 'run'>;
  readonly egresses: Pick<Egresses, 'run'>;
  readonly switches: Pick<PlatformSwitches, 'of'>;
  readonly blockList: Pick<BlockList, 'hasOrigin' | 'hasAddress'>;
  readonly newId: () => string;
};

/** What is asked for; the same `key` means the same entries. */
type Asked<R> = {
  readonly platform: PlatformId;
  readonly key: string;
  readonly fromEngine: (signal: AbortSignal, egress: string) => Promise<R>;
};

export type KeptLists<R> = {
  /** What is kept under the key, else what the engine says. Throws AppError. */
  readonly read: (asked: Asked<R>, asker: TurnCaller, signal: AbortSignal) => Promise<R & Kept>;
  /** Whether something is kept under a key. */
  readonly has: (key: string) => boolean;
  /** What is kept under an id, or null when it is gone. */
  readonly find: (id: string) => (R & Kept) | null;
};

/** Creates them. At most `maxEntries` are kept, and the oldest is dropped first. `withEntries` puts those that are not blocked into one. */
export function createKeptLists<R extends { readonly entries: readonly ListEntry[] }>(
  needs: KeptListNeeds & {
    readonly maxEntries: number;
    readonly ttlMs: number;
    readonly withEntries: (list: R & Kept, entries: R['entries']) => R & Kept;
  },
): KeptLists<R> {
  const { blockList, clock, newId, switches, turns, egresses, withEntries, maxEntries, ttlMs } =
    needs;
  const kept = createExpiringMap<R & Kept>({ clock, maxEntries });
  const keyById = createExpiringMap<string>({ clock, maxEntries });
  const readOnce = createSingleFlight<R & Kept, TurnCaller>();

  const askEngine = async (
    { platform, key, fromEngine }: Asked<R>,
    callers: Callers<TurnCaller>,
    signal: AbortSignal,
  ) => {
    const read = await egresses.run(platform, (egress, goOn) =>
      turns.run(callers, signal, async () => {
        goOn();
        return { ...(await fromEngine(signal, egress)), via: { egress } };
      }),
    );
    const list = { ...read, id: newId(), expiresAt: clock.now() + ttlMs };
    kept.put(key, list, list.expiresAt);
    keyById.put(list.id, key, list.expiresAt);
    return list;
  };

  /** Entries may have been blocked since the list was kept. */
  const withoutBlocked = (list: R & Kept) => {
    const isOpen = ({ link, origin }: ListEntry) =>
      !blockList.hasAddress(link.address) && !blockList.hasOrigin(link.platform, origin);
    const entries = list.entries.filter(isOpen);
    return entries.length === list.entries.length ? list : withEntries(list, entries);
  };

  return {
    async read(asked, asker, signal) {
      const { key, platform } = asked;
      refuseDisabled(switches, platform);
      const start = (inner: AbortSignal, callers: Callers<TurnCaller>) =>
        askEngine(asked, callers, inner);
      try {
        const known = kept.get(key);
        return withoutBlocked(known ?? (await readOnce(key, signal, start, asker)));
      } catch (error) {
        throw withPlatform(error, platform);
      }
    },
    has: (key) => kept.get(key) !== null,
    find(id) {
      const key = keyById.get(id);
      const list = key === null ? null : kept.get(key);
      return list?.id === id ? withoutBlocked(list) : null;
    },
  };
}
