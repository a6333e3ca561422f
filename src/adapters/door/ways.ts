// The ways from an egress to the platforms: by one address family each, with connections that are kept for the requests of all lanes.
import type { Dispatcher } from 'undici';
import type { AddressFamily } from '../../core/inspecting/inspection.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { createSteadyFamily, type Dial, type SteadyFamily } from './dial.ts';
import { createKeptDispatcher, type LaneTls } from './dispatcher.ts';

/** A way to a platform. `kept` are the connections to the hosts on its list, all of the same family. */
export type Way = { readonly steady: SteadyFamily; readonly kept: Dispatcher };

/** The way by a family; default: the one that the egress uses. */
export type WayTo = (platform: PlatformId, family?: AddressFamily) => Way;

/** The ways of an egress. */
export function createWays(
  dial: Dial,
  tls: LaneTls,
): { readonly to: WayTo; readonly close: () => Promise<void> } {
  const ways = new Map<PlatformId, Way[]>();

  const open = (family: AddressFamily | undefined): Way => {
    const steady = createSteadyFamily(family);
    return { steady, kept: createKeptDispatcher(dial, steady, tls) };
  };

  return {
    to(platform, family) {
      // The usual one is first. After a switch, connections of the family before are among those that are kept.
      const known = ways.get(platform) ?? [];
      const current = known.filter(({ steady }) => !steady.hasSwitched);
      for (const way of known) if (!current.includes(way)) void way.kept.close();
      if (current[0] === undefined || current[0] !== known[0])
        current.unshift(open(known[0]?.steady.family));
      const isWanted = ({ steady }: Way) => family === undefined || steady.family === family;
      const way = current.find(isWanted) ?? open(family);
      ways.set(platform, current.includes(way) ? current : [...current, way]);
      return way;
    },
    async close() {
      const all = [...ways.values()].flat();
      await Promise.all(all.map(({ kept }) => kept.destroy()));
    },
  };
}
