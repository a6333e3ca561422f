// Copies the packets of parts into a new file, without decoding anything.
import {
  type EncodedAudioPacketSource,
  EncodedPacketSink,
  type EncodedVideoPacketSource,
  type InputAudioTrack,
  type InputVideoTrack,
} from 'mediabunny';
import type { Feed } from './feed.ts';
import type { CopyPart, Part } from './plan-cut.ts';

/** Copies video. Each part starts with its key frame: what would be shown before it needs frames that are not there. */
export async function* copyVideo(
  track: InputVideoTrack,
  source: EncodedVideoPacketSource,
  parts: readonly CopyPart[],
): Feed {
  const sink = new EncodedPacketSink(track);
  let meta = await metaOf(track);
  let latest = Number.NEGATIVE_INFINITY;
  for (const { first, stop, start, at } of parts) {
    for await (const packet of sink.packets(first, stop ?? undefined)) {
      if (packet.timestamp < start) continue;
      const timestamp = packet.timestamp - start + at;
      // Files break the rule that a key frame is shown after all before it; the muxer does not.
      const isLate = packet.type === 'key' && timestamp < latest;
      latest = Math.max(latest, timestamp);
      await source.add(packet.clone({ timestamp, type: isLate ? 'delta' : packet.type }), meta);
      meta = undefined;
      yield timestamp;
    }
  }
}

/**
 * Copies audio. Its packets do not end where parts do: each part has those whose middle is inside, and from the second on they
 * follow the last without a gap, so that audio and video stay within half a packet of each other however many parts there are.
 */
export async function* copyAudio(
  track: InputAudioTrack,
  source: EncodedAudioPacketSource,
  parts: readonly Part[],
): Feed {
  const sink = new EncodedPacketSink(track);
  let meta = await metaOf(track);
  let reached = 0;
  for (const { start, end, at } of parts) {
    const first = (await sink.getPacket(start)) ?? (await sink.getFirstPacket());
    if (!first) return;
    let shift: number | null = null;
    for await (const packet of sink.packets(first)) {
      const middle = packet.timestamp + packet.duration / 2;
      if (middle >= end) break;
      if (middle < start) continue;
      const wanted = packet.timestamp - start + at;
      shift ??= shiftFor(wanted, reached, packet.duration);
      const timestamp = wanted + shift;
      reached = timestamp + packet.duration;
      await source.add(packet.clone({ timestamp }), meta);
      meta = undefined;
      yield timestamp;
    }
  }
}

/** A real gap in the audio stays; less than a packet is closed, but for the start of the file, which may come later. */
function shiftFor(wanted: number, reached: number, duration: number): number {
  const gap = wanted - reached;
  if (reached === 0) return Math.max(0, -gap);
  return gap < duration ? -gap : 0;
}

async function metaOf<Track extends InputVideoTrack | InputAudioTrack>(
  track: Track,
): Promise<
  { decoderConfig: NonNullable<Awaited<ReturnType<Track['getDecoderConfig']>>> } | undefined
> {
  const decoderConfig = await track.getDecoderConfig();
  return decoderConfig ? { decoderConfig: decoderConfig as never } : undefined;
}
