// Starts and stops a throw-away PostgreSQL; used by tests/support/run/global-setup.ts, and by tests that stop and start one.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** A running server of its own. */
export type PostgresServer = {
  /** Address of its first database, over a socket file that only this user can reach; it has no network port. */
  readonly url: string;
  /** Ends it at once, as a machine that fails, and starts it again with its files and under its address. */
  readonly restart: () => Promise<void>;
  /** Ends it at once and removes all its files. */
  readonly stop: () => Promise<void>;
};

/** What to do where there is no PostgreSQL. */
export const POSTGRES_REMEDY =
  'PostgreSQL was not found. Install it (Debian, Ubuntu: apt-get install postgresql), ' +
  'or set KEEPREEL_TEST_POSTGRES=off to leave its tests out.';

const run = promisify(execFile);
/** A machine busy with other tests needs far longer than the usual second. */
const START_TIMEOUT_MS = 60_000;

/** The folder of `initdb` and `postgres`: the newest of Debian's, else one on PATH, else undefined. */
export async function findPostgres(): Promise<string | undefined> {
  const debian = '/usr/lib/postgresql';
  const versions = await readdir(debian).catch(() => []); // the folder is absent on other systems
  const newestFirst = versions.toSorted((a, b) => Number(b) - Number(a));
  const folders = [
    ...newestFirst.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  for (const folder of folders) {
    const isThere = await access(join(folder, 'initdb')).then(
      () => true,
      () => false,
    );
    if (isThere) return folder;
  }
  return undefined;
}

/** Makes a new server with nothing in it. Throws with {@link POSTGRES_REMEDY} or the server's own words. */
export async function startPostgres(): Promise<PostgresServer> {
  const bin = await findPostgres();
  if (!bin) throw new Error(POSTGRES_REMEDY);
  const folder = await mkdtemp(join(tmpdir(), 'keepreel-postgres-'));
  try {
    const asUser = await chooseUser(folder);
    const data = join(folder, 'data');
    await initialise(bin, asUser, data);
    const start = () => startServer([...asUser, join(bin, 'postgres')], data, folder);
    let server = await start();
    return {
      url: `postgres://keepreel@${encodeURIComponent(folder)}/postgres`,
      async restart() {
        await endServer(server);
        server = await start();
      },
      stop: async () => {
        await endServer(server);
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Makes the files of a server with nothing in it. */
export async function initialise(bin: string, asUser: readonly string[], data: string) {
  const [program = '', ...rest] = [...asUser, join(bin, 'initdb')];
  const settings = ['-U', 'keepreel', '-A', 'trust', '-E', 'UTF8', '-N'];
  await run(program, [...rest, '-D', data, ...settings, ...(await localeArguments(bin))]);
}

/** The words before a command that make it end with this process and, since PostgreSQL refuses root, run as another user. */
export async function chooseUser(folder: string): Promise<string[]> {
  const withUs = ['setpriv', '--pdeathsig', 'QUIT'];
  if (process.getuid?.() !== 0) return [...withUs, '--'];
  const ids = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, 'postgres'])));
  const [uid = 0, gid = 0] = ids.map(({ stdout }) => Number(stdout));
  await chown(folder, uid, gid);
  return [...withUs, `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'];
}

/** English order where it can be had (from 15 on): it sorts unlike SQLite, so a query that relies on either shows. */
async function localeArguments(bin: string): Promise<string[]> {
  const { stdout } = await run(join(bin, 'initdb'), ['--version']);
  const major = Number(/\d+/.exec(stdout)?.[0]);
  if (major < 15) return ['--locale=C'];
  return ['--locale=C', '--locale-provider=icu', '--icu-locale=en'];
}

/** Starts it on its files, with its socket file in `folder`; `more` are settings for its command line. */
export async function startServer(
  command: readonly string[],
  data: string,
  folder: string,
  more: readonly string[] = ['listen_addresses='],
): Promise<ChildProcess> {
  const settings = ['fsync=off', 'full_page_writes=off', 'max_connections=50', ...more];
  const [program = '', ...rest] = command;
  const options = settings.flatMap((setting) => ['-c', setting]);
  const server = spawn(program, [...rest, '-D', data, '-k', folder, ...options], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 0,
  });
  let said = '';
  const ready = new Promise<void>((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4000);
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)));
    AbortSignal.timeout(START_TIMEOUT_MS).addEventListener('abort', () =>
      reject(new Error(`PostgreSQL did not start in time: ${said}`)),
    );
  });
  try {
    await ready;
    return server;
  } catch (error) {
    await endServer(server);
    throw error;
  }
}

/** SIGQUIT ends PostgreSQL and its children at once, without writing anything more; SIGINT in order. */
export async function endServer(
  server: ChildProcess,
  signal: 'SIGQUIT' | 'SIGINT' = 'SIGQUIT',
): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return;
  const exited = once(server, 'exit');
  server.kill(signal);
  await exited;
}
