// The samples of a track as the tables of an index have them, added fragment by fragment.
import type { Fragment } from './read-moof.ts';
import type { SourceTrack } from './read-track.ts';
import { demand } from './unfit.ts';

/** The samples of one track in decoding order, with times in ticks. */
export class SampleTable {
  readonly track: SourceTrack;
  count = 0;
  /** There is room for more than `count`. */
  sizes = new Uint32Array(1024);
  /** Pairs: so many samples in a row last so long, or are shown so much later than decoded. */
  readonly durations: number[] = [];
  readonly offsets: number[] = [];
  /** Numbers of the key frames of a picture, from 1 on. */
  readonly keys: number[] = [];
  /** Samples without a gap between them: how many, and their first byte in the finished file. */
  readonly chunkCounts: number[] = [];
  readonly chunkPositions: number[] = [];
  /** When the first sample is decoded, and when the last one ends. */
  startTime = 0;
  endTime = 0;
  /** When the first picture is shown, and when the last one ends. */
  firstShown = Number.POSITIVE_INFINITY;
  lastShown = Number.NEGATIVE_INFINITY;
  leastOffset = 0;

  constructor(track: SourceTrack) {
    this.track = track;
  }

  /** Adds a fragment that moves by so many bytes. A gap before it lengthens the last sample, an overlap shortens it. */
  add({ time, samples }: Fragment, move: number): void {
    if (time !== null) this.#continueAt(time);
    let next = -1;
    for (const { position, bytes, ticks, offset, isKey } of samples) {
      if (position !== next) this.chunkPositions.push(position + move);
      this.chunkCounts.push(position === next ? (this.chunkCounts.pop() ?? 0) + 1 : 1);
      next = position + bytes;
      if (this.count === this.sizes.length) {
        const { sizes } = this;
        this.sizes = new Uint32Array(2 * sizes.length);
        this.sizes.set(sizes);
      }
      this.sizes[this.count] = bytes;
      this.count += 1;
      if (isKey && this.track.kind === 'picture') this.keys.push(this.count);
      extend(this.durations, ticks);
      extend(this.offsets, offset);
      this.leastOffset = Math.min(this.leastOffset, offset);
      this.firstShown = Math.min(this.firstShown, this.endTime + offset);
      this.endTime += ticks;
      this.lastShown = Math.max(this.lastShown, this.endTime + offset);
    }
  }

  #continueAt(time: number): void {
    if (this.count === 0) this.startTime = time;
    else if (time !== this.endTime) {
      const [many = 0, ticks = 0] = this.durations.splice(-2);
      const changed = ticks + time - this.endTime;
      demand(changed >= 0 && changed < 2 ** 32, 'contradiction');
      if (many > 1) this.durations.push(many - 1, ticks);
      extend(this.durations, changed);
    }
    this.endTime = time;
  }
}

function extend(runs: number[], value: number): void {
  const last = runs.length - 2;
  if (runs[last + 1] === value) runs[last] = (runs[last] ?? 0) + 1;
  else runs.push(1, value);
}
