// What everything that fetches one part needs: egress session, clock, origin, file and progress.

import type { Clock } from '../../../core/async/clock.ts';
import type { Lane } from '../../door/door.ts';
import type { HostSlots } from '../http/host-slots.ts';
import type { Origin } from '../http/origin.ts';
import type { ParsePlaylist } from '../segments/parse-playlist.ts';
import type { PartFile } from './part-file.ts';
import type { PlacedPart } from './placed-part.ts';

/** The context of one part. */
export type PartContext = {
  readonly lane: Lane;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly slots: HostSlots;
  readonly parsePlaylist: ParsePlaylist;
  readonly origin: Origin;
  readonly file: PartFile;
  /** Null where all of the source is fetched. */
  readonly placed: PlacedPart | null;
  /** Whether it is requested in ranges from the start; else by one request, and by ranges only to go on. */
  readonly inRanges: boolean;
  readonly wanted: WantedByte;
  readonly activity: Activity;
  readonly signal: AbortSignal;
  /** The announced size; another one is refused. */
  readonly exactBytes: number | null;
  /** Counts towards the job's byte budget. Throws AppError `too_large`. */
  readonly expect: (bytes: number) => void;
  /** Reports the bytes that are there, for the progress of a part of which some wait beside its file for their turn. */
  readonly setStored: (bytes: number) => void;
  /** Bytes that are still to come; Infinity while the length is unknown. */
  readonly bytesLeft: () => number;
  /** Reports the part's length for its progress. */
  readonly setTotal: (total: number | null) => void;
};

/** The open connections of one part and all bytes received over them. */
export type Activity = {
  readonly opened: () => void;
  readonly flowed: () => void;
  readonly closed: (hasFlowed: boolean) => void;
  readonly came: (bytes: number) => void;
  readonly open: () => number;
  /** Connections that have received bytes. */
  readonly flowing: () => number;
  readonly bytes: () => number;
  /** What came in the last minute, over all connections. */
  readonly bytesOfMinute: () => number;
};

const MINUTE_MS = 60_000;
const TURN_MS = 1000;

/** Starts with no connection. `changed` is called on every change. */
export function createActivity(clock: Clock, changed: () => void): Activity {
  let turns: { readonly fromMs: number; bytes: number }[] = [];
  let open = 0;
  let flowing = 0;
  let bytes = 0;
  return {
    opened: () => {
      open += 1;
      changed();
    },
    flowed: () => {
      flowing += 1;
    },
    closed: (hasFlowed) => {
      open -= 1;
      if (hasFlowed) flowing -= 1;
      changed();
    },
    came: (count) => {
      bytes += count;
      const nowMs = clock.monotonic();
      const turn = turns.at(-1);
      if (turn && nowMs - turn.fromMs < TURN_MS) turn.bytes += count;
      else {
        turns = turns.filter(({ fromMs }) => nowMs - fromMs < MINUTE_MS);
        turns.push({ fromMs: nowMs, bytes: count });
      }
      changed();
    },
    open: () => open,
    flowing: () => flowing,
    bytes: () => bytes,
    bytesOfMinute: () => {
      const nowMs = clock.monotonic();
      const recent = turns.filter(({ fromMs }) => nowMs - fromMs < MINUTE_MS);
      return recent.reduce((sum, turn) => sum + turn.bytes, 0);
    },
  };
}

/** The byte that a reader waits for. */
export type WantedByte = {
  readonly want: (from: number) => void;
  /**
   * Calls `listener` with the current wanted byte, if any, and with each later one, until the returned function is
   * called.
   */
  readonly follow: (listener: (from: number) => void) => () => void;
};

/** Starts without a wanted byte. */
export function createWantedByte(): WantedByte {
  let wanted: number | null = null;
  let listener: (from: number) => void = () => undefined;
  return {
    want: (from) => {
      wanted = from;
      listener(from);
    },
    follow: (next) => {
      listener = next;
      if (wanted !== null) next(wanted);
      return () => {
        listener = () => undefined;
      };
    },
  };
}
