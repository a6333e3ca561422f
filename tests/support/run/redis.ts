// Starts and stops a throw-away Redis, or Valkey where that is installed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-ports.ts';

/** A server of its own on this machine, with nothing in it and nothing kept. */
export type RedisServer = {
  readonly url: string;
  readonly port: number;
  /** Stops it without letting it answer, as a machine that hangs. */
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Ends it at once. Its port can be used by the next one. */
  readonly stop: () => Promise<void>;
};

const REMEDY =
  'Neither redis-server nor valkey-server was found. Install one (Debian, Ubuntu: apt-get install redis-server).';
const START_TIMEOUT_MS = 60_000;

/** Starts one, on a free port unless one is given. Throws with a remedy where there is no Redis. */
export async function startRedis(
  options: {
    readonly port?: number;
    readonly password?: string;
    /** The port of the one that it is to repeat. */
    readonly replicaOf?: number;
  } = {},
): Promise<RedisServer> {
  const port = options.port ?? (await freePort());
  const folder = await mkdtemp(join(tmpdir(), 'keepreel-redis-'));
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    dir: folder,
    ...(options.password && { requirepass: options.password }),
    ...(options.replicaOf && { replicaof: `127.0.0.1 ${options.replicaOf}` }),
  };
  const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn('setpriv', ['--pdeathsig', 'KILL', '--', findRedis(), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await ready(server);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async stop() {
      if (server.exitCode === null && server.signalCode === null) {
        const exited = once(server, 'exit');
        server.kill('SIGKILL');
        await exited;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function findRedis(): string {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  for (const name of ['valkey-server', 'redis-server'])
    for (const folder of folders) if (isProgram(join(folder, name))) return join(folder, name);
  throw new Error(REMEDY);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  }
}

async function ready(server: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
      if (/ready to accept connections/i.test(said)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`Redis did not start: ${said}`)));
    AbortSignal.timeout(START_TIMEOUT_MS).addEventListener('abort', () =>
      reject(new Error(`Redis did not start in time: ${said}`)),
    );
  });
}
