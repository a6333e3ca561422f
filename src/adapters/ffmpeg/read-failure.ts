// Maps a failed ffmpeg run to one of the product's errors. Pure.
import { reportsDiskFull, serverFull } from '../../core/files/disk-error.ts';
import { AppError } from '../../shared/errors.ts';
import type { FfmpegEnd } from './run-ffmpeg.ts';

/**
 * `killed`: from outside, so a retry may succeed. `slow`: its time limit was exceeded. `no_room`: the index exceeded
 * the space reserved for it.
 */
export type FailureKind =
  | 'too_large'
  | 'server_full'
  | 'killed'
  | 'slow'
  | 'no_room'
  | 'unreadable'
  | 'failed';

const DETAIL_LENGTH = 400;
// How a shell and bubblewrap report a signal: 128 plus its number.
const KILLED = 128 + 9;
const OUT_OF_TIME = 128 + 24;
const FILE_TOO_LARGE = 128 + 25;
// Messages of demuxers, parsers and decoders about invalid bytes.
const UNREADABLE =
  /Invalid data found|moov atom not found|could not find codec parameters|Error while decoding|Error submitting|End of file|matches no streams|does not contain any stream|Not yet implemented|Could not find tag for codec|not allowlisted|not in allow|partial file|Invalid NAL|error reading header|Too many streams|Conversion failed|Decoder [^\n]{0,80}not found|Invalid argument/i;

// Up to version 6 ffmpeg exits with 0 even if it could not write the end of the file.
const UNWRITTEN = /Error writing trailer|File too large/;

/** Whether a run failed, whatever its exit code. */
export function hasFailed({ exitCode, reason, errors }: FfmpegEnd): boolean {
  return reason !== 'exit' || exitCode !== 0 || UNWRITTEN.test(errors) || reportsDiskFull(errors);
}

/** The kind of failure of a run that {@link hasFailed}. */
export function failureKind({ exitCode, signal, reason, errors }: FfmpegEnd): FailureKind {
  if (reason === 'deadline') return 'slow';
  if (reportsDiskFull(errors)) return 'server_full';
  if (errors.includes('File too large') || signal === 'SIGXFSZ' || exitCode === FILE_TOO_LARGE)
    return 'too_large';
  if (signal === 'SIGXCPU' || exitCode === OUT_OF_TIME) return 'slow';
  if (signal === 'SIGKILL' || exitCode === KILLED) return 'killed';
  if (errors.includes('reserved_moov_size is too small')) return 'no_room';
  return UNREADABLE.test(errors) ? 'unreadable' : 'failed';
}

/** Whether a run ended because of the machine, not of the file: killed from outside, or too slow by the clock. */
export function isMachinesFault(end: FfmpegEnd): boolean {
  return end.reason === 'deadline' || (end.exitCode !== 0 && failureKind(end) === 'killed');
}

/** The error for a failed run. */
export function failureOf(end: FfmpegEnd, maxBytes: number): AppError {
  const kind = failureKind(end);
  const detail = `ffmpeg ended (${kind}, ${end.exitCode ?? end.signal}): ${end.errors.slice(-DETAIL_LENGTH)}`;
  if (kind === 'too_large')
    return new AppError('too_large', { params: { gigabytes: maxBytes / 1e9 }, detail });
  if (kind === 'server_full') return serverFull({ detail });
  return new AppError(kind === 'unreadable' ? 'bad_media' : 'making_failed', { detail });
}

// A single one of these means missing or misplaced bytes.
const TORN = /partial file|EBML|Invalid NAL|CRC mismatch|Page at/;
// The first packets of a cut stream may be torn, with two lines each; a gap damages more of them.
const MAX_COMPLAINTS = 8;

/** Whether a completed run reported so many errors that its output cannot be trusted. */
export function isDamaged(errors: string): boolean {
  const lines = errors.split('\n').filter((line) => line.trim() !== '');
  return lines.length > MAX_COMPLAINTS || lines.some((line) => TORN.test(line));
}
