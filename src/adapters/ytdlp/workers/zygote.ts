// The server's side of the zygote, the engine's parent process: starts it, forks and kills workers, and reports their deaths.
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { type RunningProgram, startProgramHere } from '../../process/run.ts';
import type { Sandbox } from '../../process/sandbox.ts';
import { type EngineFolder, makeEngineFolder } from '../engine-folder.ts';
import { type EngineOptions, readableFiles, settingsLine } from '../engine-settings.ts';
import { createLineReader } from './lines.ts';
import {
  type EngineDescription,
  type Hello,
  MAX_ANSWER_BYTES,
  MAX_EVENT_BYTES,
  readEvent,
  readHello,
  type ZygoteEvent,
} from './protocol.ts';

/** How a worker ended, once its whole process tree has ended. */
export type WorkerDeath = Pick<Extract<ZygoteEvent, { event: 'dead' }>, 'why' | 'code' | 'tail'>;

/** Receives what a worker's connection reports. */
export type WorkerListener = {
  /** It has connected and accepts requests. */
  readonly onHello: (hello: Hello) => void;
  readonly onLine: (line: string) => void;
  /** A line exceeded its limit; nothing more is read. */
  readonly onGarbage: () => void;
  /** It has ended, with everything it started. Called once, last. */
  readonly onDeath: (death: WorkerDeath) => void;
};

/** A forked worker. Call `send` only after `onHello`. */
export type WorkerLine = { readonly send: (message: unknown) => void; readonly kill: () => void };

export type Zygote = {
  readonly treeId: string;
  /** Resolves when the engine is loaded; rejects with AppError `engine_unavailable` if it ends before. */
  readonly ready: Promise<Extract<ZygoteEvent, { event: 'ready' }>>;
  readonly fork: (id: string, proxyUrl: string | null, listener: WorkerListener) => WorkerLine;
  /** False as soon as its end is known, before the deaths of its workers are reported. */
  readonly isAlive: () => boolean;
  readonly describe: () => Promise<EngineDescription>;
  /** Kills the whole process tree. */
  readonly kill: () => void;
  /** Resolves with the last lines of its stderr once it has ended and the deaths of all workers were reported. */
  readonly ended: Promise<string>;
};

const SHUTDOWN_MS = 1000;
const PING_MS = 5000;
/** On a busy machine a single late answer means nothing. */
const MAX_UNANSWERED = 3;

type Member = {
  readonly listener: WorkerListener;
  readonly onClose: () => void;
  socket: Socket | undefined;
};

type ZygoteOptions = EngineOptions & { sandbox: Sandbox; scriptFolder: string };
type Ready = Extract<ZygoteEvent, { event: 'ready' }>;

type State = {
  readonly options: ZygoteOptions;
  readonly folder: EngineFolder;
  readonly program: RunningProgram;
  /** Workers by id, until their deaths are reported. */
  readonly members: Map<string, Member>;
  readonly ready: PromiseWithResolvers<Ready>;
  /** Callers that wait for a description, in order. */
  readonly descriptions: ((description: EngineDescription) => void)[];
  unanswered: number;
  pinging: NodeJS.Timeout | undefined;
  isAlive: boolean;
};

/** Starts the zygote in a sandbox. `scriptFolder` holds worker.py. Throws AppError `engine_unavailable` if the interpreter does not exist. */
export function startZygote(options: ZygoteOptions): Zygote {
  const folder = makeEngineFolder();
  const doorSocket = options.door && options.sandbox.isolatesNetwork ? folder.door : null;
  const closeDoor = doorSocket ? options.door?.listenOn(doorSocket) : undefined;
  const members = new Map<string, Member>();
  const server = listen(folder.socket, members);
  const release = () => {
    server.close();
    closeDoor?.();
    folder.remove();
  };
  let program: RunningProgram;
  try {
    program = launch(options, folder, doorSocket);
  } catch (error) {
    release();
    throw error;
  }
  const state: State = {
    options,
    folder,
    program,
    members,
    ready: Promise.withResolvers<Ready>(),
    descriptions: [],
    unanswered: 0,
    pinging: undefined,
    isAlive: true,
  };
  readEvents(state);
  program.stdin.write(`${settingsLine(options, doorSocket)}\n`);
  const ended = program.ended.then(() => handleEnd(state, release));
  state.ready.promise.catch(() => undefined); // optional to await
  return {
    treeId: program.treeId,
    ready: state.ready.promise,
    isAlive: () => state.isAlive,
    fork: (id, proxyUrl, listener) => fork(state, id, proxyUrl, listener),
    describe: () => describe(state, ended),
    kill: () => kill(state),
    ended,
  };
}

function fork(
  state: State,
  id: string,
  proxyUrl: string | null,
  listener: WorkerListener,
): WorkerLine {
  const { folder, members } = state;
  const killWorker = () => {
    if (members.has(id)) order(state, { op: 'kill', worker: id });
  };
  const member: Member = { listener, socket: undefined, onClose: killWorker };
  members.set(id, member);
  order(state, { op: 'fork', worker: id, socket: folder.socket, proxy: proxyUrl });
  return {
    kill: killWorker,
    send: (message) => member.socket?.write(`${JSON.stringify(message)}\n`),
  };
}

function describe(state: State, ended: Promise<string>): Promise<EngineDescription> {
  return new Promise((resolve, reject) => {
    state.descriptions.push(resolve);
    order(state, { op: 'describe' });
    ended.then((last) => reject(new AppError('engine_unavailable', { detail: last.slice(-1000) })));
  });
}

function kill({ options, program }: State): void {
  if (options.sandbox.isolatesProcesses) {
    program.kill();
    return;
  }
  // Without a sandbox only the zygote knows what it has started: it ends all of that when its stdin ends.
  program.stdin.end();
  const timer = setTimeout(program.kill, SHUTDOWN_MS);
  program.ended.then(() => clearTimeout(timer));
}

function order({ program }: State, message: object): void {
  program.stdin.write(`${JSON.stringify(message)}\n`);
}

function readEvents(state: State): void {
  state.program.stdout.on(
    'data',
    createLineReader({
      maxBytes: MAX_EVENT_BYTES,
      onLine: (line) => {
        const event = readEvent(line);
        if (event) handleEvent(state, event);
        else kill(state);
      },
      onTooLong: () => kill(state),
    }),
  );
}

function handleEvent(state: State, event: ZygoteEvent): void {
  if (event.event === 'ready') {
    state.pinging ??= setInterval(() => ping(state), state.options.pingMs ?? PING_MS).unref();
    state.ready.resolve(event);
  } else if (event.event === 'described') state.descriptions.shift()?.(event.engine);
  else if (event.event === 'pong') state.unanswered = 0;
  else if (event.event === 'refused')
    reportDeath(state, event.worker, { why: 'exit', code: null, tail: event.why });
  else if (event.event === 'dead') reportDeath(state, event.worker, event);
}

/** Sends a ping; kills the zygote after three that were not answered. */
function ping(state: State): void {
  if (state.unanswered < MAX_UNANSWERED) {
    state.unanswered += 1;
    order(state, { op: 'ping' });
  } else kill(state);
}

function reportDeath({ members }: State, id: string, death: WorkerDeath): void {
  const member = members.get(id);
  members.delete(id);
  member?.socket?.destroy();
  member?.listener.onDeath(death);
}

/** Reports the deaths of all workers and releases what the zygote used; returns the end of its stderr. */
function handleEnd(state: State, release: () => void): string {
  state.isAlive = false;
  clearInterval(state.pinging);
  const last = state.program.stderrTail();
  for (const id of [...state.members.keys()])
    reportDeath(state, id, { why: 'exit', code: null, tail: '' });
  release();
  const detail = `the engine ended: ${last.slice(-1000)}`;
  state.ready.reject(new AppError('engine_unavailable', { detail }));
  return last;
}

function launch(options: ZygoteOptions, folder: EngineFolder, doorSocket: string | null) {
  const ca = options.caFile;
  return startProgramHere({
    sandbox: options.sandbox,
    program: options.python,
    // -I: no user packages, no PYTHON* variables. -B: no byte code beside the sources.
    args: ['-I', '-B', path.join(options.scriptFolder, 'worker.py')],
    network: doorSocket ? 'none' : 'host',
    nested: true,
    files: { read: readableFiles(options, options.scriptFolder), write: [folder.path] },
    env: {
      HOME: folder.home,
      TMPDIR: folder.scratch,
      ...(ca ? { SSL_CERT_FILE: ca, CURL_CA_BUNDLE: ca, REQUESTS_CA_BUNDLE: ca } : {}),
    },
  });
}

function listen(socketPath: string, members: ReadonlyMap<string, Member>): Server {
  const server = createServer((socket) => {
    let member: Member | undefined;
    socket.on('error', () => socket.destroy());
    const identify = (line: string) => {
      const hello = readHello(line);
      const found = hello && members.get(hello.worker);
      // Only a forked worker, and only once: its id is a secret that it shares with the server.
      if (!found || found.socket) return socket.destroy();
      member = found;
      found.socket = socket;
      return found.listener.onHello(hello);
    };
    const onTooLong = () => (member ? member.listener.onGarbage() : socket.destroy());
    socket.on(
      'data',
      createLineReader({
        maxBytes: MAX_ANSWER_BYTES,
        onLine: (line) => (member ? member.listener.onLine(line) : identify(line)),
        onTooLong,
      }),
    );
    // A worker must not outlive its connection. The report of its death has the reason.
    socket.on('close', () => member?.onClose());
  });
  return server.listen(socketPath);
}
