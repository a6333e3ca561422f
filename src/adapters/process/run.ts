// Starts every child process of the server: in a sandbox, with its own environment, limits and a guaranteed end.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '../../shared/errors.ts';
import { childEnvironment, type ExtraVariables } from './environment.ts';
import { killNow, killTree, signalTree, treeEnds } from './kill-tree.ts';
import { commandIn, type Sandbox, type SandboxOptions } from './sandbox.ts';
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

/** How a program ended: one of the two is null. */
export type ProgramEnd = {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
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
 * Starts a program with piped stdio. Call it from the main thread: the kernel ties the child's life to the thread that
 * forks. Throws AppError `engine_unavailable` if the program does not exist.
 */
export function startProgram(options: ProgramOptions): RunningProgram {
  const program = locate(options.program);
  const treeId = randomUUID();
  const cwd = options.cwd ?? '/';
  const [command, ...args] = commandIn(options.sandbox, { ...options, program, cwd });
  const child: ChildProcess = spawn(command, args, {
    cwd,
    env: childEnvironment(treeId, options.env, options.packageEnv),
    stdio: ['pipe', 'pipe', 'pipe', ...Array<'pipe'>(options.extraInputs ?? 0).fill('pipe')],
    // A session of its own: a group to kill, and no terminal to read passwords from.
    detached: true,
  });
  if (options.yields && child.pid !== undefined) void yieldSession(child.pid);
  const tail = createTail(options.stderrTailBytes ?? STDERR_TAIL_BYTES);
  const [stdin, stdout, stderr, ...extraInputs] = child.stdio as [
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
    if (isPaused) signalTree(treeId, 'SIGSTOP');
  });
  // A write to a program that has ended needs no report: `ended` follows.
  for (const input of [stdin, ...extraInputs]) input.on('error', () => undefined);
  let killed = false;
  const killRest = () => {
    if (!options.sandbox.isolatesProcesses) killTree(treeId);
  };
  child.once('exit', killRest);
  const kill = () => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    killed = true;
    killNow(-child.pid);
    killRest();
  };
  const ended = endOf(child).then(async (end) => {
    // Where a sandbox ends the rest, a program that ended by itself was the last; after a kill the kernel takes a
    // moment.
    const { isolatesProcesses } = options.sandbox;
    if (killed || !isolatesProcesses) await treeEnds(treeId, GRACE_MS, !isolatesProcesses);
    return end;
  });
  return {
    pid: child.pid ?? 0,
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

function endOf(child: ChildProcess): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    let end: ProgramEnd = { exitCode: null, signal: null };
    let grace: NodeJS.Timeout | undefined;
    child.once('exit', (exitCode, signal) => {
      end = { exitCode, signal };
      grace = setTimeout(() => {
        for (const stream of child.stdio) stream?.destroy();
      }, GRACE_MS);
    });
    child.once('close', () => {
      clearTimeout(grace);
      resolve(end);
    });
    // Only the helpers around the program can be missing here; 127 is a shell's code for that.
    child.once('error', () => resolve({ exitCode: 127, signal: null }));
  });
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
  const program = startProgram(options);
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
