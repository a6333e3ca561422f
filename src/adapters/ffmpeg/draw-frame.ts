// Draws one frame of an upload, or its cover, as a small clean JPEG.
import { runProgram } from '../process/run.ts';
import { type Demuxer, guardedInput, QUIET_ARGUMENTS } from './making/guarded-input.ts';
import type { MediaTools } from './media-tools.ts';

const DEADLINE_MS = 30_000;
const MAX_PICTURE_BYTES = 1024 * 1024;
const LIMITS = { dataBytes: 1024 ** 3, cpuSeconds: 30, files: 64, fileBytes: 0 };
const COVER_SIDE = 1000;

const scaleTo = (width: number, height: number) =>
  `scale=w='min(${width},iw)':h='min(${height},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;

export type FrameRequest = {
  readonly file: string;
  readonly demuxer: Demuxer;
  readonly atSeconds: number;
};

/** The frame at or after a moment, at most 640 × 1280; null when none can be decoded. */
export function drawFrame(
  tools: MediaTools,
  { file, demuxer, atSeconds }: FrameRequest,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const input = guardedInput(demuxer, { path: file }, ['-ss', atSeconds.toFixed(3)]);
  return draw(tools, file, [...input, '-map', '0:V:0', '-vf', scaleTo(640, 1280)], signal);
}

/** The picture of a stream, at most 1000 pixels wide and high; null when it cannot be decoded, or is too large. */
export function drawCover(
  tools: MediaTools,
  cover: { readonly file: string; readonly demuxer: Demuxer; readonly stream: number },
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const input = guardedInput(cover.demuxer, { path: cover.file });
  const scaled = ['-vf', scaleTo(COVER_SIDE, COVER_SIDE)];
  return draw(tools, cover.file, [...input, '-map', `0:${cover.stream}`, ...scaled], signal);
}

/** Runs ffmpeg from a file to a pipe: one frame, without metadata. */
async function draw(
  { ffmpegPath, sandbox }: MediaTools,
  file: string,
  picture: readonly string[],
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const run = await runProgram({
    sandbox,
    program: ffmpegPath,
    args: ['-nostdin', ...QUIET_ARGUMENTS, ...picture, ...AS_JPEG],
    network: 'none',
    files: { read: [file], write: [] },
    limits: LIMITS,
    yields: true,
    signal,
    deadlineMs: DEADLINE_MS,
    maxStdoutBytes: MAX_PICTURE_BYTES,
  });
  signal.throwIfAborted();
  return run.reason === 'exit' && run.exitCode === 0 && run.stdout.length > 0 ? run.stdout : null;
}

const AS_JPEG = [
  ...['-frames:v', '1', '-an', '-sn', '-dn', '-map_metadata', '-1'],
  ...['-pix_fmt', 'yuvj420p', '-q:v', '4', '-f', 'mjpeg', 'pipe:1'],
];
