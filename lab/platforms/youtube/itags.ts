// The formats of the lab's YouTube by itag: their JSON, and the colour and tone of their files.
import type { Variant } from '../../media/media.ts';
import type { ExpectedTrack } from '../../platform.ts';
import { MARKS_AT_SECONDS } from '../expected-downloads.ts';
import type { Voice } from './voices.ts';

/** The video of an itag. `side` is the shorter side in pixels. */
type PictureItag = {
  readonly codec: 'h264' | 'vp9' | 'av1';
  readonly side: number;
  readonly fps: number;
  readonly colour: string;
  /** The codec as the MIME type names it. */
  readonly mark: string;
  readonly hdr?: boolean;
};
/** The audio of an itag. */
type SoundItag = {
  readonly codec: 'aac' | 'opus';
  readonly toneHz: number;
  readonly quality: 'ULTRALOW' | 'LOW' | 'MEDIUM';
  readonly kilobitsPerSecond: number;
};

/** The colour of each video. 18 is a combined file, 93 and 95 are combined in HLS, 396 to 400 are AV1 in MP4. */
const PICTURES = {
  18: { codec: 'h264', side: 360, fps: 30, colour: '#e6e600', mark: 'avc1.42001E' },
  93: { codec: 'h264', side: 360, fps: 30, colour: '#990099', mark: 'avc1.4D401E' },
  95: { codec: 'h264', side: 720, fps: 30, colour: '#cc00cc', mark: 'avc1.4D401F' },
  160: { codec: 'h264', side: 144, fps: 30, colour: '#330000', mark: 'avc1.4d400c' },
  133: { codec: 'h264', side: 240, fps: 30, colour: '#660000', mark: 'avc1.4d4015' },
  134: { codec: 'h264', side: 360, fps: 30, colour: '#990000', mark: 'avc1.4d401e' },
  135: { codec: 'h264', side: 480, fps: 30, colour: '#cc0000', mark: 'avc1.4d401f' },
  136: { codec: 'h264', side: 720, fps: 30, colour: '#ff3333', mark: 'avc1.64001f' },
  137: { codec: 'h264', side: 1080, fps: 30, colour: '#ff6666', mark: 'avc1.640028' },
  298: { codec: 'h264', side: 720, fps: 60, colour: '#ff9933', mark: 'avc1.640020' },
  299: { codec: 'h264', side: 1080, fps: 60, colour: '#ffcc99', mark: 'avc1.64002a' },
  243: { codec: 'vp9', side: 360, fps: 30, colour: '#006600', mark: 'vp9' },
  302: { codec: 'vp9', side: 720, fps: 60, colour: '#009900', mark: 'vp9' },
  303: { codec: 'vp9', side: 1080, fps: 60, colour: '#00cc00', mark: 'vp9' },
  308: { codec: 'vp9', side: 1440, fps: 60, colour: '#33ff33', mark: 'vp9' },
  315: { codec: 'vp9', side: 2160, fps: 60, colour: '#99ff99', mark: 'vp9' },
  336: {
    codec: 'vp9',
    side: 1440,
    fps: 60,
    colour: '#00cccc',
    mark: 'vp09.02.51.10.01.09.16.09.00',
    hdr: true,
  },
  396: { codec: 'av1', side: 360, fps: 30, colour: '#000066', mark: 'av01.0.01M.08' },
  399: { codec: 'av1', side: 1080, fps: 30, colour: '#0000cc', mark: 'av01.0.08M.08' },
  400: { codec: 'av1', side: 1440, fps: 30, colour: '#3333ff', mark: 'av01.0.12M.08' },
} as const satisfies Record<number, PictureItag>;

/** The tone of the original language in each itag. As on the platform, 251 has the highest bit rate of all. */
const SOUNDS = {
  18: { codec: 'aac', toneHz: 220, quality: 'LOW', kilobitsPerSecond: 48 },
  93: { codec: 'aac', toneHz: 260, quality: 'LOW', kilobitsPerSecond: 48 },
  95: { codec: 'aac', toneHz: 300, quality: 'MEDIUM', kilobitsPerSecond: 48 },
  140: { codec: 'aac', toneHz: 440, quality: 'MEDIUM', kilobitsPerSecond: 48 },
  249: { codec: 'opus', toneHz: 550, quality: 'ULTRALOW', kilobitsPerSecond: 24 },
  250: { codec: 'opus', toneHz: 660, quality: 'LOW', kilobitsPerSecond: 32 },
  251: { codec: 'opus', toneHz: 880, quality: 'MEDIUM', kilobitsPerSecond: 64 },
} as const satisfies Record<number, SoundItag>;

type Caveat = 'upscaled' | 'damaged' | 'drc';

/** What may be special about a format. */
export type FormatOptions = {
  readonly upright?: boolean;
  readonly voice?: Voice;
  readonly isMarked?: boolean;
  readonly caveat?: Caveat;
};

/** One format of one video. */
export type Format = {
  readonly itag: number;
  readonly voice: Voice | null;
  readonly mimeType: string;
  readonly variant: Variant;
  /** What the platform states besides: enlarged by itself, less than half of the video, or compressed loudness. */
  readonly caveat: Caveat | null;
  /** What its address serves in place of the described file. */
  readonly served?: Variant;
  readonly audioQuality: string | null;
  readonly expect: ExpectedTrack;
};

/** How much of a damaged format is there. */
const PART_OF_DAMAGED = 0.4;

/**
 * The format of an itag for a video of this length; `upright` swaps width and height, `isMarked` has flashes and
 * clicks.
 */
export function formatOf(itag: number, seconds: number, options: FormatOptions = {}): Format {
  const picture = (PICTURES as Readonly<Record<number, PictureItag>>)[itag];
  const sound = (SOUNDS as Readonly<Record<number, SoundItag>>)[itag];
  const isWebm = picture === undefined ? sound?.codec === 'opus' : picture.codec === 'vp9';
  const soundMark = sound?.codec === 'aac' ? 'mp4a.40.2' : sound?.codec;
  const codecs = [picture?.mark, soundMark].filter((mark) => mark !== undefined).join(', ');
  const type = `${picture === undefined ? 'audio' : 'video'}/${isWebm ? 'webm' : 'mp4'}`;
  const size = picture === undefined ? undefined : sizeOf(picture.side, options.upright === true);
  const { voice = null, caveat = null } = options;
  const variant: Variant = {
    container: isWebm ? 'webm' : picture === undefined ? 'm4a' : 'mp4',
    seconds,
    ...(picture === undefined || size === undefined ? {} : { picture: filmOf(picture, size) }),
    ...(sound === undefined ? {} : { sound: toneOf(sound, voice, caveat) }),
    ...(options.isMarked === true ? { marksAtSeconds: MARKS_AT_SECONDS } : {}),
    ...(!isWebm && !(picture && sound) && { isFragmented: true }),
  };
  const expect: ExpectedTrack = {
    ...(picture === undefined ? {} : { ...size, fps: picture.fps, videoCodec: picture.codec }),
    ...(sound === undefined ? {} : { audioCodec: sound.codec }),
    ...(voice === null ? {} : { language: voice.language }),
    delivery: 'file',
    watermarked: false,
  };
  const audioQuality = sound === undefined ? null : `AUDIO_QUALITY_${sound.quality}`;
  return {
    itag,
    voice,
    caveat,
    mimeType: `${type}; codecs="${codecs}"`,
    variant,
    ...(caveat === 'damaged' ? { served: { ...variant, seconds: seconds * PART_OF_DAMAGED } } : {}),
    audioQuality,
    expect,
  };
}

function sizeOf(side: number, upright: boolean) {
  const long = side === 144 ? 256 : side === 240 ? 426 : side === 480 ? 854 : (side * 16) / 9;
  return upright ? { width: side, height: long } : { width: long, height: side };
}

function filmOf(
  { codec, fps, colour, hdr }: PictureItag,
  size: { readonly width: number; readonly height: number },
) {
  return { codec, ...size, fps, colour, ...(hdr === true ? { hdr } : {}) };
}

/** Compressed loudness has a tone of its own, and a higher rate than the plain audio. */
function toneOf(
  { codec, toneHz, kilobitsPerSecond }: SoundItag,
  voice: Voice | null,
  caveat: Caveat | null,
) {
  const isDrc = caveat === 'drc';
  return {
    codec,
    toneHz: toneHz + (voice?.addHz ?? 0) + (isDrc ? 40 : 0),
    kilobitsPerSecond: kilobitsPerSecond + (isDrc ? 32 : 0),
  };
}
