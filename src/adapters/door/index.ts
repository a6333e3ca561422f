// Builds the egress proxy ("door"): its loopback listener, its upstream, and the lanes (egress sessions) of jobs.

import type { Dispatcher } from 'undici';
import type { Clock } from '../../core/async/clock.ts';
import { codeOf } from '../../shared/errors.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import { createDirectDial, type Dial } from './dial.ts';
import { createKeptDispatcher, createLaneTls } from './dispatcher.ts';
import type { Door, DoorCounts } from './door.ts';
import { createLane, type HostList, type InnerLane } from './lane.ts';
import type { Nat64 } from './policy/addresses.ts';
import { createOwnSite } from './policy/own-site.ts';
import { createEgressPolicy, type EgressPolicy } from './policy/policy.ts';
import { startProxy } from './proxy.ts';
import { createResolver, type Resolve, resolveBySystem } from './resolve.ts';
import { createUpstreamDial, readUpstream } from './upstream.ts';

/** Options of a door. `policy` and `resolve` are for tests; no environment variable can replace them. */
export type DoorOptions = {
  readonly clock: Clock;
  readonly hosts: HostList;
  /** `http://[user:password@]host:port` of the operator's own proxy. */
  readonly upstreamProxy?: string;
  /** PEM of authorities to trust beside Node's. */
  readonly extraCa?: string;
  readonly nat64?: Nat64;
  /** The host of the site's public address, which must not be reached from here. */
  readonly ownHost?: string | undefined;
  readonly policy?: EgressPolicy;
  readonly resolve?: Resolve;
};

/** Opens the door on a free port of 127.0.0.1. Throws TypeError when the address of the upstream proxy is invalid. */
export async function createDoor(options: DoorOptions): Promise<Door> {
  const { clock, hosts, nat64 = 'refuse', resolve = resolveBySystem } = options;
  const policy = options.policy ?? createEgressPolicy({ clock, nat64 });
  const counts = emptyCounts();
  const count = (what: keyof DoorCounts) => {
    counts[what] += 1;
  };
  const onRefused = () => count('refusedAddress');
  const upstream = options.upstreamProxy === undefined ? null : readUpstream(options.upstreamProxy);
  const resolver = createResolver({ resolve, clock });
  const ownSite = createOwnSite({ host: options.ownHost, resolve: resolver, clock });
  const dial = counted(
    upstream
      ? createUpstreamDial({ upstream, clock, onRefused })
      : createDirectDial({ resolve: resolver, policy, ownSite, clock, onRefused }),
    count,
  );
  const tls = createLaneTls(options.extraCa);
  const lanes = new Map<string, InnerLane>();
  const kept = new Map<PlatformId, Dispatcher>();
  const keptOf = (platform: PlatformId) => {
    const known = kept.get(platform) ?? createKeptDispatcher(dial, tls);
    kept.set(platform, known);
    return known;
  };
  const proxy = await startProxy({ laneOf: (tokenHash) => lanes.get(tokenHash), count });

  return {
    egress: upstream ? 'upstream' : 'direct',
    port: proxy.port,
    listenOn: proxy.listenOn,
    counts: () => ({ ...counts }),
    lane: () => {
      const inner = createLane({
        dial,
        policy,
        ownSite,
        hosts,
        clock,
        count,
        tls,
        keptOf,
        port: proxy.port,
        onClose: () => lanes.delete(inner.tokenHash),
      });
      lanes.set(inner.tokenHash, inner);
      return inner.lane;
    },
    close: async () => {
      await Promise.all([...lanes.values()].map((lane) => lane.closed()));
      await Promise.all([...kept.values()].map((dispatcher) => dispatcher.destroy()));
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
