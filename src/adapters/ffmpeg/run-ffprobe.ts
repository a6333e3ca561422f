// Runs ffprobe in its sandbox over a file, or over a source that is read from its start as it arrives.
import type { WorkTurn } from '../../core/jobs/work-turns.ts';
import type { Sandbox } from '../process/sandbox.ts';
import { type Demuxer, guardedInput, QUIET_ARGUMENTS } from './making/guarded-input.ts';
import { type FfmpegEnd, type FfmpegRun, runFfmpeg } from './run-ffmpeg.ts';

/** What ffprobe is run with. `turn` is the account of its job, on which reading a file counts. */
export type ProbeNeeds = {
  readonly ffprobePath: string;
  readonly sandbox: Sandbox;
  readonly turn?: WorkTurn | undefined;
};

export type ProbedInput = { readonly path: string } | { readonly feed: AsyncIterable<Uint8Array> };

/** One run. `show` are the arguments that say what it prints. */
export type ProbeRun = Pick<
  FfmpegRun,
  'signal' | 'turn' | 'deadlineMs' | 'onOutput' | 'maxOutputBytes'
> & {
  readonly demuxer: Demuxer;
  readonly input: ProbedInput;
  readonly show: readonly string[];
  readonly cpuSeconds: number;
};

const LIMITS = { dataBytes: 1024 ** 3, files: 64, fileBytes: 0 };

/** Resolves even if it fails. Throws the signal's reason, and the error of a feed. */
export function runFfprobe(
  { ffprobePath, sandbox, turn }: ProbeNeeds,
  { demuxer, input, show, cpuSeconds, ...run }: ProbeRun,
): Promise<FfmpegEnd> {
  const isFeed = 'feed' in input;
  return runFfmpeg({
    // One that arrives takes its time on the line.
    turn: isFeed ? undefined : turn,
    ...run,
    sandbox,
    program: ffprobePath,
    args: [
      ...QUIET_ARGUMENTS,
      ...guardedInput(demuxer, isFeed ? { descriptor: 0 } : { path: input.path }),
      ...show,
    ],
    feeds: isFeed ? [input.feed] : [],
    files: { read: isFeed ? [] : [input.path], write: [] },
    limits: { ...LIMITS, cpuSeconds },
  });
}

/** Like {@link runFfprobe}; resolves with all that was printed as well. */
export async function readFfprobe(
  needs: ProbeNeeds,
  run: Omit<ProbeRun, 'onOutput'>,
): Promise<FfmpegEnd & { readonly output: string }> {
  let output = '';
  const end = await runFfprobe(needs, {
    ...run,
    onOutput: (text) => {
      output += text;
    },
  });
  return { ...end, output };
}

/** Calls back with each line of an output that comes in pieces. */
export function eachLine(take: (line: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  };
}
