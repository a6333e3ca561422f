// Reads ffprobe's JSON into the product's types. Pure; everything in it comes from an untrusted file.
import { z } from 'zod';
import type { Probe } from '../../core/files/checking/check-file.ts';
import type { AudioCodec, VideoCodec } from '../../shared/media/media.ts';

/** The entries that ffprobe shows: none that a file's author could make long. */
export const PROBE_ENTRIES = [
  'format=duration,start_time',
  'stream=index,codec_type,codec_name,width,height,avg_frame_rate,duration,start_time,sample_rate,channels,bit_rate,color_transfer',
  'stream_disposition=attached_pic',
  'stream_side_data=rotation',
].join(':');

const text = z.string().max(100);
const streamShape = z.object({
  index: z.number().int(),
  codec_type: text.optional(),
  codec_name: text.optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  avg_frame_rate: text.optional(),
  duration: text.optional(),
  start_time: text.optional(),
  sample_rate: text.optional(),
  channels: z.number().optional(),
  bit_rate: text.optional(),
  color_transfer: text.optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
});
const shape = z.object({
  streams: z.array(streamShape).max(2000),
  format: z.object({ duration: text.optional(), start_time: text.optional() }),
});
type Stream = z.infer<typeof streamShape>;

const VIDEO_CODECS: Readonly<Record<string, VideoCodec>> = {
  h264: 'h264',
  hevc: 'h265',
  vvc: 'h266',
  vp9: 'vp9',
  vp8: 'vp8',
  av1: 'av1',
  mpeg4: 'mpeg4',
};
const AUDIO_CODECS = new Set(['aac', 'opus', 'mp3', 'vorbis', 'ac3', 'eac3', 'flac']);
const HDR_CURVES = new Set(['smpte2084', 'arib-std-b67']);

/** Reads the probe of a file of `bytes` bytes; null when this is not ffprobe's output. */
export function readProbe(json: string, bytes: number): Probe | null {
  const read = shape.safeParse(parse(json));
  if (!read.success) return null;
  const { format, streams } = read.data;
  return {
    bytes,
    startSeconds: secondsOf(format.start_time) ?? 0,
    durationSeconds: secondsOf(format.duration),
    highestFps: Math.max(
      0,
      ...streams
        .filter((stream) => stream.codec_type === 'video' && !isCover(stream))
        .map((stream) => rateOf(stream.avg_frame_rate) ?? 0),
    ),
    streams: streams.map(streamOf),
  };
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    // Truncated because the program failed.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function streamOf(stream: Stream): Probe['streams'][number] {
  const { index } = stream;
  const startSeconds = secondsOf(stream.start_time) ?? 0;
  const durationSeconds = secondsOf(stream.duration);
  if (isCover(stream)) return { kind: 'cover', index };
  if (stream.codec_type === 'video') {
    const [width, height] = sizeOf(stream);
    return {
      kind: 'picture',
      index,
      codec: VIDEO_CODECS[stream.codec_name ?? ''] ?? 'other',
      width,
      height,
      fps: rateOf(stream.avg_frame_rate),
      dynamicRange: HDR_CURVES.has(stream.color_transfer ?? '') ? 'hdr' : 'sdr',
      startSeconds,
      durationSeconds,
    };
  }
  if (stream.codec_type === 'subtitle') return { kind: 'subtitles', index };
  if (stream.codec_type !== 'audio') return { kind: 'other', index };
  const codec = stream.codec_name ?? '';
  return {
    kind: 'sound',
    index,
    codec: AUDIO_CODECS.has(codec) ? (codec as AudioCodec) : 'other',
    sampleRateHz: Number(stream.sample_rate) || 0,
    channels: stream.channels ?? 0,
    bitsPerSecond: Number(stream.bit_rate) || null,
    startSeconds,
    durationSeconds,
  };
}

const isCover = ({ disposition }: Stream) => disposition?.attached_pic === 1;

/** Width and height as displayed: a quarter turn swaps them. */
function sizeOf({ width = 0, height = 0, side_data_list: sides = [] }: Stream): [number, number] {
  const turned = sides.some(({ rotation }) => Math.abs(rotation ?? 0) % 180 === 90);
  return turned ? [height, width] : [width, height];
}

function secondsOf(text: string | undefined): number | null {
  const seconds = Number(text ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

/** `30000/1001` as a number; null when it is not a rate. */
function rateOf(text: string | undefined): number | null {
  const [, over, under] = /^(\d{1,12})\/(\d{1,12})$/.exec(text ?? '') ?? [];
  const rate = Number(over) / Number(under);
  return Number.isFinite(rate) && rate > 0 ? rate : null;
}
