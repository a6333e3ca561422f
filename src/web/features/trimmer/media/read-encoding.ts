// How tracks would be re-encoded in this browser: with the codec of the file, else one that the new container supports.
import {
  type AudioCodec,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  type InputAudioTrack,
  type InputVideoTrack,
  type OutputFormat,
  Quality,
  type VideoCodec,
} from 'mediabunny';

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

/** Why a track cannot be re-encoded in this browser. */
export type Lack = { readonly kind: 'none'; readonly lacks: 'decoder' | 'encoder' };

/** How a video track is re-encoded. `sizeFactor` is the expected growth. */
export type VideoEncoding = {
  readonly kind: 'video';
  readonly codec: VideoCodec;
  readonly quality: Quality;
  readonly sizeFactor: number;
};

/** How an audio track is re-encoded. */
export type AudioEncoding = {
  readonly kind: 'audio';
  readonly codec: AudioCodec;
  readonly quality: Quality;
};

/** Queries the browser's decoders and encoders; nothing is decoded. */
export async function readVideoEncoding(
  video: InputVideoTrack,
  format: OutputFormat,
): Promise<VideoEncoding | Lack> {
  const own = await video.getCodec();
  if (own === null || !(await video.canDecode())) return { kind: 'none', lacks: 'decoder' };
  const { averageBitrate } = await video.computePacketStats(PACKETS_LOOKED_AT);
  const size = {
    width: even(await video.getSquarePixelWidth()),
    height: even(await video.getSquarePixelHeight()),
  };
  for (const codec of ownFirst(own, format.getSupportedVideoCodecs())) {
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

/** Queries the browser's decoders and encoders; nothing is decoded. `codecs` are those that the new file may hold. */
export async function readAudioEncoding(
  audio: InputAudioTrack,
  codecs: readonly AudioCodec[],
): Promise<AudioEncoding | Lack> {
  const own = await audio.getCodec();
  if (own === null || !(await audio.canDecode())) return { kind: 'none', lacks: 'decoder' };
  const quality = new Quality('high');
  const codec = await getFirstEncodableAudioCodec(ownFirst(own, codecs), {
    numberOfChannels: await audio.getNumberOfChannels(),
    sampleRate: await audio.getSampleRate(),
    quality,
  });
  return codec ? { kind: 'audio', codec, quality } : { kind: 'none', lacks: 'encoder' };
}

function ownFirst<Codec>(own: Codec, supported: readonly Codec[]): Codec[] {
  const others = supported.filter((one) => one !== own);
  return supported.includes(own) ? [own, ...others] : others;
}

/** The nearest even number of pixels: encoders of most codecs require it. */
export function even(pixels: number): number {
  return Math.max(2, Math.round(pixels / 2) * 2);
}
