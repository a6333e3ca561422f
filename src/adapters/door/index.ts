// Builds the egress proxy ("door"): its loopback listener, its upstream, and the lanes (egress sessions) of jobs.

import type { Clock } from '../../core/async/clock.ts';
import { AppError, codeOf } from '../../shared/errors.ts';
import { createCheckedDial, type Dial } from './dial.ts';
import { createLaneTls } from './dispatcher.ts';
import type { Door, DoorCounts, EgressRoute } from './door.ts';
import { createLane, type HostList, type InnerLane } from './lane.ts';
import { createOpenEgresses } from './open-egresses.ts';
import type { Nat64 } from './policy/addresses.ts';
import { createOwnSite } from './policy/own-site.ts';
import { createEgressPolicy, type EgressPolicy } from './policy/policy.ts';
import { startProxy } from './proxy.ts';
import { createProxyDial, openThrough } from './proxy-dial.ts';
import { createResolver, type Resolve, resolveBySystem } from './resolve.ts';
import { createTokenProviders } from './token-provider.ts';
import { createWays } from './ways.ts';

/** Options of a door. `policy` and `resolve` are for tests; no environment variable can replace them. */
export type DoorOptions = {
  readonly clock: Clock;
  readonly hosts: HostList;
  /** At least one; the first is that of requests which name none. Default: one that connects directly. */
  readonly egresses?: readonly EgressRoute[];
  /** PEM of authorities to trust beside Node's. */
  readonly extraCa?: string;
  readonly nat64?: Nat64;
  /** The host of the site's public address, which must not be reached from here. */
  readonly ownHost?: string | undefined;
  readonly policy?: EgressPolicy;
  readonly resolve?: Resolve;
};

/** Opens the door on a free port of 127.0.0.1. */
export async function createDoor(options: DoorOptions): Promise<Door> {
  const { clock, hosts, nat64 = 'refuse', resolve = resolveBySystem } = options;
  const policy = options.policy ?? createEgressPolicy({ clock, nat64 });
  const counts = emptyCounts();
  const count = (what: keyof DoorCounts) => {
    counts[what] += 1;
  };
  const onRefused = () => count('refusedAddress');
  const resolver = createResolver({ resolve, clock });
  const ownSite = createOwnSite({ host: options.ownHost, resolve: resolver, clock });
  const tls = createLaneTls(options.extraCa);
  const providers = createTokenProviders(tls);
  const openEgress = ({ proxy, ...route }: EgressRoute) => {
    const through = proxy && openThrough(proxy, clock, tls.ca);
    const checked = { resolve: resolver, policy, ownSite, clock, onRefused };
    const dial = counted(
      through && proxy.resolvesNames
        ? createProxyDial({ through, onRefused })
        : createCheckedDial({
            ...checked,
            route: { family: route.family, from: route.from, through },
          }),
      count,
    );
    const ways = createWays(dial, tls);
    return { dial, wayTo: ways.to, close: ways.close };
  };
  const opened = createOpenEgresses(openEgress);
  let { egresses: order = [{ id: 'direct' }] } = options;
  let endOrder = opened.open(order);
  const lanes = new Map<string, InnerLane>();
  const proxy = await startProxy({ laneOf: (tokenHash) => lanes.get(tokenHash), count });

  return {
    port: proxy.port,
    listenOn: proxy.listenOn,
    counts: () => ({ ...counts }),
    egressOf(platform, wanted) {
      if (wanted !== undefined && opened.get(wanted)) return wanted;
      return (order.find(({ platforms }) => platforms?.includes(platform) ?? true) ?? order[0])?.id;
    },
    open: opened.open,
    hold: (egress) => opened.get(egress)?.hold(),
    setEgresses(egresses) {
      const end = opened.open(egresses);
      endOrder();
      [order, endOrder] = [egresses, end];
    },
    lane: (egress = order[0]?.id, provider = undefined) => {
      const found = egress === undefined ? undefined : opened.get(egress);
      if (!found) throw new AppError('origin_unreachable', { detail: 'no such egress' });
      const release = found.hold();
      const inner = createLane({
        dial: found.dial,
        wayTo: found.wayTo,
        policy,
        ownSite,
        hosts,
        clock,
        count,
        tls,
        providers,
        provider: provider === undefined ? undefined : providers.open(provider),
        port: proxy.port,
        onClose: () => {
          lanes.delete(inner.tokenHash);
          release();
        },
      });
      lanes.set(inner.tokenHash, inner);
      return inner.lane;
    },
    close: async () => {
      await Promise.all([...lanes.values()].map((lane) => lane.closed()));
      await opened.close();
      await providers.close();
      await proxy.close();
    },
  };
}

/** Counts the connections that were opened, and those that could not be. */
function counted(dial: Dial, count: (what: keyof DoorCounts) => void): Dial {
  return async (...target) => {
    try {
      const socket = await dial(...target);
      count('opened');
      return socket;
    } catch (error) {
      if (['origin_unreachable', 'timeout'].includes(codeOf(error))) count('failed');
      throw error;
    }
  };
}

function emptyCounts(): Record<keyof DoorCounts, number> {
  return {
    opened: 0,
    refusedAddress: 0,
    refusedPort: 0,
    refusedHost: 0,
    refusedAuth: 0,
    refusedBudget: 0,
    unlistedHost: 0,
    failed: 0,
  };
}
