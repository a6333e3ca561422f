// Measures whether a file holds nothing: silence throughout, or a picture that stays black.
import type { Probe } from '../../../core/files/checking/find-fault.ts';
import type { SourceRates } from '../../../core/jobs/ports.ts';
import { FILE_FORMATS } from '../../../shared/media/formats.ts';
import type { EmptyStream } from '../../../shared/media/media.ts';
import { guardedInput } from '../making/guarded-input.ts';
import type { MediaTools } from '../media-tools.ts';
import { eachLine } from '../run-ffprobe.ts';
import { type Decoded, type DecodeTask, runCheck } from './assert-decodes.ts';

/** Bits a second: what holds more is not measured, unless it is a sound whose packets are all the same. */
const MOST_BITS = { sound: 24_000, picture: 40_000 } as const;
/** No sample is louder; 16 bits reach 96 dB below the loudest. */
const SILENT_DECIBELS = -80;
/** No point of a picture of 256 levels is brighter. */
const BLACK_LEVEL = 8;
const LOUDEST = /\[Parsed_volumedetect\S* @ \S+\] max_volume: (\S+) dB/g;
const BRIGHTEST = /^lavfi\.signalstats\.YMAX=(\d+)/;

/** Most of what is not empty throughout shows it so soon. */
const GLIMPSE_SECONDS = 5;
/** A clip may be black at its few key frames alone, as when it fades in; of a longer film these are enough. */
const CLIP_SECONDS = 120;

/** The kinds of streams that hold nothing. Of pictures the key frames are decoded, and all frames of a clip whose key frames are black. */
export async function findEmpty(
  needs: MediaTools,
  decode: DecodeTask,
  { isSoundAlike }: Decoded,
): Promise<readonly EmptyStream[]> {
  const { task, probe, demuxer } = decode;
  if (!task.sourceRates || FILE_FORMATS[task.container].kind === 'image') return [];
  const rates = ratesOf(probe, task.sourceRates);
  const mayBeEmpty = (kind: EmptyStream) => (rates[kind] ?? Infinity) <= MOST_BITS[kind];
  let [picture, sound] = [mayBeEmpty('picture'), isSoundAlike || mayBeEmpty('sound')];
  if (!picture && !sound) return [];
  const measure = async (frames: 'nokey' | 'default', withSound: boolean, part: string[] = []) => {
    const levels = { frames: 0, brightest: 0 };
    const args = [
      ...['-nostdin', '-nostats', '-hide_banner', '-loglevel', 'info'],
      ...guardedInput(demuxer, { path: task.path }, ['-skip_frame', frames, ...part]),
      ...(picture ? ['-map', '0:V:0', '-vf', LEVELS, '-f', 'null', '-'] : []),
      ...(withSound ? ['-map', '0:a:0', '-af', 'volumedetect', '-f', 'null', '-'] : []),
    ];
    const output = eachLine((line) => {
      const level = BRIGHTEST.exec(line)?.[1];
      if (!level) return;
      levels.frames += 1;
      levels.brightest = Math.max(levels.brightest, Number(level));
    });
    const { errors } = await runCheck(needs, decode, 'ffmpegPath', args, output);
    return { ...levels, loudest: [...errors.matchAll(LOUDEST)].at(-1)?.[1] };
  };
  const isBlack = ({ frames, brightest }: { frames: number; brightest: number }) =>
    frames > 0 && brightest <= BLACK_LEVEL;
  const seconds = probe.durationSeconds ?? Number.POSITIVE_INFINITY;
  if (seconds > GLIMPSE_SECONDS) {
    const first = await measure('nokey', sound, ['-t', String(GLIMPSE_SECONDS)]);
    picture &&= first.brightest <= BLACK_LEVEL;
    sound &&= !(Number(first.loudest) > SILENT_DECIBELS);
    if (!picture && !sound) return [];
  }
  const isClip = seconds <= CLIP_SECONDS;
  const seen = await measure('nokey', sound);
  const staysBlack = isBlack(seen) && (!isClip || isBlack(await measure('default', false)));
  const isSilent = seen.loudest !== undefined && Number(seen.loudest) <= SILENT_DECIBELS;
  return [...(staysBlack ? ['picture' as const] : []), ...(isSilent ? ['sound' as const] : [])];
}

const LEVELS =
  'scale=64:64:flags=area,format=gray,signalstats,metadata=mode=print:key=lavfi.signalstats.YMAX:file=-';

/** Bits a second of each, at most; null for one that is not there or of which nothing is known. */
function ratesOf(
  { bytes, durationSeconds, streams }: Probe,
  source: SourceRates,
): Readonly<Record<EmptyStream, number | null>> {
  const pictureIsThere = streams.some(({ kind }) => kind === 'picture');
  const sound = streams.find((stream) => stream.kind === 'sound');
  const all = durationSeconds ? (bytes * 8) / durationSeconds : null;
  const least = (...rates: readonly (number | null)[]) => {
    const known = rates.filter((rate) => rate !== null);
    return known.length > 0 ? Math.min(...known) : null;
  };
  return {
    picture: pictureIsThere
      ? least(source.picture, all === null ? null : all - (sound?.bitsPerSecond ?? 0))
      : null,
    sound: sound ? least(source.sound, sound.bitsPerSecond, all) : null,
  };
}
