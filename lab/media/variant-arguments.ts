// The ffmpeg arguments for one variant: a second of video (all of it where it has marks), then the file that repeats it.
import type { Variant } from './media.ts';

type Picture = NonNullable<Variant['picture']>;

const QUIET = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-threads', '2'] as const;
const STILLS: Readonly<Record<string, readonly string[]>> = {
  jpeg: ['-c:v', 'mjpeg', '-pix_fmt', 'yuvj420p', '-f', 'image2'],
  png: ['-c:v', 'png', '-pix_fmt', 'rgb24', '-f', 'image2'],
  webp: ['-c:v', 'libwebp', '-f', 'webp'],
};
const MUXERS: Readonly<Record<string, readonly string[]>> = {
  mp4: ['-movflags', '+faststart', '-f', 'mp4'],
  m4a: ['-movflags', '+faststart', '-f', 'ipod'],
  webm: ['-f', 'webm'],
  mp3: ['-f', 'mp3'],
};
/** As long as those of YouTube. */
const FRAGMENT_MICROSECONDS = { picture: '5000000', sound: '10000000' };
const QUICK_PIXELS = 1280 * 720 * 60;
const MOST_SLOW_FRAMES = 10;
const MARK_SECONDS = 0.1;
/** From this length on most of the time would go into encoding the same tone. */
const LONG_SECONDS = 600;
const SOUND_ENCODERS = { aac: 'aac', opus: 'libopus', mp3: 'libmp3lame' } as const;

/** The fastest settings of each encoder, without frames that depend on later ones: the second must be repeatable. */
const ENCODERS: Readonly<Record<Picture['codec'], readonly string[]>> = {
  h264: ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '0'],
  h265: ['-c:v', 'libx265', '-preset', 'ultrafast', '-tag:v', 'hvc1'],
  vp9: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1'],
  av1: ['-c:v', 'libsvtav1', '-preset', '12'],
};
/** For builds of ffmpeg without SVT-AV1. */
const OTHER_AV1 = ['-c:v', 'libaom-av1', '-usage', 'realtime', '-cpu-used', '8', '-row-mt', '1'];
const SMALLEST: Readonly<Record<Picture['codec'], readonly string[]>> = {
  h264: ['-crf', '40'],
  h265: ['-crf', '40'],
  vp9: ['-b:v', '100k'],
  av1: ['-crf', '55'],
};

/** Arguments for a photo, without the file name. */
export function photoArguments(variant: Variant, picture: Picture): string[] {
  const { width, height, colour } = picture;
  const source = `color=c=${rgb(colour)}:s=${width}x${height}:d=1:r=1,format=rgb24`;
  const still = STILLS[variant.container] ?? [];
  return [...QUIET, '-f', 'lavfi', '-i', source, '-frames:v', '1', ...still];
}

/**
 * Arguments for the MP4 of at most a second of video that the file repeats, without its name. `encoders` is ffmpeg's
 * list.
 */
export function secondArguments(variant: Variant, picture: Picture, encoders: string): string[] {
  const { codec, hdr, kilobitsPerSecond } = picture;
  const hasSvt = encoders.includes('libsvtav1');
  const rate = kilobitsPerSecond === undefined ? SMALLEST[codec] : filled(kilobitsPerSecond);
  if (kilobitsPerSecond !== undefined && codec !== 'h264' && codec !== 'h265')
    throw new TypeError(`A rate can be asked for of H.264 and H.265, not of ${codec}.`);
  return [
    ...QUIET,
    '-f',
    'lavfi',
    '-i',
    pictureSource(variant, picture),
    ...(codec === 'av1' && !hasSvt ? OTHER_AV1 : ENCODERS[codec]),
    ...rate,
    '-g',
    String(framesToRepeat(picture)),
    ...codecParameters(picture),
    '-colorspace',
    hdr ? 'bt2020nc' : 'bt709',
    '-color_range',
    'tv',
    '-color_primaries',
    hdr ? 'bt2020' : 'bt709',
    '-color_trc',
    hdr ? 'smpte2084' : 'bt709',
    '-f',
    'mp4',
  ];
}

/**
 * Arguments for the MP4 of a minute of AAC that a long file repeats, without its name; null where the audio is made at
 * once.
 */
export function minuteArguments({ sound, seconds, marksAtSeconds }: Variant): string[] | null {
  if (sound?.codec !== 'aac' || seconds < LONG_SECONDS || marksAtSeconds) return null;
  const source = `sine=frequency=${sound.toneHz}:sample_rate=48000:duration=60`;
  return [...QUIET, '-f', 'lavfi', '-i', source, ...soundEncoder(sound), '-f', 'mp4'];
}

/**
 * Arguments that combine the repeated second at `secondPath` with the audio, which is the repeated minute at
 * `minutePath` if there is one; without the file name.
 */
export function fileArguments(
  variant: Variant,
  secondPath: string | null,
  minutePath: string | null,
): string[] {
  const { sound, seconds, container, picture } = variant;
  const args: string[] = [...QUIET];
  if (secondPath) args.push('-stream_loop', '-1', '-i', secondPath);
  if (minutePath) args.push('-stream_loop', '-1', '-i', minutePath);
  else if (sound) args.push('-f', 'lavfi', '-i', toneSource(sound.toneHz, variant));
  if (secondPath) args.push('-map', '0:v', '-c:v', 'copy');
  if (picture?.codec === 'h265') args.push('-tag:v', 'hvc1');
  if (sound) args.push('-map', secondPath ? '1:a' : '0:a');
  if (sound) args.push(...(minutePath ? ['-c:a', 'copy'] : soundEncoder(sound)));
  const fragments = variant.isFragmented ? fragmentArguments(variant) : [];
  return [...args, '-t', String(seconds), ...(MUXERS[container] ?? []), ...fragments];
}

function fragmentArguments({ picture }: Variant): string[] {
  const { picture: ofPicture, sound } = FRAGMENT_MICROSECONDS;
  return picture
    ? ['-movflags', '+dash+global_sidx+frag_keyframe', '-min_frag_duration', ofPicture]
    : ['-movflags', '+dash+global_sidx', '-frag_duration', sound];
}

function soundEncoder({ codec, kilobitsPerSecond }: NonNullable<Variant['sound']>): string[] {
  return ['-c:a', SOUND_ENCODERS[codec], '-ac', '2', '-b:a', `${kilobitsPerSecond}k`];
}

/**
 * One colour with a small box that moves along the bottom, so that frames differ; noise only when a bit rate is
 * requested.
 */
function pictureSource(variant: Variant, picture: Picture): string {
  const { width, height, colour, hdr, kilobitsPerSecond } = picture;
  const rate = rateOf(picture.fps);
  const format = hdr ? 'yuv420p10le' : 'yuv420p';
  const matrix = hdr ? 'bt2020' : 'bt709';
  const box = Math.max(4, 2 * Math.round(Math.min(width, height) / 32));
  const frames = framesToMake(variant, picture);
  // The one frame is converted once and then repeated: converting each would take longer than encoding them.
  const still =
    `color=c=${rgb(colour)}:s=${width}x${height}:r=${rate},trim=end_frame=1,format=gbrp,` +
    `scale=out_color_matrix=${matrix}:out_range=tv,format=${format},` +
    `loop=loop=${frames - 1}:size=1:start=0,setpts=N/(${rate})/TB`;
  const noise = kilobitsPerSecond === undefined ? '' : ',noise=alls=24:allf=t';
  return (
    `${still}${noise}[ground];color=c=white:s=${box}x${box}:r=${rate},format=${format}[box];` +
    `[ground][box]overlay=x='mod(n*${box},main_w-${box})':y=main_h-${box}:eof_action=endall:` +
    `format=${hdr ? 'yuv420p10' : 'yuv420'},trim=end_frame=${frames},${flashes(variant)}${labels(picture)}`
  );
}

/** Sets the colour properties of each frame: since ffmpeg 7 the frames decide, not the encoder's options. */
function labels({ hdr }: Picture): string {
  const [space, primaries, curve] = hdr
    ? ['bt2020nc', 'bt2020', 'smpte2084']
    : ['bt709', 'bt709', 'bt709'];
  return `setparams=range=tv:colorspace=${space}:color_primaries=${primaries}:color_trc=${curve}`;
}

/** The rate itself as the maximum, and a small buffer: there is only a second to reach it. */
function filled(kilobitsPerSecond: number): string[] {
  const rate = `${kilobitsPerSecond}k`;
  return ['-b:v', rate, '-maxrate', rate, '-bufsize', `${Math.round(kilobitsPerSecond / 4)}k`];
}

function codecParameters({ codec, hdr, kilobitsPerSecond }: Picture): string[] {
  const colours = hdr
    ? 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc:hdr10=1'
    : 'colorprim=bt709:transfer=bt709:colormatrix=bt709';
  if (codec === 'h265') {
    return ['-x265-params', `log-level=error:bframes=0:open-gop=0:pools=2:scenecut=0:${colours}`];
  }
  if (codec === 'vp9' && kilobitsPerSecond === undefined)
    return ['-minrate', '1k', '-maxrate', '1M'];
  return [];
}

function toneSource(toneHz: number, { seconds, marksAtSeconds }: Variant): string {
  if (marksAtSeconds === undefined)
    return `sine=frequency=${toneHz}:sample_rate=48000:duration=${seconds}`;
  const wave = `(0.03+0.6*(${duringMarks(marksAtSeconds)}))*sin(2*PI*${toneHz}*t)`;
  return `aevalsrc=exprs='${wave}':sample_rate=48000:duration=${seconds}`;
}

function flashes({ marksAtSeconds }: Variant): string {
  if (marksAtSeconds === undefined) return '';
  return `drawbox=color=white:thickness=fill:enable='${duringMarks(marksAtSeconds)}',`;
}

/** An ffmpeg expression that is 1 during a mark, from its very first frame or sample, and 0 otherwise. */
function duringMarks(marksAtSeconds: readonly number[]): string {
  return marksAtSeconds
    .map((at) => `gte(t,${at}-0.001)*lt(t,${at + MARK_SECONDS}-0.001)`)
    .join('+');
}

/** All frames of a video with marks; of others those that are repeated. */
function framesToMake({ marksAtSeconds, seconds }: Variant, picture: Picture): number {
  return marksAtSeconds === undefined ? framesToRepeat(picture) : Math.round(seconds * picture.fps);
}

/** A second's worth of frames; of slow encoders the largest part of it that repeats evenly. */
function framesToRepeat({ fps, width, height }: Picture): number {
  const perSecond = Math.max(1, Math.round(fps));
  if (width * height * perSecond <= QUICK_PIXELS) return perSecond;
  let frames = Math.min(perSecond, MOST_SLOW_FRAMES);
  while (perSecond % frames !== 0) frames -= 1;
  return frames;
}

/** 29.97 and the like are fractions of 1001. */
function rateOf(fps: number): string {
  return Number.isInteger(fps) ? String(fps) : `${Math.round(fps) * 1000}/1001`;
}

function rgb(colour: string): string {
  if (!/^#[0-9a-f]{6}$/i.test(colour)) throw new TypeError(`A colour is #rrggbb, not ${colour}.`);
  return `0x${colour.slice(1)}`;
}
