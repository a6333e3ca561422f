// Reads every sample of a finished MP4 once, in the order of the file, and looks at each without decoding it.
import { comparePackets } from './alike-packets.ts';
import { withWindow } from './file-window.ts';
import type { SampleTrack } from './mp4-samples.ts';
import { codingOf, type FindSampleFault, sampleFaultsOf } from './sample-faults.ts';

/** What the samples of a track are like. */
export type Walked = {
  /** What is wrong with the first that has a fault, or null. */
  readonly fault: string | null;
  /** They are all the same, as encoders write silence at a constant rate. */
  readonly areAlike: boolean;
};

/** Of each track. Throws the signal's reason. */
export function walkSamples(
  path: string,
  tracks: readonly SampleTrack[],
  signal: AbortSignal,
): Promise<readonly Walked[]> {
  const finders = tracks.map(({ kind, entry }) => sampleFaultsOf(codingOf(kind, entry)));
  const faults = tracks.map((): string | null => null);
  const contents = tracks.map(({ kind }) => (kind === 'sound' ? comparePackets() : null));
  return withWindow(path, signal, async (read) => {
    for (const { track, from, to, position } of inFileOrder(tracks)) {
      const { sizes } = tracks[track] as SampleTrack;
      const findFault = finders[track] as FindSampleFault;
      let at = position;
      for (let sample = from; sample < to; sample += 1) {
        const size = sizes[sample] ?? 0;
        const bytes = await read(at, size);
        at += size;
        contents[track]?.add(bytes);
        if (faults[track] !== null) continue;
        const fault = bytes.length < size ? 'it is cut' : findFault(bytes);
        if (fault !== null) faults[track] = `sample ${sample} of stream ${track}: ${fault}`;
      }
    }
    return tracks.map((_, track) => ({
      fault: faults[track] ?? null,
      areAlike: contents[track]?.areAlike() ?? false,
    }));
  });
}

/** A chunk: samples `from` up to `to` of a track, of which the first is at byte `position`. */
type Run = {
  readonly track: number;
  readonly from: number;
  readonly to: number;
  readonly position: number;
};

/** The chunks of all tracks, each time the one that begins first. */
function* inFileOrder(tracks: readonly SampleTrack[]): Generator<Run> {
  const next = tracks.map(() => 0);
  const beginOf = (track: number) => {
    const { count, positions } = (tracks[track] as SampleTrack).chunks;
    const at = next[track] ?? 0;
    return at < count ? (positions[at] ?? 0) : Number.POSITIVE_INFINITY;
  };
  for (;;) {
    let track = 0;
    for (let other = 1; other < tracks.length; other += 1)
      if (beginOf(other) < beginOf(track)) track = other;
    const position = tracks[track] ? beginOf(track) : Number.POSITIVE_INFINITY;
    if (position === Number.POSITIVE_INFINITY) return;
    const { chunks, sizes } = tracks[track] as SampleTrack;
    const at = next[track] ?? 0;
    const to = at + 1 < chunks.count ? chunks.firsts[at + 1] : sizes.length;
    yield { track, from: chunks.firsts[at] ?? 0, to: Math.min(to ?? 0, sizes.length), position };
    next[track] = at + 1;
  }
}
