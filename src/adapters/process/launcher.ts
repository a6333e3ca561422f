// Starts programs through a small process of its own (engine/launcher.py): each fork of this one would hold its event loop.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { childEnvironment } from './environment.ts';
import { killNow } from './kill-tree.ts';
import type { Command, ProgramEnd, Started } from './start-here.ts';

/** Starts programs; each is tied to the launcher's process, which ends with this server. */
export type Launcher = {
  /** Null where that fails: the program may be started here instead. */
  readonly start: (command: Command) => Promise<Started | null>;
  /** Ends all programs. */
  readonly close: () => Promise<void>;
};

type Report =
  | { readonly id: string; readonly pid: number }
  | { readonly id: string; readonly error: string }
  | { readonly pid: number; readonly code: number };

type LauncherProcess = {
  readonly child: ChildProcessByStdio<Writable, Readable, null>;
  /** What waits for a start, by its order; without a process id it failed. */
  readonly orders: Map<string, (pid: number | undefined) => void>;
  /** What waits for the end of a program, by its process id. */
  readonly running: Map<number, (end: ProgramEnd) => void>;
  readonly ended: Promise<void>;
};

const KEY_BYTES = 36;
/** It takes a few milliseconds; after this long, on a very busy machine, something is wrong. */
const START_MS = 10_000;
const SIGNALS = new Map(
  Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]),
);

/** Starts the launcher, and again at the next program if it ends. `python` may be any Python 3.10; `script` is launcher.py. */
export function createLauncher(options: { python: string; script: string }): Launcher {
  // mkdtemp creates it with mode 0700: no other user can reach the socket.
  const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-launcher-'));
  const socketPath = path.join(folder, 'programs');
  const awaited = new Map<string, (socket: Socket) => void>();
  const server = listen(socketPath, awaited);
  const words = [options.python, '-I', '-S', '-B', options.script, socketPath] as const;
  let launcher: LauncherProcess | null = null;
  const begin = () => {
    const begun = beginProcess(words);
    begun.ended.then(() => {
      if (launcher === begun) launcher = null;
    });
    return begun;
  };
  launcher = begin();
  return {
    start(command) {
      launcher ??= begin();
      return startThrough(launcher, awaited, command);
    },
    async close() {
      launcher?.child.stdin.end();
      await launcher?.ended;
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startThrough(
  { child, orders, running }: LauncherProcess,
  awaited: Map<string, (socket: Socket) => void>,
  { words, cwd, env, descriptors }: Command,
): Promise<Started | null> {
  const id = randomUUID();
  const keys = Array.from({ length: descriptors }, () => randomUUID());
  const { promise, resolve } = Promise.withResolvers<Started | null>();
  const exited = Promise.withResolvers<ProgramEnd>();
  const sockets = new Map<string, Socket>();
  let pid: number | undefined;
  const look = () => {
    const stdio = keys.flatMap((key) => sockets.get(key) ?? []);
    if (pid !== undefined && stdio.length === descriptors)
      resolve({ pid, stdio, exited: exited.promise });
  };
  for (const key of keys)
    awaited.set(key, (socket) => {
      sockets.set(key, socket);
      look();
    });
  orders.set(id, (started) => {
    pid = started;
    if (pid === undefined) return resolve(null);
    running.set(pid, exited.resolve);
    look();
  });
  const deadline = setTimeout(resolve, START_MS, null);
  child.stdin.write(`${JSON.stringify({ id, words, cwd, env, keys })}\n`);
  return promise.then((started) => {
    clearTimeout(deadline);
    orders.delete(id);
    for (const key of keys) awaited.delete(key);
    if (!started) for (const socket of sockets.values()) socket.destroy();
    return started;
  });
}

function beginProcess(words: readonly [string, ...string[]]): LauncherProcess {
  const [program, ...args] = words;
  const child = spawn(program, args, {
    env: childEnvironment(randomUUID()),
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    // What a terminal sends to this server's group is not for it.
    detached: true,
  });
  const orders: LauncherProcess['orders'] = new Map();
  const running: LauncherProcess['running'] = new Map();
  child.stdin.on('error', () => undefined); // its end follows
  createInterface({ input: child.stdout }).on('line', (line) => {
    const report = JSON.parse(line) as Report;
    if ('code' in report) {
      running.get(report.pid)?.(endOf(report.code));
      running.delete(report.pid);
    } else orders.get(report.id)?.('pid' in report ? report.pid : undefined);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve()).once('error', () => resolve());
  }).then(() => {
    for (const fail of orders.values()) fail(undefined);
    for (const [pid, finish] of running) {
      // Most died with it; where nothing tied them to it, they would go on.
      killNow(-pid);
      finish({ exitCode: null, signal: 'SIGKILL' });
    }
  });
  return { child, orders, running, ended };
}

/** By what Python calls it: a signal is a number below zero. */
function endOf(code: number): ProgramEnd {
  if (code >= 0) return { exitCode: code, signal: null };
  return { exitCode: null, signal: SIGNALS.get(-code) ?? 'SIGKILL' };
}

/** Gives each connection to what waits for the key in its first bytes. */
function listen(
  socketPath: string,
  awaited: ReadonlyMap<string, (socket: Socket) => void>,
): Server {
  const server = createServer((socket) => {
    // A write to a program that has ended needs no report: its end follows.
    socket.on('error', () => undefined);
    socket.on('readable', function identify() {
      const key: Buffer | null = socket.read(KEY_BYTES);
      if (key === null) return;
      socket.off('readable', identify);
      const take = awaited.get(key.toString('latin1'));
      if (take) take(socket);
      else socket.destroy();
    });
  });
  return server.listen(socketPath);
}
