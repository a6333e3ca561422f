// What everything that fetches one part needs: the way out, the time, the origin, and where to tell how it goes.

import type { Clock } from '../../../core/async/clock.ts';
import type { Lane } from '../../door/door.ts';
import type { HostSlots } from '../http/host-slots.ts';
import type { Origin } from '../http/origin.ts';
import type { ParsePlaylist } from '../segments/parse-playlist.ts';
import type { PartFile } from './part-file.ts';

/** The surroundings of one part. */
export type PartContext = {
  readonly lane: Lane;
  readonly clock: Clock;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly slots: HostSlots;
  readonly parsePlaylist: ParsePlaylist;
  readonly origin: Origin;
  readonly file: PartFile;
  readonly wanted: WantedByte;
  readonly activity: Activity;
  readonly signal: AbortSignal;
  /** The size that was announced; another one is refused. */
  readonly exactBytes: number | null;
  /** Counts towards what the work may fetch in all. Throws AppError `too_large`. */
  readonly expect: (bytes: number) => void;
  /** The part's length, for its progress. */
  readonly setTotal: (total: number | null) => void;
};

/** The connections of one part at this moment, and all bytes that ever came over them. */
export type Activity = {
  readonly opened: () => void;
  readonly flowed: () => void;
  readonly closed: (hasFlowed: boolean) => void;
  readonly came: (bytes: number) => void;
  readonly open: () => number;
  /** Those over which bytes have come. */
  readonly flowing: () => number;
  readonly bytes: () => number;
};

/** Nothing open yet. `changed` is called whenever something is different. */
export function createActivity(changed: () => void): Activity {
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
      changed();
    },
    open: () => open,
    flowing: () => flowing,
    bytes: () => bytes,
  };
}

/** The byte that a reader waits for, of which the part learns when it can fetch from there. */
export type WantedByte = {
  readonly want: (from: number) => void;
  /** Calls `listener` with each wanted byte, at once if there is one; the returned function ends it. */
  readonly follow: (listener: (from: number) => void) => () => void;
};

/** No byte is wanted yet. */
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
