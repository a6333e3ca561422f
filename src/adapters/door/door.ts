// The egress proxy ("door"), the only way to the internet for the fetcher and for yt-dlp. Types of the door and its lanes.
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { AddressFamily } from '../../core/inspecting/inspection.ts';
import type { PlatformId } from '../../shared/platforms/platform.ts';
import type { ProxyAddress } from './proxy-dial.ts';

/**
 * The network budget of one job. `maxBytes` counts both directions, `maxSockets` connections open at the same time. A
 * spent budget closes the job's connections.
 */
export type Budget = {
  readonly maxBytes: number;
  readonly maxSockets: number;
  readonly idleMs: number;
  readonly totalMs: number;
};

/**
 * What a lane has used since it began. `spent` names the limit that was reached first, if any; `sockets` only while neither
 * bytes nor time are spent.
 */
export type LaneUse = {
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly connections: number;
  readonly refused: number;
  readonly spent: 'bytes' | 'sockets' | 'time' | null;
};

/**
 * A lane is the egress session of one job. Outside `begin` … `end` it is closed: its token gets 407 and `connect`
 * throws `cancelled`. Tunnels that are open at `end` live on for at most the idle time, so that the next job of a warm
 * worker can reuse them; one on which the client sends meanwhile is cut. `close` ends all.
 */
export type Lane = {
  /** `http://job:<token>@127.0.0.1:<port>`, for yt-dlp. */
  readonly proxyUrl: string;
  /** For undici: every connection goes through `connect`, TLS is verified, redirects are not followed. */
  readonly dispatcher: Dispatcher;
  /**
   * With an address family, the platform is reached by that as long as it can be; default: by the one that the egress uses. Throws
   * TypeError when the previous job has not ended.
   */
  readonly begin: (platform: PlatformId, budget: Budget, family?: AddressFamily) => void;
  /** The address family by which the last job reaches its platform, where that is known here. */
  readonly family: () => AddressFamily | undefined;
  readonly end: () => LaneUse;
  /** The usage so far, or that of the last job. */
  readonly use: () => LaneUse;
  /**
   * Opens a TCP connection to an address that was resolved once and verified. Throws AppError `blocked_target`,
   * `origin_unreachable`, `timeout`, `server_busy` (too many sockets), `cancelled` (the lane is closed), or the
   * signal's reason.
   */
  readonly connect: (host: string, port: number, signal: AbortSignal) => Promise<Socket>;
  readonly close: () => void;
};

/** Counters for the doctor and the operators, without host names and addresses. */
export type DoorCounts = Readonly<
  Record<
    | 'opened'
    | 'refusedAddress'
    | 'refusedPort'
    | 'refusedHost'
    | 'refusedAuth'
    | 'refusedBudget'
    | 'unlistedHost'
    | 'failed',
    number
  >
>;

/** An egress to the internet: directly, from one address of this machine, or through a proxy. */
export type EgressRoute = {
  readonly id: string;
  /** Those that it serves; all of them by default. */
  readonly platforms?: readonly PlatformId[] | null;
  /** Only addresses of this family, where they are resolved here. */
  readonly family?: AddressFamily | undefined;
  readonly from?: string | undefined;
  readonly proxy?: ProxyAddress | undefined;
};

/** The egress proxy. */
export type Door = {
  readonly port: number;
  /** The wanted egress where it is open, else the first that serves a platform. */
  readonly egressOf: (platform: PlatformId, wanted?: string) => string | undefined;
  /** Opens those of the egresses that are not open yet, and keeps all of them open until the returned function is called. */
  readonly open: (egresses: readonly EgressRoute[]) => () => void;
  /** Keeps an open egress open until the returned function is called; undefined for one that is not open. */
  readonly hold: (egress: string) => (() => void) | undefined;
  /** Replaces the egresses; one that is no longer among them stays open while a lane or a hold uses it. */
  readonly setEgresses: (egresses: readonly EgressRoute[]) => void;
  /**
   * A lane of an egress, by default the first one, whose requests may ask the provider of PO tokens at this origin, by default none. Throws
   * AppError `origin_unreachable` for an egress that is not there.
   */
  readonly lane: (egress?: string, provider?: string) => Lane;
  /**
   * Serves the proxy on a UNIX socket as well, for clients in their own network namespace, until the returned function
   * is called.
   */
  readonly listenOn: (socketPath: string) => () => void;
  readonly counts: () => DoorCounts;
  readonly close: () => Promise<void>;
};
