// ffmpeg's arguments for a file that is encoded, as a whole or in part. Pure.
import type { Span } from '../../../core/choosing/choice.ts';
import {
  type AudioEncoding,
  cutsOf,
  type EncodeRecipe,
  type VideoEncoding,
} from '../../../core/choosing/plan.ts';
import type { ProbedPicture, ProbedSound } from '../../../core/files/checking/find-fault.ts';
import { secondsOf } from '../../../shared/media/marked.ts';
import { FFMPEG_FORMATS } from '../formats.ts';
import { WIDEST_PIXEL } from '../read-probe.ts';
import { BY_SAMPLES, cutPicture, cutSound, timeText } from './edit/cut-filters.ts';
import {
  extraInputs,
  extraMaps,
  extraOptions,
  type FfmpegExtras,
  languageOption,
  NOTHING_ELSE,
  nothingElse,
} from './extra-arguments.ts';
import { type FfmpegInput, inputArguments, START, sampleEntry } from './make-arguments.ts';

/**
 * One run: which input has the video, which the audio, null where there is none. `pass` is null for a single one; `log` is where
 * the first of two passes leaves its figures.
 */
export type EncodeOptions = {
  readonly recipe: EncodeRecipe;
  readonly inputs: readonly FfmpegInput[];
  readonly pictureAt: number | null;
  readonly soundAt: number | null;
  readonly picture: ProbedPicture | null;
  /** Those of the input `soundAt`, the preferred one first. */
  readonly sounds: readonly ProbedSound[];
  readonly extras: FfmpegExtras;
  /** Of a part whose picture stands still at times, the key frame before it, whose frames may show at its start; else null. */
  readonly decodeFrom: number | null;
  /** Where the sources end, in seconds of the item. Default: not known. */
  readonly endsAt?: number;
  /** The output is cut there; null for no bound. */
  readonly maxSeconds: number | null;
  readonly pass: { readonly number: 1 | 2; readonly log: string } | null;
  readonly output: string;
  /** Filters that cut out the piece to encode. Default: all of the sound. */
  readonly piece?: string | undefined;
};

// Sample rates that MP3 players support; at lower ones MP3 does not reach 320 kbps.
const MP3_SOUND = 'aformat=sample_rates=44100|48000|32000:channel_layouts=stereo|mono';
// Drops a last frame that is all silent where the one before ends in silence too, behind 1105 samples at the start: ffmpeg's header
// counts the silence of the last alone.
const WITHOUT_SILENT_FRAME = 'noise=drop=lte(d\\,0)*gt(mod(pts-startpts\\,1152)\\,1105)';
const PLAIN_SOUND = 'aformat=channel_layouts=stereo|mono';
// Silence where the sound begins later than the picture, for formats without times.
const FROM_THE_START = 'aresample=async=1:first_pts=0';
/** From PQ or HLG to what every screen shows. */
const TO_SDR =
  'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv';
/** Those of HDR that does not name its own. */
const USUAL_PRIMARIES = 'setparams=color_primaries=bt2020:colorspace=bt2020nc';
const AS_SDR = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709'];
/**
 * Of two fields that are of different moments, one picture; others stay as they are. It is drawn from one of them alone, so that the
 * first picture and those after a cut are whole as well.
 */
const WHOLE_FRAMES = 'estdif=mode=frame:deint=interlaced';
/** As the probe counts it. */
const SHOWN_WIDTH = `iw*clip(sar,${1 / WIDEST_PIXEL},${WIDEST_PIXEL})`;
/** The rates that films have, and that of a picture which stands still for most of its time. */
const USUAL_FPS = [24, 25, 30, 50, 60] as const;
const STANDING_FPS = 30;
/** A clock of more ticks counts something else than frames. */
const MOST_FPS = 60;
/** A part that begins between two frames shows the first of them at most so late. */
const LEAST_GRID_FPS = 23;
const UNINDEXED_LEAD_SECONDS = 15;
/** Announced lengths are rounded. */
const ROUNDED_SECONDS = 0.25;

/** The arguments of one run. */
export function encodeArguments(options: EncodeOptions): string[] {
  const { recipe, inputs, pictureAt, soundAt, sounds, extras, pass, output } = options;
  const { span } = recipe;
  const hasPicture = recipe.picture !== null && pictureAt !== null;
  const lead = span && options.decodeFrom === null ? leadOf(inputs, span.startSeconds) : 0;
  const readFrom = span ? (options.decodeFrom ?? span.startSeconds - lead) : 0;
  const seconds = span ? secondsOf([span]) - secondsOf(cutsOf(recipe)) : options.maxSeconds;
  const isFirstPass = pass?.number === 1;
  const hasSound = recipe.sound !== null && soundAt !== null && !isFirstPass;
  const { muxer } = FFMPEG_FORMATS[recipe.container];
  if (!muxer) throw new TypeError(`${recipe.container} is not written`);
  return [
    ...START,
    ...inputArguments(inputs, readFrom),
    ...extraInputs(extras, { lead }),
    ...(hasPicture ? ['-map', `${pictureAt}:V:0`] : []),
    ...(hasSound ? soundSource(options) : []),
    ...(isFirstPass ? [] : extraMaps(extras, inputs.length)),
    ...(isFirstPass ? NOTHING_ELSE : nothingElse(extras, inputs.length)),
    ...(hasPicture ? pictureArguments(options) : []),
    ...(hasSound ? soundArguments(options) : []),
    ...(isFirstPass ? [] : extraOptions(extras, recipe.container)),
    ...(hasSound && sounds[0] ? languageOption(extras, sounds[0].index) : []),
    ...(lead > 0 ? ['-ss', timeText(lead)] : []),
    ...(seconds === null ? [] : ['-t', timeText(seconds)]),
    ...(pass ? ['-pass', String(pass.number), '-passlogfile', pass.log] : []),
    '-max_muxing_queue_size',
    '4096',
    ...(isFirstPass
      ? ['-f', 'null', '-']
      : [
          ...muxer({ isAac: isAac(recipe), rateHz: sounds[0]?.sampleRateHz, indexBytes: null }),
          `file:${output}`,
        ]),
  ];
}

function isAac({ sound }: EncodeRecipe): boolean {
  return sound !== null && sound !== 'copy' && sound.codec === 'aac';
}

/** How long before the part decoding begins, in seconds; null where only the part is decoded. */
function earlierBy({ recipe: { span }, decodeFrom }: EncodeOptions): string | null {
  return decodeFrom === null ? null : timeText((span?.startSeconds ?? 0) - decodeFrom);
}

function soundOfPart(options: EncodeOptions): string[] {
  const earlier = earlierBy(options);
  return earlier === null ? [] : [`atrim=start=${earlier},asetpts=PTS-${earlier}/TB`];
}

function pictureArguments(options: EncodeOptions): string[] {
  const { recipe, picture } = options;
  const made = recipe.picture;
  if (made === 'copy')
    return ['-c:v', 'copy', ...(picture ? sampleEntry(picture.codec, recipe.container) : [])];
  if (made === null) return [];
  const isHdr = picture?.dynamicRange === 'hdr';
  const earlier = earlierBy(options);
  const filters = [
    ...(earlier === null
      ? []
      : [...repeated(picture), trimmed(options, earlier), `setpts=PTS-${earlier}/TB`]),
    ...(picture?.mayBeInterlaced ? [WHOLE_FRAMES] : []),
    ...cutPicture(cutsIn(options)),
    ...(picture?.lacksPrimaries ? [USUAL_PRIMARIES] : []),
    ...(isHdr ? [TO_SDR] : []),
    scaleFilter(made.shortSide),
    'format=yuv420p',
    ...(made.mostFps ? [gridOf(made.mostFps)] : []),
    // AVI has no times, only a rate: a first frame that came later would leave a gap.
    ...(recipe.container === 'avi'
      ? [`${gridOf(Math.min(frameRate(picture), MOST_FPS))}:start_time=0`]
      : []),
  ];
  return [
    ...['-filter:v', filters.join(',')],
    // Every frame at its own time, not on a grid of the frame rate.
    ...(recipe.container === 'avi'
      ? ['-fps_mode', 'cfr', '-avoid_negative_ts', 'disabled']
      : ['-fps_mode', 'passthrough', '-enc_time_base:v', '1/90000']),
    ...codecArguments(made),
    ...(isHdr ? AS_SDR : []),
  ];
}

/** On a grid of so many frames a second; a picture that ends before the second of them is shown at the first. */
const gridOf = (fps: number) => `fps=${fps.toFixed(5)}:eof_action=pass`;

/** A picture that is repeated has no end of its own, and what is cut off at its end would be waited for. */
function trimmed({ recipe: { span }, endsAt }: EncodeOptions, earlier: string): string {
  const seconds = span ? secondsOf([span]) : endsAt;
  const end = seconds === undefined ? '' : `:end=${timeText(Number(earlier) + seconds)}`;
  return `trim=start=${earlier}${end}`;
}

/** Frames are repeated where there are none, and the last one up to the end of the part. */
function repeated(picture: ProbedPicture | null): string[] {
  const rate = frameRate(picture);
  const fps = rate * Math.ceil(LEAST_GRID_FPS / rate);
  return [gridOf(fps), 'tpad=stop=-1:stop_mode=clone'];
}

/** That of the clock of its frames if it is one, else the usual one that is next to its average, which holes make lower. */
function frameRate(picture: ProbedPicture | null): number {
  const { fps = null, clockFps = fps, mayBeInterlaced } = picture ?? {};
  // With fields, it counts these.
  const clock = mayBeInterlaced ? fps : clockFps;
  if (clock !== null && clock <= Math.max(MOST_FPS, (fps ?? 0) * 1.5)) return clock;
  const average = fps !== null && fps > LEAST_GRID_FPS ? fps : STANDING_FPS;
  return USUAL_FPS.find((rate) => rate > average * 0.995) ?? average;
}

/**
 * To this shorter side, or to the picture's own; always even, as the encoders want it, and with square pixels, as every player
 * shows them.
 */
function scaleFilter(shortSide: number | null): string {
  const factor = shortSide === null ? '1' : `${shortSide}/min(${SHOWN_WIDTH},ih)`;
  // Figures that are nearly whole are whole.
  const rest = shortSide === null ? 0.01 : 0.5;
  const even = (side: string) => `2*trunc(${side}*${factor}/2+${rest})`;
  return `scale='${even(SHOWN_WIDTH)}':'${even('ih')}',setsar=1`;
}

function codecArguments({ codec, kilobitsPerSecond }: VideoEncoding): string[] {
  const rate = kilobitsPerSecond === null ? null : `${kilobitsPerSecond}k`;
  switch (codec) {
    case 'h264':
      return [
        '-c:v',
        'libx264',
        '-preset',
        'veryfast',
        ...(rate ? ['-b:v', rate] : ['-crf', '20']),
      ];
    case 'vp9':
      return [
        ...['-c:v', 'libvpx-vp9', '-deadline', 'good', '-cpu-used', '5', '-row-mt', '1'],
        ...(rate ? ['-b:v', rate] : ['-crf', '31', '-b:v', '0']),
      ];
    case 'mpeg4':
      return ['-c:v', 'mpeg4', '-vtag', 'XVID', ...(rate ? ['-b:v', rate] : ['-q:v', '3'])];
  }
}

const ENCODERS = { aac: 'aac', mp3: 'libmp3lame', opus: 'libopus' } as const;

/** The sound, or all of them mixed. They are as loud together as they were, without clipping. */
function soundSource(options: EncodeOptions): string[] {
  const { soundAt, sounds } = options;
  const { sound } = options.recipe;
  if (!mixes(sound)) return ['-map', `${soundAt}:${sounds[0]?.index ?? 'a:0'}`];
  const each = [...soundOfPart(options), FROM_THE_START].join();
  const aligned = sounds.map(({ index }, at) => `[${soundAt}:${index}]${each}[s${at}]`);
  const filters = [
    `amix=inputs=${sounds.length}:normalize=0`,
    'alimiter=level=0',
    ...cutSound(cutsIn(options)),
    formatOf(sound.codec),
  ];
  const mixed = `${sounds.map((_, at) => `[s${at}]`).join('')}${filters.join(',')}[mix]`;
  const graph = [...aligned, mixed];
  return ['-filter_complex', graph.join(';'), '-map', '[mix]'];
}

function mixes(sound: EncodeRecipe['sound']): sound is AudioEncoding {
  return sound !== null && sound !== 'copy' && sound.mixesAll === true;
}

const formatOf = (codec: AudioEncoding['codec']) => (codec === 'mp3' ? MP3_SOUND : PLAIN_SOUND);

function soundArguments(options: EncodeOptions): string[] {
  const { sound, picture, container } = options.recipe;
  if (sound === 'copy') return ['-c:a', 'copy'];
  if (sound === null) return [];
  const { codec, kilobitsPerSecond } = sound;
  const encoder = ['-c:a', ENCODERS[codec], '-b:a', `${kilobitsPerSecond}k`];
  if (mixes(sound)) return encoder;
  const filters = [
    ...soundOfPart(options),
    ...(picture === null ? [] : [FROM_THE_START]),
    ...cutSound(cutsIn(options)),
    formatOf(codec),
    ...volume(options.extras),
    ...(options.piece ? [options.piece] : picture === null ? [BY_SAMPLES] : []),
  ];
  const end = container === 'mp3' ? ['-bsf:a', WITHOUT_SILENT_FRAME] : [];
  return [...encoder, ...end, '-filter:a', filters.join(',')];
}

function volume({ loudness }: FfmpegExtras): string[] {
  return loudness?.way === 'level' ? [`volume=${loudness.gainDb.toFixed(2)}dB`] : [];
}

/** How much to decode before the start: without an index, seeking may end somewhat after the time. */
function leadOf(inputs: readonly FfmpegInput[], startSeconds: number): number {
  const isUnindexed = inputs.some(({ demuxer }) => demuxer === 'mpegts');
  return isUnindexed ? Math.min(startSeconds, UNINDEXED_LEAD_SECONDS) : 0;
}

/** What is cut out, by the times that the filters see. What is announced as the end is, though the source may last a little longer. */
function cutsIn(options: EncodeOptions): readonly Span[] {
  const { recipe, inputs, decodeFrom, endsAt = Number.POSITIVE_INFINITY } = options;
  const from = recipe.span?.startSeconds ?? 0;
  const later = (recipe.span && decodeFrom === null ? leadOf(inputs, from) : 0) - from;
  return cutsOf(recipe).map(({ startSeconds, endSeconds }) => ({
    startSeconds: startSeconds + later,
    endSeconds:
      endsAt - endSeconds < ROUNDED_SECONDS ? Number.POSITIVE_INFINITY : endSeconds + later,
  }));
}
