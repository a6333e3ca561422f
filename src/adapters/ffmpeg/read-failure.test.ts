import { describe, expect, it } from 'vitest';
import { createProgressReader } from './making/read-progress.ts';
import { failureKind, failureOf, hasFailed, isDamaged, isMachinesFault } from './read-failure.ts';
import type { FfmpegEnd } from './run-ffmpeg.ts';

const end = (changes: Partial<FfmpegEnd>): FfmpegEnd => ({
  exitCode: 1,
  signal: null,
  reason: 'exit',
  errors: '',
  ...changes,
});

describe('the end of a failed run', () => {
  it.each<[string, Partial<FfmpegEnd>, ReturnType<typeof failureKind>, string]>([
    [
      'without disk space',
      { errors: 'av_interleaved_write_frame(): No space left on device' },
      'server_full',
      'server_full',
    ],
    [
      'without a descriptor',
      { errors: 'file:/x: Too many open files' },
      'server_full',
      'server_full',
    ],
    [
      'at the largest size, as ffmpeg says it',
      { errors: 'Error writing trailer of file:/x: File too large' },
      'too_large',
      'too_large',
    ],
    [
      'at the largest size, as the kernel says it',
      { exitCode: null, signal: 'SIGXFSZ' },
      'too_large',
      'too_large',
    ],
    ['at the largest size, as a wall says it', { exitCode: 153 }, 'too_large', 'too_large'],
    ['killed', { exitCode: null, signal: 'SIGKILL' }, 'killed', 'making_failed'],
    ['killed behind a wall', { exitCode: 137 }, 'killed', 'making_failed'],
    ['out of time', { reason: 'deadline', exitCode: 137 }, 'slow', 'making_failed'],
    ['out of processor time', { exitCode: 152 }, 'slow', 'making_failed'],
    [
      'out of processor time, as the kernel says it',
      { exitCode: null, signal: 'SIGXCPU' },
      'slow',
      'making_failed',
    ],
    [
      'with an index larger than its reserved space',
      { errors: 'reserved_moov_size is too small, needed 20 additional\nInvalid argument' },
      'no_room',
      'making_failed',
    ],
    [
      'of what cannot be read',
      { errors: 'file:/x: Invalid data found when processing input' },
      'unreadable',
      'bad_media',
    ],
    ['without a word', {}, 'failed', 'making_failed'],
  ])('%s', (_name, changes, kind, code) => {
    expect(failureKind(end(changes))).toBe(kind);
    expect(failureOf(end(changes), 2e9).code).toBe(code);
  });

  it.each([
    'Invalid data found when processing input',
    'moov atom not found',
    'Could not find codec parameters for stream 1',
    'Error while decoding stream #0:0',
    'Error submitting packet to decoder',
    'End of file',
    "Stream map '0:a:0' matches no streams.",
    'Output file #0 does not contain any stream',
    'Not yet implemented in FFmpeg, patches welcome',
    'Could not find tag for codec pcm_s16le',
    "Codec 'x' not allowlisted",
    'stream 0, offset 0x1: partial file',
    'Invalid NAL unit size',
    'error reading header',
    'Too many streams',
    'Conversion failed!',
    'Decoder (codec none) not found for input stream #0:1',
    'Invalid argument',
  ])('is the fault of the media for the words "%s"', (errors) => {
    expect(failureKind(end({ errors }))).toBe('unreadable');
  });

  it.each<[string, Partial<FfmpegEnd>, boolean]>([
    ['nothing', { exitCode: 0 }, false],
    ['another exit code', { exitCode: 1 }, true],
    ['a signal', { exitCode: null, signal: 'SIGSEGV' }, true],
    ['a time limit', { exitCode: 0, reason: 'deadline' }, true],
    ['too much output', { exitCode: 0, reason: 'output_limit' }, true],
    ['a missing end', { exitCode: 0, errors: 'Error writing trailer of file:/x' }, true],
    ['a file that became too large', { exitCode: 0, errors: 'File too large' }, true],
    ['a full disk', { exitCode: 0, errors: 'No space left on device' }, true],
  ])('is a failure by %s', (_name, changes, isFailure) => {
    expect(hasFailed(end(changes))).toBe(isFailure);
  });

  it('says how it ended, and its last words only', () => {
    const errors = `first words ${'x'.repeat(400)}`;
    const byCode = failureOf(end({ exitCode: 7, errors }), 2e9).message;
    expect(byCode).toContain('(failed, 7)');
    expect(byCode).not.toContain('first words');
    const bySignal = failureOf(end({ exitCode: null, signal: 'SIGSEGV' }), 2e9).message;
    expect(bySignal).toContain('(failed, SIGSEGV)');
  });

  it('states the limit that was exceeded', () => {
    expect(failureOf(end({ exitCode: 153 }), 2e9).params).toEqual({ gigabytes: 2 });
    const errors = 'No space left on device';
    expect(failureOf(end({ errors }), 2e9).params).toEqual({ retryAfterSeconds: 60 });
  });

  it.each<[string, string, boolean]>([
    ['nothing', '', false],
    ['two torn packets at the front', 'a\nError while decoding\n'.repeat(2), false],
    ['eight lines', 'a\n'.repeat(8), false],
    ['eight lines between empty ones', '\n  \na\n'.repeat(8), false],
    ['nine lines', 'a\n'.repeat(9), true],
    ['a torn Matroska', '[matroska] EBML header parsing failed', true],
    ['a torn H.264', '[h264] Invalid NAL unit size (0 > 7)', true],
    ['a wrong sum', '[flac] CRC mismatch', true],
    ['a torn Ogg', '[ogg] Page at 7 is missing granule', true],
    ['many packets', 'a\nError while decoding\n'.repeat(20), true],
    ['a file that ends too early', '[mov] stream 0, offset 0x1: partial file\n', true],
  ])('without a failure is damaged or not: %s', (_name, errors, damaged) => {
    expect(isDamaged(errors)).toBe(damaged);
  });
});

it.each<[string, Partial<FfmpegEnd>, boolean]>([
  ['by its deadline', { reason: 'deadline', signal: 'SIGKILL', exitCode: null }, true],
  ['killed from outside', { exitCode: null, signal: 'SIGKILL' }, true],
  ['killed within a wall', { exitCode: 137 }, true],
  ['by its limit of processor time', { exitCode: null, signal: 'SIGXCPU' }, false],
  ['with an error', { errors: 'Invalid data found' }, false],
  ['well', { exitCode: 0 }, false],
])('a run that ended %s is the machine’s fault or the file’s', (_how, changes, isMachines) => {
  expect(isMachinesFault(end(changes))).toBe(isMachines);
});

describe('the progress of a run', () => {
  it('is read from its lines, however they are split, and never decreases', () => {
    const seen: number[] = [];
    const read = createProgressReader((seconds) => seen.push(seconds));
    const lines =
      'frame=1\nout_time_us=N/A\nout_time_ms=9\nprogress=continue\nout_time_us=-500000\n' +
      'out_time_us=1500000\nout_time=00:00:01.5\nout_time_us=1400000\nout_time_us=2500000\n';
    for (const letter of lines) read(letter);
    expect(seen).toEqual([1.5, 2.5]);
  });
});
