// What the end of a failed run of ffmpeg means, as one of the product's errors. Pure.
import { saysNoRoom, serverFull } from '../../core/files/disk-error.ts';
import { AppError } from '../../shared/errors.ts';
import type { FfmpegEnd } from './run-ffmpeg.ts';

/** `killed`: from outside, so it may go well the next time. `slow`: beyond all the time that it may take. `no_room`: the index was longer than the room left for it. */
export type FailureKind =
  | 'too_large'
  | 'server_full'
  | 'killed'
  | 'slow'
  | 'no_room'
  | 'unreadable'
  | 'failed';

const DETAIL_LENGTH = 400;
// A shell's and bubblewrap's way to tell of a signal: 128 and its number.
const KILLED = 128 + 9;
const OUT_OF_TIME = 128 + 24;
const FILE_TOO_LARGE = 128 + 25;
// What demuxers, parsers and decoders say of bytes that are not what they should be.
const UNREADABLE =
  /Invalid data found|moov atom not found|could not find codec parameters|Error while decoding|Error submitting|End of file|matches no streams|does not contain any stream|Not yet implemented|Could not find tag for codec|not allowlisted|not in allow|partial file|Invalid NAL|error reading header|Too many streams|Conversion failed|Decoder.*not found|Invalid argument/i;

// Up to version 6, ffmpeg ends with 0 even when it could not write the end of the file.
const UNWRITTEN = /Error writing trailer|File too large/;

/** Whether a run failed, whatever its exit code says. */
export function hasFailed({ exitCode, reason, errors }: FfmpegEnd): boolean {
  return reason !== 'exit' || exitCode !== 0 || UNWRITTEN.test(errors) || saysNoRoom(errors);
}

/** Which kind of failure it was. Only for a run that {@link hasFailed}. */
export function failureKind({ exitCode, signal, reason, errors }: FfmpegEnd): FailureKind {
  if (reason === 'deadline') return 'slow';
  if (saysNoRoom(errors)) return 'server_full';
  if (errors.includes('File too large') || signal === 'SIGXFSZ' || exitCode === FILE_TOO_LARGE)
    return 'too_large';
  if (signal === 'SIGXCPU' || exitCode === OUT_OF_TIME) return 'slow';
  if (signal === 'SIGKILL' || exitCode === KILLED) return 'killed';
  if (errors.includes('reserved_moov_size is too small')) return 'no_room';
  return UNREADABLE.test(errors) ? 'unreadable' : 'failed';
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

// One of these is one too many: bytes are missing, or stand where they do not belong.
const TORN = /partial file|EBML|Invalid NAL|CRC mismatch|Page at/;
// The first packets of a cut stream may well be torn, with two lines for each; a hole spoils more of them.
const MAX_COMPLAINTS = 8;

/** Whether a run that went on to its end complained so much that what it made cannot be trusted. */
export function isDamaged(errors: string): boolean {
  const lines = errors.split('\n').filter((line) => line.trim() !== '');
  return lines.length > MAX_COMPLAINTS || lines.some((line) => TORN.test(line));
}
