// Draws one frame of an upload as a small clean JPEG.
import { runProgram } from '../process/run.ts';
import { type Demuxer, guardedInput, QUIET_ARGUMENTS } from './making/guarded-input.ts';
import type { MediaTools } from './media-tools.ts';

const DEADLINE_MS = 30_000;
const MAX_PICTURE_BYTES = 1024 * 1024;
const LIMITS = { dataBytes: 1024 ** 3, cpuSeconds: 30, files: 64, fileBytes: 0 };
const SCALE =
  "scale=w='min(640,iw)':h='min(1280,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2";

/** Which frame of which file. */
export type FrameRequest = {
  readonly file: string;
  readonly demuxer: Demuxer;
  readonly atSeconds: number;
};

/** The frame at or after a moment, at most 640 × 1280; null when none can be decoded. */
export async function drawFrame(
  { ffmpegPath, sandbox }: MediaTools,
  request: FrameRequest,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const run = await runProgram({
    sandbox,
    program: ffmpegPath,
    args: frameArguments(request),
    network: 'none',
    files: { read: [request.file], write: [] },
    limits: LIMITS,
    signal,
    deadlineMs: DEADLINE_MS,
    maxStdoutBytes: MAX_PICTURE_BYTES,
  });
  signal.throwIfAborted();
  return run.reason === 'exit' && run.exitCode === 0 && run.stdout.length > 0 ? run.stdout : null;
}

/** ffmpeg's arguments: from a file to a pipe, one frame, without metadata. Pure. */
function frameArguments({ file, demuxer, atSeconds }: FrameRequest): string[] {
  return [
    '-nostdin',
    ...QUIET_ARGUMENTS,
    ...guardedInput(demuxer, { path: file }, ['-ss', atSeconds.toFixed(3)]),
    '-map',
    '0:V:0',
    '-frames:v',
    '1',
    '-an',
    '-sn',
    '-dn',
    '-map_metadata',
    '-1',
    '-vf',
    SCALE,
    '-pix_fmt',
    'yuvj420p',
    '-q:v',
    '4',
    '-f',
    'mjpeg',
    'pipe:1',
  ];
}
