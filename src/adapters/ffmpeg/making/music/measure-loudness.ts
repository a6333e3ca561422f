// Measures how loud a sound is (EBU R 128), for tags of it or an encoding at another level.
import type { Span } from '../../../../core/choosing/choice.ts';
import type { MakeTask } from '../../../../core/jobs/ports.ts';
import { LEVEL_LUFS } from '../../../../shared/media/loudness.ts';
import type { MediaTools } from '../../media-tools.ts';
import { failureOf, hasFailed } from '../../read-failure.ts';
import { runFfmpeg } from '../../run-ffmpeg.ts';
import { cutSound } from '../edit/cut-filters.ts';
import { type Demuxer, guardedInput, QUIET_ARGUMENTS } from '../guarded-input.ts';

/** In LUFS, and the peak between its samples in dBFS. */
export type Measured = { readonly lufs: number; readonly peakDb: number };

/** A sound to measure: a stream of a file, all of it or a part. */
export type SoundPlace = {
  readonly path: string;
  readonly demuxer: Demuxer;
  readonly stream: number;
  readonly span: Span | null;
  /** What of it is left out, by its own times; nothing by default. */
  readonly cuts?: readonly Span[];
};

const LIMITS = { dataBytes: 512 * 1024 ** 2, fileBytes: 0, files: 64 };
const MAX_OUTPUT_BYTES = 1024 * 1024;
const METER = 'ebur128=peak=true:framelog=verbose:dualmono=true';
/** The loudness that ReplayGain 2.0 evens out to, and that of EBU R 128, which Opus refers to. */
const [REPLAY_GAIN_LUFS, R128_LUFS] = [-18, -23];
/** Gates leave out what is quieter: that is the figure of silence. */
const SILENT_LUFS = -70;
/** Encoders add a little to peaks. */
const HIGHEST_PEAK_DB = -1;
const SUMMARY = /I:\s+(-?\d+\.\d) LUFS[\s\S]*Peak:\s+(-?\d+\.\d|-inf) dBFS/;

/** Measures; null for silence. Throws AppError as a file that is made does, and the signal's reason. */
export async function measureLoudness(
  needs: MediaTools,
  { path, demuxer, stream, span, cuts = [] }: SoundPlace,
  { durationSeconds, signal, turn, maxBytes }: MakeTask,
): Promise<Measured | null> {
  const cpuSeconds = 60 + Math.ceil((durationSeconds ?? 3600) * 0.5);
  const end = await runFfmpeg({
    sandbox: needs.sandbox,
    program: needs.ffmpegPath,
    args: [
      '-nostdin',
      ...QUIET_ARGUMENTS,
      // The figures are written at this level.
      ...['-loglevel', 'info', '-nostats'],
      ...guardedInput(demuxer, { path }, span ? ['-ss', span.startSeconds.toFixed(6)] : []),
      ...['-map', `0:${stream}`, '-map_metadata', '-1'],
      ...(span ? ['-t', (span.endSeconds - span.startSeconds).toFixed(6)] : []),
      // One channel is played by two speakers.
      ...['-af', [...cutSound(cuts), METER].join(), '-f', 'null', '-'],
    ],
    files: { read: [path], write: [] },
    limits: { ...LIMITS, cpuSeconds },
    signal,
    turn,
    deadlineMs: cpuSeconds * 1000,
    ...(needs.clock ? { after: needs.clock.after } : {}),
    onOutput: () => undefined,
    maxOutputBytes: MAX_OUTPUT_BYTES,
  });
  if (hasFailed(end)) throw failureOf(end, maxBytes);
  return readSummary(end.errors);
}

/** The figures at the end of what ffmpeg writes, behind all that a file may say of itself. Pure. */
export function readSummary(text: string): Measured | null {
  const [, lufs, peak] = SUMMARY.exec(text.slice(text.lastIndexOf(' Summary:'))) ?? [];
  if (lufs === undefined || Number(lufs) <= SILENT_LUFS || peak === '-inf') return null;
  return { lufs: Number(lufs), peakDb: Number(peak) };
}

/** How much louder the sound is made, in decibels: as much as its peaks allow. Pure. */
export function levelGain({ lufs, peakDb }: Measured): number {
  return Math.min(LEVEL_LUFS - lufs, HIGHEST_PEAK_DB - peakDb);
}

/** The gain, and the tags of ReplayGain 2.0, of Opus those of RFC 7845. Pure. */
export function gainTags(
  { lufs, peakDb }: Measured,
  isOpus: boolean,
): { readonly gainDb: number; readonly tags: Readonly<Record<string, string>> } {
  const gainDb = (isOpus ? R128_LUFS : REPLAY_GAIN_LUFS) - lufs;
  if (isOpus) return { gainDb, tags: { R128_TRACK_GAIN: String(Math.round(gainDb * 256)) } };
  const tags = {
    REPLAYGAIN_TRACK_GAIN: `${gainDb.toFixed(2)} dB`,
    REPLAYGAIN_TRACK_PEAK: (10 ** (peakDb / 20)).toFixed(6),
  };
  return { gainDb, tags };
}
