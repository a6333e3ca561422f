// How a part would be re-encoded in this browser: with the codec of the file, else one that its container supports.
import {
  type AudioCodec,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  type InputAudioTrack,
  type InputVideoTrack,
  Quality,
  type VideoCodec,
} from 'mediabunny';
import type { Container } from './containers.ts';

const PACKETS_LOOKED_AT = 300;
/** Re-encoding needs a higher bitrate for the same quality. */
const BITRATE_MARGIN = 1.25;
const LEAST_VIDEO_BITRATE = 500_000;
/** The efficiency of codecs relative to H.264 (`avc`). */
const EFFICIENCY: Readonly<Record<VideoCodec, number>> = {
  av1: 2,
  hevc: 1.7,
  vp9: 1.5,
  avc: 1,
  vp8: 0.9,
  prores: 0.1,
};

/** The encoding, or what the browser lacks. `sizeFactor` is the expected growth of the part. */
export type Encoding =
  | {
      readonly kind: 'video';
      readonly codec: VideoCodec;
      readonly quality: Quality;
      readonly sizeFactor: number;
    }
  | { readonly kind: 'audio'; readonly codec: AudioCodec; readonly sizeFactor: number }
  | { readonly kind: 'none'; readonly lacks: 'decoder' | 'encoder' };

type Source = {
  readonly video: InputVideoTrack | null;
  readonly audio: InputAudioTrack | null;
  readonly container: Container;
};

/** Queries the browser's encoders; nothing is decoded. */
export async function readEncoding({ video, audio, container }: Source): Promise<Encoding> {
  const format = container.output(false);
  if (video) {
    const own = await video.getCodec();
    if (own === null || !(await video.canDecode())) return { kind: 'none', lacks: 'decoder' };
    const { averageBitrate } = await video.computePacketStats(PACKETS_LOOKED_AT);
    const supported = format.getSupportedVideoCodecs();
    const size = {
      width: even(await video.getSquarePixelWidth()),
      height: even(await video.getSquarePixelHeight()),
    };
    for (const codec of [own, ...supported.filter((one) => one !== own)]) {
      const factor = BITRATE_MARGIN * Math.max(1, EFFICIENCY[own] / EFFICIENCY[codec]);
      const bitrate = Math.max(LEAST_VIDEO_BITRATE, Math.round(averageBitrate * factor));
      const quality = new Quality({ bitrate });
      if (await getFirstEncodableVideoCodec([codec], { ...size, quality })) {
        const sizeFactor = averageBitrate > 0 ? bitrate / averageBitrate : 1;
        return { kind: 'video', codec, quality, sizeFactor };
      }
    }
    return { kind: 'none', lacks: 'encoder' };
  }
  const own = await audio?.getCodec();
  if (!audio || !own || !(await audio.canDecode())) return { kind: 'none', lacks: 'decoder' };
  const codec = await getFirstEncodableAudioCodec([own], {
    numberOfChannels: await audio.getNumberOfChannels(),
    sampleRate: await audio.getSampleRate(),
  });
  return codec ? { kind: 'audio', codec, sizeFactor: 1 } : { kind: 'none', lacks: 'encoder' };
}

function even(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2);
}
