// Runs ffmpeg or ffprobe in its sandbox, feeds its pipes while bytes arrive, and ends it.
import type { Writable } from 'node:stream';
import type { Clock } from '../../core/async/clock.ts';
import type { WorkTurn } from '../../core/jobs/work-turns.ts';
import { startProgram } from '../process/run.ts';
import type { ProcessLimits, Sandbox } from '../process/sandbox.ts';

/**
 * One run. `feeds` go to stdin and to the descriptors from 3 on, in this order; each piece is requested when the
 * previous one is taken.
 */
export type FfmpegRun = {
  readonly sandbox: Sandbox;
  readonly program: string;
  readonly args: readonly string[];
  readonly feeds?: readonly AsyncIterable<Uint8Array>[];
  readonly files: { readonly read: readonly string[]; readonly write: readonly string[] };
  readonly limits: ProcessLimits;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  /** The job's share of the processors: while it is paused, no time passes for the deadline. Default: never paused. */
  readonly turn?: WorkTurn | undefined;
  /** What the deadline starts after, and the time of the turn. Default: the start. */
  readonly countFrom?: Promise<unknown>;
  readonly after?: Clock['after'];
  readonly onOutput: (text: string) => void;
  readonly maxOutputBytes: number;
};

/** How a run ended. */
export type FfmpegEnd = {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly reason: 'exit' | 'deadline' | 'output_limit';
  /** The end of its stderr. */
  readonly errors: string;
};

/**
 * Runs a program to its end and resolves even if it fails. Throws the signal's reason when it aborts, and the error of
 * a feed that fails, once all processes have ended.
 */
export async function runFfmpeg(run: FfmpegRun): Promise<FfmpegEnd> {
  run.signal.throwIfAborted();
  const feeds = run.feeds ?? [];
  const child = await startProgram({
    ...run,
    network: 'none',
    yields: true,
    extraInputs: Math.max(0, feeds.length - 1),
  });
  let broken: { readonly error: unknown } | undefined;
  let reason: FfmpegEnd['reason'] = 'exit';
  let isOver = false;
  const stop = (why: FfmpegEnd['reason']) => {
    if (reason === 'exit') reason = why;
    child.kill();
  };
  const cancel = () => child.kill();
  run.signal.addEventListener('abort', cancel, { once: true });
  // While it was started.
  if (run.signal.aborted) cancel();

  let callOff = (): void => undefined;
  const count = () => {
    if (isOver) return;
    const deadline = pausableTimer(run, () => stop('deadline'));
    const endTurn = run.turn?.begin({
      pause() {
        child.pause();
        deadline.pause();
      },
      resume() {
        deadline.resume();
        child.resume();
      },
    });
    callOff = () => {
      deadline.pause();
      endTurn?.();
    };
  };
  // A source that fails breaks its feed, which ends the run.
  (run.countFrom ?? Promise.resolve()).then(count, () => undefined);

  let outputBytes = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    outputBytes += text.length;
    if (outputBytes > run.maxOutputBytes) stop('output_limit');
    else run.onOutput(text);
  });

  const sinks = [child.stdin, ...child.extraInputs];
  if (feeds.length === 0) child.stdin.end();
  for (const [index, feed] of feeds.entries())
    pour(feed, sinks[index] as Writable, () => isOver).catch((error: unknown) => {
      broken ??= { error };
      child.kill();
    });

  const end = await child.ended;
  isOver = true;
  callOff();
  run.signal.removeEventListener('abort', cancel);
  run.signal.throwIfAborted();
  if (broken) throw broken.error;
  return { ...end, reason, errors: child.stderrTail() };
}

/** Writes everything to a pipe as fast as it is read, until the program stops reading. Pieces may be lent. */
async function pour(
  feed: AsyncIterable<Uint8Array>,
  sink: Writable,
  isOver: () => boolean,
): Promise<void> {
  for await (const piece of feed) {
    if (isOver() || sink.destroyed) return;
    await written(sink, piece);
  }
  sink.end();
}

/** Resolves when a piece was taken, or the pipe's reader is gone, which is not the feed's failure. */
function written(sink: Writable, piece: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    sink.once('close', resolve);
    sink.write(piece, () => {
      sink.off('close', resolve);
      resolve();
    });
  });
}

function pausableTimer(
  { deadlineMs, after = afterReally }: Pick<FfmpegRun, 'deadlineMs' | 'after'>,
  callback: () => void,
) {
  let leftMs = deadlineMs;
  let startedAt = performance.now();
  let cancel = after(leftMs, callback);
  return {
    pause() {
      cancel();
      leftMs -= performance.now() - startedAt;
    },
    resume() {
      startedAt = performance.now();
      cancel = after(Math.max(0, leftMs), callback);
    },
  };
}

function afterReally(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs);
  return () => clearTimeout(timer);
}
