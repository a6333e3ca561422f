// The port Films: probes an operator's upload, remuxes it, and draws frames of it, all in the sandbox.
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import type { Films } from '../../core/trending/ports.ts';
import { AppError } from '../../shared/errors.ts';
import { MAX_FILM_BYTES } from '../../shared/trending.ts';
import { readFront } from './checking/read-front.ts';
import { drawFrame } from './draw-frame.ts';
import { type FilmKind, filmDemuxer, filmKind } from './film-kind.ts';
import { streamsIn } from './making/choose-streams.ts';
import { copyArguments } from './making/make-arguments.ts';
import type { MediaTools } from './media-tools.ts';
import { probeMedia } from './probe-media.ts';
import { failureKind, failureOf, hasFailed, isDamaged } from './read-failure.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

const MAX_AT_ONCE = 2;
const MAX_SECONDS = 120;
// Another container may need a little more for its index.
const MAX_MADE_BYTES = 2 * MAX_FILM_BYTES;
const MAX_PROGRESS_BYTES = 16 * 1024 * 1024;
const LIMITS = {
  cpuSeconds: MAX_SECONDS,
  fileBytes: MAX_MADE_BYTES,
  dataBytes: 1024 ** 3,
  files: 64,
};

type Looked = {
  readonly demuxer: NonNullable<ReturnType<typeof filmDemuxer>>;
  readonly kind: FilmKind;
  readonly durationSeconds: number | null;
  readonly fps: number;
};

/** Creates the port. At most two programs run at once. */
export function createFilms(tools: MediaTools): Films {
  const inTurn = pLimit(MAX_AT_ONCE);
  return {
    make: (film, signal) => inTurn(() => asNoVideo(make(tools, film, signal))),
    frame: (file, seconds, signal) => inTurn(() => asNoVideo(frame(tools, file, seconds, signal))),
  };
}

async function look(tools: MediaTools, file: string, signal: AbortSignal): Promise<Looked> {
  const stat = await lstat(file);
  const demuxer = stat.isFile() ? filmDemuxer(await readFront(file)) : null;
  if (!demuxer) throw noVideo('it is neither MP4 nor WebM');
  const probe = await probeMedia(tools, demuxer, { path: file, bytes: stat.size }, signal);
  const kind = filmKind(demuxer, probe);
  if (typeof kind === 'string') throw noVideo(kind);
  return {
    demuxer,
    kind,
    durationSeconds: probe.durationSeconds,
    fps: streamsIn(probe).picture?.fps ?? 0,
  };
}

const make = async (
  tools: MediaTools,
  film: Parameters<Films['make']>[0],
  signal: AbortSignal,
): ReturnType<Films['make']> => {
  const { demuxer, kind } = await look(tools, film.path, signal);
  const output = path.join(film.folder, `made.${kind.ending}`);
  const end = await runFfmpeg({
    sandbox: tools.sandbox,
    program: tools.ffmpegPath,
    args: copyArguments({
      inputs: [{ demuxer, place: { path: film.path }, delaySeconds: 0 }],
      picture: { input: 0, codec: kind.picture },
      sound: kind.sound && { input: 0, ...kind.sound },
      container: kind.ending,
      indexBytes: null,
      output,
    }),
    files: { read: [film.path], write: [film.folder] },
    limits: LIMITS,
    signal,
    deadlineMs: MAX_SECONDS * 1000,
    onOutput: () => undefined,
    maxOutputBytes: MAX_PROGRESS_BYTES,
  });
  if (hasFailed(end)) {
    if (failureKind(end) === 'failed') throw noVideo(end.errors.slice(-300));
    throw failureOf(end, MAX_MADE_BYTES);
  }
  if (isDamaged(end.errors)) throw noVideo(end.errors.slice(0, 300));
  // Browsers record without a duration; remuxing has added one unless the upload is empty.
  const made = await look(tools, output, signal);
  if (!((made.durationSeconds ?? 0) > 0)) throw noVideo('it has no length');
  return { path: output, ending: kind.ending };
};

async function frame(
  tools: MediaTools,
  file: string,
  seconds: number | null,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { demuxer, durationSeconds, fps } = await look(tools, file, signal);
  const length = durationSeconds ?? 0;
  // The last frame begins before the end.
  const last = Math.max(0, length - 1.5 / (fps || 1));
  const at = Math.min(seconds ?? length / 10, last);
  const picture =
    (await drawFrame(tools, { file, demuxer, atSeconds: at }, signal)) ??
    (await drawFrame(tools, { file, demuxer, atSeconds: 0 }, signal));
  if (!picture) throw noVideo('no picture of it can be decoded');
  return picture;
}

/** A file that a program cannot read is not a video. */
async function asNoVideo<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'bad_media') throw noVideo('unreadable', error);
    if (error instanceof AppError && error.code === 'too_large')
      throw new AppError('body_too_large', { cause: error });
    throw error;
  });
}

function noVideo(detail: string, cause?: unknown): AppError {
  return new AppError('not_a_video', { detail, cause });
}
