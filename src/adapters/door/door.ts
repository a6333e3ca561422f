// The contract of the door: the only way out to the internet, for our own fetcher and for yt-dlp alike.
import type { Socket } from 'node:net';
import type { Dispatcher } from 'undici';
import type { PlatformId } from '../../shared/platforms/platform.ts';

/**
 * What one job may use of the network. `maxBytes` counts both directions, `maxSockets` those open at the same moment.
 * A spent budget closes the job's connections.
 */
export type Budget = {
  readonly maxBytes: number;
  readonly maxSockets: number;
  readonly idleMs: number;
  readonly totalMs: number;
};

/** What a lane has used since it was last begun. `spent` names the budget that ran out first, if one did. */
export type LaneUse = {
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly connections: number;
  readonly refused: number;
  readonly spent: 'bytes' | 'sockets' | 'time' | null;
};

/**
 * One job's way out. Outside `begin` … `end` it is shut: its token answers 407 and `connect` throws `cancelled`. Tunnels
 * that are still open at `end` live on for at most the idle time, so that the next job of a warm worker finds them; one on
 * which the client sends meanwhile is cut. `close` ends all.
 */
export type Lane = {
  /** `http://job:<token>@127.0.0.1:<port>`, for yt-dlp. */
  readonly proxyUrl: string;
  /** For undici: every connection goes through `connect`, TLS is verified, redirects are never followed. */
  readonly dispatcher: Dispatcher;
  /** Throws TypeError when the job before has not ended. */
  readonly begin: (platform: PlatformId, budget: Budget) => void;
  readonly end: () => LaneUse;
  /** The figures so far, or those of the last job. */
  readonly use: () => LaneUse;
  /**
   * A TCP connection to an address that was resolved once and checked. Throws AppError: `blocked_target`,
   * `origin_unreachable`, `timeout`, `server_busy` (too many sockets), `cancelled` (the lane is shut), or the signal's reason.
   */
  readonly connect: (host: string, port: number, signal: AbortSignal) => Promise<Socket>;
  readonly close: () => void;
};

/** Counters for the doctor and the operators; no host names, no addresses. */
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

/** The door itself. `egress` names the way behind it: `direct` or `upstream`. */
export type Door = {
  readonly egress: 'direct' | 'upstream';
  readonly port: number;
  readonly lane: () => Lane;
  /** Serves the proxy on a UNIX socket as well, for clients in a network of their own; the returned function ends that. */
  readonly listenOn: (socketPath: string) => () => void;
  readonly counts: () => DoorCounts;
  readonly close: () => Promise<void>;
};
