// Reads ffprobe's JSON into the product's types. Pure; everything in it comes from an untrusted file.
import { z } from 'zod';
import type { Probe } from '../../core/files/checking/find-fault.ts';
import type { AudioCodec, VideoCodec } from '../../shared/media/media.ts';
import { isReadableSound } from './making/decoders.ts';

/** The entries that ffprobe shows: none that a file's author could make long. */
export const PROBE_ENTRIES = [
  'format=duration,start_time',
  'stream=index,codec_type,codec_name,codec_tag_string,width,height,avg_frame_rate,r_frame_rate,duration,start_time,sample_rate,channels,bit_rate,pix_fmt,field_order,sample_aspect_ratio,color_transfer,color_primaries,color_space',
  'stream_disposition=attached_pic,comment,dub,hearing_impaired,visual_impaired',
  'stream_side_data=rotation,dv_profile',
].join(':');

const text = z.string().max(100);
const flag = z.number().optional();
const streamShape = z.object({
  index: z.number().int(),
  codec_type: text.optional(),
  codec_name: text.optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  avg_frame_rate: text.optional(),
  r_frame_rate: text.optional(),
  duration: text.optional(),
  start_time: text.optional(),
  sample_rate: text.optional(),
  channels: z.number().optional(),
  bit_rate: text.optional(),
  codec_tag_string: text.optional(),
  pix_fmt: text.optional(),
  field_order: text.optional(),
  sample_aspect_ratio: text.optional(),
  color_transfer: text.optional(),
  color_primaries: text.optional(),
  color_space: text.optional(),
  disposition: z
    .object({
      attached_pic: flag,
      comment: flag,
      dub: flag,
      hearing_impaired: flag,
      visual_impaired: flag,
    })
    .optional(),
  side_data_list: z
    .array(z.object({ rotation: z.number().optional(), dv_profile: z.number().optional() }))
    .optional(),
});
const shape = z.object({
  streams: z.array(streamShape).max(2000),
  format: z.object({
    duration: text.optional(),
    start_time: text.optional(),
  }),
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
const FIELD_ORDERS = new Set(['tt', 'bb', 'tb', 'bt']);
/** Names of primaries and matrices that say nothing, or what cannot be converted. */
const NO_COLOURS = new Set(['unknown', 'reserved', 'gbr', 'bt2020c', 'smpte2085']);
const PLAIN_PIXELS = new Set(['yuv420p', 'yuvj420p', 'nv12']);
/** Of Dolby Vision, the profile whose colours only its own decoders know. */
const OWN_COLOURS = 5;
const FASTEST = 300;
/** The shape of a pixel: half as many columns shown as 16:9 have nearly three. Beyond is a mistake, or meant to harm. */
export const WIDEST_PIXEL = 4;

/** Reads the probe of a file of `bytes` bytes; null when this is not ffprobe's output. */
export function readProbe(json: string, bytes: number): Probe | null {
  const read = shape.safeParse(parse(json));
  if (!read.success) return null;
  const { format, streams } = read.data;
  return {
    bytes,
    startSeconds: secondsOf(format.start_time) ?? 0,
    durationSeconds: secondsOf(format.duration),
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
    const dynamicRange = HDR_CURVES.has(stream.color_transfer ?? '') ? 'hdr' : 'sdr';
    const isUnsaid = [stream.color_primaries, stream.color_space].some(isUnknown);
    return {
      kind: 'picture',
      index,
      codec: VIDEO_CODECS[stream.codec_name ?? ''] ?? 'other',
      width,
      height,
      fps: fpsOf(stream),
      clockFps: rateOf(stream.r_frame_rate),
      dynamicRange,
      startSeconds,
      durationSeconds,
      ...(stream.pix_fmt === undefined ? {} : { isPlain: isPlain(stream, stream.pix_fmt) }),
      mayBeInterlaced: (stream.field_order ?? 'progressive') !== 'progressive',
      lacksPrimaries: dynamicRange === 'hdr' && isUnsaid,
      isDolbyVision:
        /^dvh[1e]$/.test(stream.codec_tag_string ?? '') ||
        (stream.side_data_list ?? []).some(({ dv_profile }) => dv_profile === OWN_COLOURS),
    };
  }
  if (stream.codec_type === 'subtitle') return { kind: 'subtitles', index };
  // Texts that a track of an MP4 names as its chapters; others are subtitles.
  if (stream.codec_type === 'data' && stream.codec_tag_string === 'text')
    return { kind: 'chapters', index };
  const codec = stream.codec_name ?? '';
  // A sound that nothing here can read is none.
  if (stream.codec_type !== 'audio' || !isReadableSound(codec)) return { kind: 'other', index };
  const { comment, dub, hearing_impaired, visual_impaired } = stream.disposition ?? {};
  return {
    kind: 'sound',
    index,
    codec: AUDIO_CODECS.has(codec) ? (codec as AudioCodec) : 'other',
    sampleRateHz: Number(stream.sample_rate) || 0,
    channels: stream.channels ?? 0,
    bitsPerSecond: Number(stream.bit_rate) || null,
    startSeconds,
    durationSeconds,
    isExtra: [comment, dub, hearing_impaired, visual_impaired].includes(1),
  };
}

const isPlain = ({ field_order = '' }: Stream, pixels: string) =>
  PLAIN_PIXELS.has(pixels) && !FIELD_ORDERS.has(field_order);

const isUnknown = (value = 'unknown') => NO_COLOURS.has(value);

const isCover = ({ disposition }: Stream) => disposition?.attached_pic === 1;

/** Width and height as displayed: a quarter turn swaps them, and the shape of its pixels changes the width, as decoders do it. */
function sizeOf(stream: Stream): [number, number] {
  const { width = 0, height = 0, side_data_list: sides = [] } = stream;
  const pixel = rateOf(stream.sample_aspect_ratio?.replace(':', '/')) ?? 1;
  const turned = sides.some(({ rotation }) => Math.abs(rotation ?? 0) % 180 === 90);
  const shape = Math.min(WIDEST_PIXEL, Math.max(1 / WIDEST_PIXEL, turned ? 1 / pixel : pixel));
  return turned ? [Math.round(height * shape), width] : [Math.round(width * shape), height];
}

function secondsOf(text: string | undefined): number | null {
  const seconds = Number(text ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

/** The average; one above what cameras reach is often that of a clock in milliseconds. */
function fpsOf({ avg_frame_rate }: Stream): number | null {
  const average = rateOf(avg_frame_rate);
  return average !== null && average <= FASTEST ? average : null;
}

/** `30000/1001` as a number; null when it is not a rate. */
function rateOf(text: string | undefined): number | null {
  const [, over, under] = /^(\d{1,12})\/(\d{1,12})$/.exec(text ?? '') ?? [];
  const rate = Number(over) / Number(under);
  return Number.isFinite(rate) && rate > 0 ? rate : null;
}
