// Which parts are played one after the other, and whether they are played again.
import type { Range } from '../../../cutting/range.ts';

/** What a player does next: goes on, jumps to a time, or stops at one; in milliseconds. */
export type Next =
  | { readonly kind: 'on' }
  | { readonly kind: 'jump'; readonly toMs: number }
  | { readonly kind: 'stop'; readonly atMs: number };

/** The parts that are being played. */
export type Playlist = {
  /** Begins with the first part; returns its start, or null without parts. */
  readonly begin: (parts: readonly Range[]) => number | null;
  /** Plays on without parts. */
  readonly clear: () => void;
  readonly setLooping: (isLooping: boolean) => void;
  /** What to do at a time. */
  readonly next: (nowMs: number) => Next;
  /** The same when the file has ended, and with it its last part. */
  readonly ended: () => Next;
};

/** Creates it, without parts. */
export function createPlaylist(): Playlist {
  let parts: readonly Range[] = [];
  let index = 0;
  let isLooping = false;

  const jump = (to: number): Next => {
    index = to;
    return { kind: 'jump', toMs: parts[to]?.startMs ?? 0 };
  };
  const after = (endMs: number): Next => {
    if (index + 1 < parts.length) return jump(index + 1);
    return isLooping ? jump(0) : { kind: 'stop', atMs: endMs };
  };
  return {
    begin(all) {
      parts = all;
      index = 0;
      return parts[0]?.startMs ?? null;
    },
    clear() {
      parts = [];
    },
    setLooping(looping) {
      isLooping = looping;
    },
    next(nowMs) {
      const part = parts[index];
      return part && nowMs >= part.endMs ? after(part.endMs) : { kind: 'on' };
    },
    ended: () => (parts.length > 0 ? after(parts[index]?.endMs ?? 0) : { kind: 'on' }),
  };
}
