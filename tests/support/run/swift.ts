// Starts and stops a throw-away object store: OpenStack Swift with its S3 API, in one process with a memcached beside it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { freePorts } from './free-ports.ts';

/** An object store of its own on this machine, with one empty bucket. */
export type SwiftServer = {
  readonly endpoint: string;
  /** Ends it at once and removes all its files. */
  readonly stop: () => Promise<void>;
};

/** The one user of every throw-away store, who may do anything in it. */
export const SWIFT_USER = { accessKeyId: 'test:tester', secretAccessKey: 'testing' } as const;

/** The bucket of every throw-away store. */
export const SWIFT_BUCKET = 'keepreel-tests';

const PROGRAM = join(import.meta.dirname, 'swift_server.py');
const REMEDY =
  'OpenStack Swift or memcached was not found. Install them (Debian, Ubuntu: apt-get install python3-swift memcached).';
/** A machine busy with other tests needs far longer than the usual two seconds. */
const START_TIMEOUT_MS = 60_000;

/** Starts one. Throws with a remedy where Swift or memcached is missing, else with the words of the one that failed. */
export async function startSwift(): Promise<SwiftServer> {
  const memcached = findProgram('memcached');
  if (memcached === null) throw new Error(REMEDY);
  const folder = await mkdtemp(join(tmpdir(), 'keepreel-swift-'));
  const ports = await freePorts(5);
  const root = process.getuid?.() === 0 ? ['-u', 'root'] : [];
  const started: ChildProcess[] = [];
  const start = (command: readonly string[]) => {
    const server = spawn('setpriv', ['--pdeathsig', 'KILL', '--', ...command], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.push(server);
    return server;
  };
  const stop = async () => {
    await Promise.all(started.map(end));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const [proxy] = ports;
    const cache = start([memcached, ...root, '-l', '127.0.0.1', '-p', `${ports.at(-1)}`]);
    cache.once('error', () => undefined); // setpriv is missing, which Swift's own start reports
    // Debian's own: another Python does not see Debian's packages.
    const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
    await ready(start([python, PROGRAM, folder, ...ports.map(String)]));
    const endpoint = `http://127.0.0.1:${proxy}`;
    await createBucket(endpoint);
    return { endpoint, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

async function ready(server: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-4000);
        if (/^ready$/m.test(said)) resolve();
      });
    server.once('error', reject);
    server.once('exit', () => {
      const why = said.includes('ModuleNotFoundError') ? `${REMEDY}\n` : '';
      reject(new Error(`${why}Swift did not start: ${said}`));
    });
    AbortSignal.timeout(START_TIMEOUT_MS).addEventListener('abort', () =>
      reject(new Error(`Swift did not start in time: ${said}`)),
    );
  });
}

async function createBucket(endpoint: string): Promise<void> {
  const settings = { endpoint, region: 'us-east-1', credentials: SWIFT_USER, forcePathStyle: true };
  const client = new S3Client(settings);
  await client.send(new CreateBucketCommand({ Bucket: SWIFT_BUCKET }));
  client.destroy();
}

async function end(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill('SIGKILL');
  await exited;
}
