// Where the parts of a copy really start and end, before it is made: at key frames, and where all that is shown is complete.
import { type EncodedPacket, EncodedPacketSink, type InputTrack } from 'mediabunny';
import type { Range } from '../../../cutting/range.ts';

/** The methods: `instant` copies packets, `exact` re-encodes. */
export type Way = 'instant' | 'exact';

/** A part of the source, in seconds, and where it starts in the new file. */
export type Part = { readonly start: number; readonly end: number; readonly at: number };

/** A part that is copied: from the packet `first` up to the packet `stop`, which is excluded; null is the end of the file. */
export type CopyPart = Part & {
  readonly first: EncodedPacket;
  readonly stop: EncodedPacket | null;
};

/** The rounding of a time to milliseconds must not move a requested start before its own key frame. */
const ROUNDING_SECONDS = 0.001;
/** The most frames that are decoded before one that is shown earlier (H.264 and HEVC allow 16). */
const MOST_REORDERED = 16;

/**
 * Where a copy of a range really starts and ends, in seconds: at the key frame, or the audio packet, at or before its start, and
 * behind the last frame that others before the end need.
 */
export async function trueSpanOf(
  tracks: readonly InputTrack[],
  range: Range,
  durationMs: number,
): Promise<{ readonly start: number; readonly end: number }> {
  const [part] = await planCopy(tracks, [range], durationMs);
  if (!part) return { start: range.startMs / 1000, end: range.endMs / 1000 };
  return { start: Math.max(0, part.first.timestamp), end: part.end };
}

async function firstPacketOf(track: InputTrack, startMs: number): Promise<EncodedPacket | null> {
  const sink = new EncodedPacketSink(track);
  const options = { verifyKeyPackets: track.isVideoTrack() };
  const seconds = startMs / 1000 + ROUNDING_SECONDS;
  return (await sink.getKeyPacket(seconds, options)) ?? (await sink.getFirstKeyPacket(options));
}

/** Joins parts that overlap, such as when a part can only start before the end of the one before it; in order. */
export function merged<One extends { readonly start: number; readonly end: number }>(
  parts: readonly One[],
  join: (first: One, second: One) => One,
): readonly One[] {
  const result: One[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last && part.start < last.end) result[result.length - 1] = join(last, part);
    else result.push(part);
  }
  return result;
}

/** Plans a copy of ranges by the packets of the first track, which decides: the video, else the audio. To the end means that of all. */
export async function planCopy(
  tracks: readonly InputTrack[],
  ranges: readonly Range[],
  durationMs: number,
): Promise<readonly CopyPart[]> {
  const [track] = tracks;
  const found: CopyPart[] = [];
  if (!track) return found;
  for (const { startMs, endMs } of ranges) {
    const first = await firstPacketOf(track, startMs);
    if (!first) continue;
    // The duration is rounded down to a millisecond; without an end the last packet is included.
    const wantedEnd = endMs >= durationMs ? Number.POSITIVE_INFINITY : endMs / 1000;
    const { stop, end: reached } = await endOf(track, wantedEnd);
    const isWhole = wantedEnd === Number.POSITIVE_INFINITY;
    const end = isWhole ? Math.max(reached, await lengthOfTracks(tracks)) : reached;
    // Video that starts later than asked leaves the audio before it in place.
    const start = Math.min(first.timestamp, startMs / 1000);
    found.push({ first, stop, start, end, at: 0 });
  }
  const join = (a: CopyPart, b: CopyPart) =>
    a.end >= b.end ? a : { ...a, stop: b.stop, end: b.end };
  return placed(merged(found, join));
}

async function lengthOfTracks(tracks: readonly InputTrack[]): Promise<number> {
  return Math.max(...(await Promise.all(tracks.map((track) => track.computeDuration()))));
}

/** The parts of an exact cut. */
export function planExact(ranges: readonly Range[]): readonly Part[] {
  return placed(
    ranges.map(({ startMs, endMs }) => ({ start: startMs / 1000, end: endMs / 1000, at: 0 })),
  );
}

/** The length of the new file in seconds. */
export function lengthOfParts(parts: readonly Part[]): number {
  return parts.reduce((sum, { start, end }) => sum + end - start, 0);
}

function placed<One extends Part>(parts: readonly One[]): readonly One[] {
  let at = 0;
  return parts.map((part) => {
    const one = { ...part, at };
    at += part.end - part.start;
    return one;
  });
}

/**
 * Finds the packet before which a copy stops so that everything shown before `wanted` is there. Frames are stored in the order
 * in which they are decoded: those held back for later ones are included, and then all that is shown before them.
 */
async function endOf(
  track: InputTrack,
  wanted: number,
): Promise<{ readonly stop: EncodedPacket | null; readonly end: number }> {
  const sink = new EncodedPacketSink(track);
  const options = { metadataOnly: true };
  const key = (await sink.getKeyPacket(wanted, options)) ?? (await sink.getFirstPacket(options));
  let reach = wanted;
  let end = 0;
  let held: EncodedPacket[] = [];
  if (!key) return { stop: null, end };
  for await (const packet of sink.packets(key, undefined, options)) {
    if (packet.timestamp < reach) {
      for (const one of [...held, packet]) {
        reach = Math.max(reach, one.timestamp);
        end = Math.max(end, one.timestamp + one.duration);
      }
      held = [];
      continue;
    }
    held.push(packet);
    const isNext = packet.type === 'key' && packet !== key;
    if (isNext || held.length > MOST_REORDERED || !track.isVideoTrack()) break;
  }
  const [stop = null] = held;
  return { stop, end: end || (stop?.timestamp ?? 0) };
}
