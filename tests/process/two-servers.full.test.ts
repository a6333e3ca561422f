// Two servers on one PostgreSQL, each with its own folder: neither loses the other's data, and each ends what the other left open.
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Lab } from '../../lab/lab.ts';
import { createPostgresDatabase, postgresAvailable } from '../contracts/databases.ts';
import { FILM_HOST, film, filmLink, filmPath, startFilmLab } from '../fixtures/download/films.ts';
import { clientAt, type Finished, type JobClient } from '../support/product/job-client.ts';
import { keptFiles } from '../support/product/left-behind.ts';
import { type Server, startServer } from '../support/product/server.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const SHORT = film('Short', 4);

describe.runIf(postgresAvailable)('two servers on one database', () => {
  let folder: string;
  let lab: Lab;
  let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let client: pg.Client;
  const running = new Set<Server>();
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keepreel-two-servers-'));
    lab = await startFilmLab({ filmOf: () => SHORT, folder, prepared: [SHORT] });
    database = await createPostgresDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  }, 240_000);
  afterAll(async () => {
    for (const server of running) {
      server.signal('SIGKILL');
      await server.ended();
    }
    await client.end();
    await database.remove();
    await lab.close();
    await rm(folder, { recursive: true, force: true });
  });

  const dataDir = (name: string) => path.join(folder, name);
  const start = async (name: string, program = 'tests/fixtures/servers/quick-server.ts') => {
    const settings = { DATABASE_URL: database.url };
    const server = await startServer({ lab, dataDir: dataDir(name), settings, program });
    running.add(server);
    return server;
  };
  const startWithKeyOf = async (name: string, other: string) => {
    await mkdir(dataDir(name), { mode: 0o700 });
    await copyFile(path.join(dataDir(other), 'secret.key'), path.join(dataDir(name), 'secret.key'));
    return start(name);
  };
  const end = async (server: Server, how: NodeJS.Signals) => {
    server.signal(how);
    const { code } = await server.ended();
    running.delete(server);
    return code;
  };
  const rowOf = async (job: string) => {
    const { rows } = await client.query('select * from downloads where id = $1', [job]);
    return { ...rows[0], attempt: Number(rows[0].attempt) };
  };
  /** Starts a download that lasts until the returned function is called. */
  const hold = async (visitor: JobClient, id: string) => {
    const letGo = lab.faults.add({
      host: FILM_HOST,
      pathPrefix: filmPath(id),
      fault: { kind: 'slow', bytesPerSecond: 500 },
    });
    const { job } = await visitor.start({ url: filmLink(id) });
    await visitor.until(job, 'fetching');
    await vi.waitUntil(async () => (await rowOf(job)).title !== null, SLOW_MACHINE_TIMEOUT);
    return { job, letGo };
  };
  const savedStatus = async (visitor: JobClient, { result }: Pick<Finished, 'result'>) => {
    const saved = await visitor.save(result.downloadUrl);
    return [saved.status, saved.sha256 === result.receipt.sha256];
  };
  /** Waits for its end, of which a stream may not hear where it was taken over from another server. */
  const endedAt = (visitor: JobClient, job: string) =>
    vi.waitUntil(
      async () => {
        const seen = await visitor.job(job);
        return seen.state === 'open' ? undefined : seen;
      },
      { timeout: 60_000, interval: 100 },
    );

  let blue: Server;
  let green: Server;
  let alice: JobClient;
  let finished: Finished;

  it('lose nothing of each other when the second one starts', async () => {
    blue = await start('blue');
    alice = clientAt(blue.url);
    finished = await alice.make({ url: filmLink('11') });
    const { job, letGo } = await hold(alice, '12');
    green = await startWithKeyOf('green', 'blue');
    expect(await savedStatus(alice, finished)).toEqual([200, true]);
    expect((await alice.jobs()).map((one) => one.job).toSorted()).toEqual(
      [finished.job, job].toSorted(),
    );
    const bob = clientAt(green.url);
    expect(await savedStatus(bob, await bob.make({ url: filmLink('13') }))).toEqual([200, true]);
    letGo();
    const ended = await alice.ended(job);
    expect([ended.state, ended.error]).toEqual(['ready', null]);
    expect(await rowOf(job)).toMatchObject({ state: 'ready', attempt: 1 });
    expect([keptFiles(dataDir('blue')).length, keptFiles(dataDir('green')).length]).toEqual([2, 1]);
  });

  it('refuse a third one with another key, which changes nothing', async () => {
    const { job, letGo } = await hold(alice, '14');
    // Each server that starts forgets old attempts first of all.
    await client.query("insert into outcomes values ('youtube', 'inspect', 'ok', 1, 0, 0)");
    const rows = async () => {
      const found: unknown[] = [];
      for (const table of ['downloads', 'servers', 'admins', 'outcomes where hour = 0']) {
        // Those that run say all the time that they are there.
        const row = `select to_jsonb(${table.split(' ')[0]}) - 'seen_at' - 'facts' as row from ${table}`;
        found.push((await client.query(`${row} order by 1`)).rows);
      }
      return found;
    };
    const before = await rows();
    await expect(start('stranger', 'src/main.ts')).rejects.toThrow(
      /Invalid settings:\nDATABASE_URL.* another key\. .*DATA_DIR\/secret\.key/,
    );
    expect(await rows()).toEqual(before);
    expect(await savedStatus(alice, finished)).toEqual([200, true]);
    letGo();
    expect((await alice.ended(job)).error).toBeNull();
  });

  it('end the open downloads of one that was killed', async () => {
    const bob = clientAt(green.url);
    const { job, letGo } = await hold(bob, '21');
    await end(green, 'SIGKILL');
    letGo();
    const moved = bob.movedTo(blue.url);
    expect((await moved.job(job)).progress.phase).toBe('queued');
    const ended = await endedAt(moved, job);
    expect([ended.state, ended.error]).toEqual(['ready', null]);
    expect((await moved.save(ended.result?.downloadUrl ?? '')).status).toBe(200);
    expect(await rowOf(job)).toMatchObject({ attempt: 2 });
  });

  it('let one that was only suspended return without harm', async () => {
    green = await start('green');
    const { job, letGo } = await hold(alice, '31');
    blue.signal('SIGSTOP');
    letGo();
    const moved = alice.movedTo(green.url);
    const ended = await endedAt(moved, job);
    const row = await rowOf(job);
    blue.signal('SIGCONT');
    expect((await endedAt(alice, job)).state).toBe('ready');
    expect(await savedStatus(alice, finished)).toEqual([200, true]);
    expect((await moved.save(ended.result?.downloadUrl ?? '')).status).toBe(200);
    expect(await rowOf(job)).toEqual(row);
    expect(blue.output()).not.toMatch(/unexpected error|"level":50/);
  });

  it('replace each other without loss', async () => {
    const { job, letGo } = await hold(alice, '41');
    expect(await end(blue, 'SIGTERM')).toBe(0);
    letGo();
    const moved = alice.movedTo(green.url);
    const ended = await endedAt(moved, job);
    expect([ended.state, ended.error]).toEqual(['ready', null]);
    expect((await moved.save(ended.result?.downloadUrl ?? '')).status).toBe(200);
    blue = await start('blue');
    expect(await savedStatus(alice.movedTo(blue.url), finished)).toEqual([200, true]);
    expect(await end(green, 'SIGTERM')).toBe(0);
    expect(await end(blue, 'SIGTERM')).toBe(0);
    expect((await client.query('select * from servers')).rows).toEqual([]);
  });

  it('start with another key once none of them runs, and log how many downloads are unreadable', async () => {
    const before = (await client.query('select id from downloads order by id')).rows;
    const other = await start('stranger', 'src/main.ts');
    expect(other.output()).toContain(
      `"msg":"${before.length} downloads in the database were sealed with another secret.key`,
    );
    expect((await client.query('select id from downloads order by id')).rows).toEqual(before);
    expect(await end(other, 'SIGTERM')).toBe(0);
  });
});
