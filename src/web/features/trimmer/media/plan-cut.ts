// Determines where a copy will really start, before it is made.
import { EncodedPacketSink } from 'mediabunny';
import type { OpenMedia } from './open-media.ts';

/** The methods: `instant` copies packets, `exact` re-encodes. */
export type Way = 'instant' | 'exact';

/** The rounding of a time to milliseconds must not move a requested start before its own keyframe. */
const ROUNDING_SECONDS = 0.001;

/** The actual start of a copy in seconds: the keyframe, or the audio packet, at or before the requested start. */
export async function trueStartOf(media: OpenMedia, startMs: number): Promise<number> {
  const track = media.video ?? media.audio;
  if (!track) return startMs / 1000;
  const sink = new EncodedPacketSink(track);
  const requestedSeconds = startMs / 1000 + ROUNDING_SECONDS;
  const options = { verifyKeyPackets: media.video !== null };
  const packet =
    (await sink.getKeyPacket(requestedSeconds, options)) ?? (await sink.getFirstKeyPacket(options));
  return Math.max(0, packet?.timestamp ?? startMs / 1000);
}
