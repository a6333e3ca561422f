// Starts every child process of the server: in a sandbox, with its own environment, limits and a guaranteed end.
import { randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Duplex, Readable, Writable } from 'node:stream';
import { AppError } from '../../shared/errors.ts';
import { childEnvironment, type ExtraVariables } from './environment.ts';
import { killNow, killTree, signalTree, treeEnds } from './kill-tree.ts';
import { commandIn, type Sandbox, type SandboxOptions } from './sandbox.ts';
import { type Command, type ProgramEnd, type Started, startHere } from './start-here.ts';
import { createTail } from './tail.ts';
import { yieldSession } from './yield-session.ts';

/** What to start, and its limits. `program` is a path or a name on the system's PATH. */
export type ProgramOptions = Omit<SandboxOptions, 'cwd'> & {
  readonly sandbox: Sandbox;
  readonly cwd?: string;
  readonly env?: ExtraVariables;
  /** Settings of the operator's pip, see `packageVariables`. Default: none. */
  readonly packageEnv?: Readonly<Record<string, string>>;
  /** How much of the end of stderr to keep. Default: 64 KB. */
  readonly stderrTailBytes?: number;
  /** Number of extra inputs beside stdin, as file descriptors 3, 4 and so on. Default: none. */
  readonly extraInputs?: number;
};

/** A running program. */
export type RunningProgram = {
  /** Process id of the outermost process. */
  readonly pid: number;
  /** Marks every process of the tree; see `processesOf`. */
  readonly treeId: string;
  readonly stdin: Writable;
  /** Descriptors 3, 4 and so on. */
  readonly extraInputs: readonly Writable[];
  readonly stdout: Readable;
  readonly stderrTail: () => string;
  /** Sends SIGKILL to the whole tree. Safe to call after its end. */
  readonly kill: () => void;
  /** Stops the whole tree where it is, once the program runs, until `resume`. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** Resolves once the whole tree has ended and its pipes are closed. Never rejects. */
  readonly ended: Promise<ProgramEnd>;
};

const STDERR_TAIL_BYTES = 64 * 1024;
// A pipe closes with the last process that holds it; one that escaped must not block the caller.
const GRACE_MS = 1000;

/**
 * Starts a program with piped stdio, by the launcher of its sandbox if there is one. Throws AppError `engine_unavailable` if the
 * program does not exist.
 */
export async function startProgram(options: ProgramOptions): Promise<RunningProgram> {
  const { command, treeId } = prepare(options);
  const { launcher } = options.sandbox;
  const launched = launcher ? await launcher.start(command) : null;
  // What the launcher could not report may run all the same.
  if (launcher && !launched) killTree(treeId);
  return watch(options, treeId, launched ?? startHere(command));
}

/** The same from this process, at once; call it from the main thread. For what must start whatever becomes of a launcher. */
export function startProgramHere(options: ProgramOptions): RunningProgram {
  const { command, treeId } = prepare(options);
  return watch(options, treeId, startHere(command));
}

function prepare(options: ProgramOptions): { readonly command: Command; readonly treeId: string } {
  const program = locate(options.program);
  const treeId = randomUUID();
  const cwd = options.cwd ?? '/';
  const words = commandIn(options.sandbox, { ...options, program, cwd });
  const env = childEnvironment(treeId, options.env, options.packageEnv);
  return { command: { words, cwd, env, descriptors: 3 + (options.extraInputs ?? 0) }, treeId };
}

function watch(options: ProgramOptions, treeId: string, started: Started): RunningProgram {
  const { pid, exited } = started;
  if (options.yields && pid !== undefined) void yieldSession(pid);
  const tail = createTail(options.stderrTailBytes ?? STDERR_TAIL_BYTES);
  const [stdin, stdout, stderr, ...extraInputs] = started.stdio as unknown as [
    Writable,
    Readable,
    Readable,
    ...Writable[],
  ];
  stderr.on('data', tail.push);
  // One that is stopped before each of its layers has tied itself to this server would outlive it.
  let isTied = false;
  let isPaused = false;
  stderr.once('data', () => {
    isTied = true;
    // The socket takes both ways; without an answer the program does not begin.
    (stderr as Duplex).write('\n');
    if (isPaused) signalTree(treeId, 'SIGSTOP');
  });
  // A write to a program that has ended needs no report: `ended` follows.
  for (const input of [stdin, stderr, ...extraInputs]) input.on('error', () => undefined);
  let [killed, isOver] = [false, pid === undefined];
  const killRest = () => {
    if (!options.sandbox.isolatesProcesses) killTree(treeId);
  };
  exited.then(() => {
    isOver = true;
    killRest();
  });
  const kill = () => {
    if (pid === undefined || isOver) return;
    killed = true;
    killNow(-pid);
    killRest();
  };
  const ended = endOf(started).then(async (end) => {
    // Where a sandbox ends the rest, a program that ended by itself was the last; after a kill the kernel takes a
    // moment.
    const { isolatesProcesses } = options.sandbox;
    if (killed || !isolatesProcesses) await treeEnds(treeId, GRACE_MS, !isolatesProcesses);
    return end;
  });
  return {
    pid: pid ?? 0,
    treeId,
    stdin,
    extraInputs,
    stdout,
    // Without the empty line that showed that this process reads it.
    stderrTail: () => tail.text().trimStart(),
    kill,
    pause() {
      isPaused = true;
      if (isTied) signalTree(treeId, 'SIGSTOP');
    },
    resume() {
      isPaused = false;
      signalTree(treeId, 'SIGCONT');
    },
    ended,
  };
}

async function endOf({ pid, stdio, exited }: Started): Promise<ProgramEnd> {
  const closed = Promise.all(
    stdio.map((stream) => stream.closed || new Promise((resolve) => stream.once('close', resolve))),
  );
  const end = await exited;
  const destroy = () => {
    for (const stream of stdio) stream.destroy();
  };
  if (pid === undefined) destroy();
  // One without a reader would not end.
  else for (const stream of stdio) stream.resume();
  const grace = setTimeout(destroy, GRACE_MS);
  await closed;
  clearTimeout(grace);
  return end;
}

function locate(program: string): string {
  const folders = childEnvironment('').PATH?.split(':') ?? [];
  const candidates = program.includes('/')
    ? [program]
    : folders.map((folder) => path.join(folder, program));
  for (const candidate of candidates) {
    try {
      accessSync(candidate, constants.X_OK);
      return path.resolve(candidate);
    } catch (error) {
      // Missing: try the next folder. Other errors are reported below for the last candidate.
      if (!(error instanceof Error)) throw error;
    }
  }
  throw new AppError('engine_unavailable', { detail: `${program} is not an executable file` });
}

/** Why a run ended. The first reason wins. */
export type RunReason = 'exit' | 'deadline' | 'cancelled' | 'output_limit';

/** A bounded run, see {@link ProgramOptions}. `input` is written to stdin, which is then closed. */
export type RunOptions = ProgramOptions & {
  readonly input?: string | Uint8Array;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  readonly maxStdoutBytes: number;
};

/** The result of a run. Unless the reason is `exit`, the output may be truncated anywhere. */
export type RunResult = ProgramEnd & {
  readonly reason: RunReason;
  readonly stdout: Buffer;
  readonly stderrTail: string;
  readonly durationMs: number;
};

/** Runs a program to its end and resolves even if it fails. Throws as {@link startProgram} if it does not exist. */
export async function runProgram(options: RunOptions): Promise<RunResult> {
  const startedAt = performance.now();
  const chunks: Buffer[] = [];
  let stdoutBytes = 0;
  let reason: RunReason = 'exit';
  if (options.signal.aborted) {
    return {
      reason: 'cancelled',
      exitCode: null,
      signal: null,
      stdout: Buffer.alloc(0),
      stderrTail: '',
      durationMs: 0,
    };
  }
  const program = await startProgram(options);
  const stop = (why: RunReason) => {
    if (reason !== 'exit') return;
    reason = why;
    program.kill();
  };
  program.stdout.on('data', (chunk: Buffer) => {
    stdoutBytes += chunk.length;
    if (stdoutBytes > options.maxStdoutBytes) stop('output_limit');
    else chunks.push(chunk);
  });
  program.stdin.end(options.input);
  const deadline = setTimeout(stop, options.deadlineMs, 'deadline');
  const cancel = () => stop('cancelled');
  options.signal.addEventListener('abort', cancel, { once: true });
  // While it was started.
  if (options.signal.aborted) cancel();
  const end = await program.ended;
  clearTimeout(deadline);
  options.signal.removeEventListener('abort', cancel);
  return {
    ...end,
    reason,
    stdout: Buffer.concat(chunks),
    stderrTail: program.stderrTail(),
    durationMs: performance.now() - startedAt,
  };
}
