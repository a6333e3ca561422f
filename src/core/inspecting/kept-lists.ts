// Asks the engine for entries once for everyone who asks for the same, and keeps them for ten minutes; for lists and searches.
import { LIST_TTL_MS } from '../../shared/limits.ts';
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

const MAX_KEPT = 100;

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
  /** What is kept under an id, or null when it is gone. */
  readonly find: (id: string) => (R & Kept) | null;
};

/** Creates them. At most 100 are kept, and the oldest is dropped first. `withEntries` puts those that are not blocked into one. */
export function createKeptLists<R extends { readonly entries: readonly ListEntry[] }>(
  needs: KeptListNeeds & {
    readonly withEntries: (list: R & Kept, entries: readonly ListEntry[]) => R & Kept;
  },
): KeptLists<R> {
  const { blockList, clock, newId, switches, turns, egresses, withEntries } = needs;
  const kept = createExpiringMap<R & Kept>({ clock, maxEntries: MAX_KEPT });
  const keyById = createExpiringMap<string>({ clock, maxEntries: MAX_KEPT });
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
    const list = { ...read, id: newId(), expiresAt: clock.now() + LIST_TTL_MS };
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
    find(id) {
      const key = keyById.get(id);
      const list = key === null ? null : kept.get(key);
      return list?.id === id ? withoutBlocked(list) : null;
    },
  };
}
