// The server's side of the engine's parent process: starts it, has workers forked and killed, hears of their death; used by pool.ts.
import { createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { type RunningProgram, startProgram } from '../../process/run.ts';
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

/** How a worker ended, once nothing of its tree is left. */
export type WorkerDeath = Pick<Extract<ZygoteEvent, { event: 'dead' }>, 'why' | 'code' | 'tail'>;

/** What a worker's connection reports to whoever took it. */
export type WorkerListener = {
  /** It is connected and waits for requests. */
  readonly onHello: (hello: Hello) => void;
  readonly onLine: (line: string) => void;
  /** An oversized line; nothing more is read. */
  readonly onGarbage: () => void;
  /** It is dead, with all that it started. Called once; nothing follows. */
  readonly onDeath: (death: WorkerDeath) => void;
};

/** A worker that was asked for. `send` before `onHello` is a misuse. */
export type WorkerLine = { readonly send: (message: unknown) => void; readonly kill: () => void };

/** A running parent process. */
export type Zygote = {
  readonly treeId: string;
  /** Fulfilled when the engine is loaded; rejected with AppError `engine_unavailable` when it ended before. */
  readonly ready: Promise<Extract<ZygoteEvent, { event: 'ready' }>>;
  readonly fork: (id: string, proxyUrl: string | null, ears: WorkerListener) => WorkerLine;
  /** False from the moment its end is known, before its workers are reported dead. */
  readonly isAlive: () => boolean;
  readonly describe: () => Promise<EngineDescription>;
  /** Kills the whole tree. */
  readonly kill: () => void;
  /** Fulfilled when nothing is left of it; says what it printed last. All workers have been reported dead before. */
  readonly ended: Promise<string>;
};

const OWN_END_MS = 1000;
const PING_MS = 5000;
/** One late answer says nothing on a busy machine. */
const MAX_UNANSWERED = 3;

type Member = {
  readonly ears: WorkerListener;
  readonly onClose: () => void;
  socket: Socket | undefined;
};

/** Starts the engine's parent process in a sandbox. `scriptFolder` holds worker.py. Throws AppError `engine_unavailable` when there is no such interpreter. */
export function startZygote(
  options: EngineOptions & { sandbox: Sandbox; scriptFolder: string },
): Zygote {
  const folder = makeEngineFolder();
  const doorSocket = options.door && options.sandbox.isolatesNetwork ? folder.door : null;
  const shutDoor = doorSocket ? options.door?.listenOn(doorSocket) : undefined;
  const members = new Map<string, Member>();
  const server = listen(folder.socket, members);
  let program: RunningProgram;
  try {
    program = launch(options, folder, doorSocket);
  } catch (error) {
    server.close();
    shutDoor?.();
    folder.remove();
    throw error;
  }
  const kill = () => {
    if (options.sandbox.isolatesProcesses) return program.kill();
    // Without walls it knows best what it has started: it ends all of that when its stdin ends.
    program.stdin.end();
    const timer = setTimeout(program.kill, OWN_END_MS);
    program.ended.then(() => clearTimeout(timer));
  };
  const ready = Promise.withResolvers<Extract<ZygoteEvent, { event: 'ready' }>>();
  const descriptions: ((description: EngineDescription) => void)[] = [];
  const bury = (id: string, death: WorkerDeath) => {
    const member = members.get(id);
    members.delete(id);
    member?.socket?.destroy();
    member?.ears.onDeath(death);
  };
  let unanswered = 0;
  const ping = () => {
    if (unanswered >= MAX_UNANSWERED) return kill();
    unanswered += 1;
    order({ op: 'ping' });
  };
  let pinging: NodeJS.Timeout | undefined;
  const hear = (event: ZygoteEvent) => {
    if (event.event === 'ready') {
      pinging ??= setInterval(ping, options.pingMs ?? PING_MS).unref();
      ready.resolve(event);
    } else if (event.event === 'described') descriptions.shift()?.(event.engine);
    else if (event.event === 'pong') unanswered = 0;
    else if (event.event === 'refused')
      bury(event.worker, { why: 'exit', code: null, tail: event.why });
    else if (event.event === 'dead') bury(event.worker, event);
  };
  program.stdout.on(
    'data',
    createLineReader({
      maxBytes: MAX_EVENT_BYTES,
      onLine: (line) => {
        const event = readEvent(line);
        if (event) hear(event);
        else kill();
      },
      onTooLong: kill,
    }),
  );
  const order = (words: object) => program.stdin.write(`${JSON.stringify(words)}\n`);
  program.stdin.write(`${settingsLine(options, doorSocket)}\n`);
  let alive = true;
  const ended = program.ended.then(() => {
    alive = false;
    clearInterval(pinging);
    const last = program.stderrTail();
    for (const id of [...members.keys()]) bury(id, { why: 'exit', code: null, tail: '' });
    server.close();
    shutDoor?.();
    folder.remove();
    ready.reject(
      new AppError('engine_unavailable', { detail: `the engine ended: ${last.slice(-1000)}` }),
    );
    return last;
  });
  ready.promise.catch(() => undefined); // whoever waits for it hears of it; nobody has to wait
  return {
    treeId: program.treeId,
    ready: ready.promise,
    isAlive: () => alive,
    fork(id, proxyUrl, ears) {
      const kill = () => {
        if (members.has(id)) order({ op: 'kill', worker: id });
      };
      const member: Member = { ears, socket: undefined, onClose: kill };
      members.set(id, member);
      order({ op: 'fork', worker: id, socket: folder.socket, proxy: proxyUrl });
      return { kill, send: (message) => member.socket?.write(`${JSON.stringify(message)}\n`) };
    },
    describe: () =>
      new Promise((resolve, reject) => {
        descriptions.push(resolve);
        order({ op: 'describe' });
        ended.then((last) =>
          reject(new AppError('engine_unavailable', { detail: last.slice(-1000) })),
        );
      }),
    kill,
    ended,
  };
}

function launch(
  options: EngineOptions & { sandbox: Sandbox; scriptFolder: string },
  folder: EngineFolder,
  doorSocket: string | null,
) {
  const ca = options.caFile;
  return startProgram({
    sandbox: options.sandbox,
    program: options.python,
    // -I: no user packages, no PYTHON* variables. -B: nothing is written beside the sources.
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
    const greet = (line: string) => {
      const hello = readHello(line);
      const found = hello && members.get(hello.worker);
      // Only a worker that was asked for, and only once: its id is a secret between it and us.
      if (!found || found.socket) return socket.destroy();
      member = found;
      found.socket = socket;
      return found.ears.onHello(hello);
    };
    const garbage = () => (member ? member.ears.onGarbage() : socket.destroy());
    socket.on(
      'data',
      createLineReader({
        maxBytes: MAX_ANSWER_BYTES,
        onLine: (line) => (member ? member.ears.onLine(line) : greet(line)),
        onTooLong: garbage,
      }),
    );
    // A worker lives as long as its connection. Its death follows, and tells why.
    socket.on('close', () => member?.onClose());
  });
  return server.listen(socketPath);
}
