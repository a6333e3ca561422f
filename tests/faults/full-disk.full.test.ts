// A disk that fills up, in bytes and in inodes: the affected job fails with its reason, others continue, and the server recovers.

import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Lab } from '../../lab/lab.ts';
import { FILM_HOST, film, filmLink, filmPath, startFilmLab } from '../fixtures/download/films.ts';
import { jobOf, trim } from '../support/product/edit-fixture.ts';
import { clientAt } from '../support/product/job-client.ts';
import { keptFiles, workFolders } from '../support/product/left-behind.ts';
import { readBody } from '../support/product/read-body.ts';
import { type Server, startServer } from '../support/product/server.ts';
import { freePort } from '../support/run/free-ports.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const MB = 1024 ** 2;
const SMALL = film('Small', 4);
const LARGE = film('Large', 10, 8000);
/** Noise, of which an encoder makes several times as much. */
const NOISY = film('Noisy', 20, 1500);
const filmOf = (id: string) => ({ '2': LARGE, '3': NOISY })[id.charAt(0)] ?? SMALL;

let folder: string;
let lab: Lab;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-full-'));
  mkdirSync(path.join(folder, 'disk'));
  lab = await startFilmLab({ filmOf, folder, prepared: [SMALL, LARGE, NOISY] });
});
afterAll(async () => {
  await lab.close();
  await rm(folder, { recursive: true, force: true });
});
let server: Server | undefined;
afterEach(async () => {
  lab.faults.clear();
  server?.signal('SIGKILL');
  await server?.ended();
});

/** A server whose data lies on a small disk of its own, visible outside its mount namespace only through /proc. */
async function onDisk(
  mountOptions: string,
  settings: Readonly<Record<string, string>> = {},
  log = '',
): Promise<{ server: Server; disk: string }> {
  const disk = path.join(folder, 'disk');
  const mount = `mount -t tmpfs -o ${mountOptions} none ${disk} && exec "$@" ${log}`;
  server = await startServer({
    lab,
    dataDir: path.join(disk, 'data'),
    settings: { MIN_FREE_MB: '0', MAX_JOBS: '4', ...settings },
    wrap: ['unshare', '-rm', 'sh', '-c', mount, 'sh'],
  });
  return { server, disk: `/proc/${server.pid}/root${disk}` };
}
const slow = (id: string, bytesPerSecond: number) =>
  lab.faults.add({
    host: FILM_HOST,
    pathPrefix: filmPath(id),
    fault: { kind: 'slow', bytesPerSecond },
  });
const freeBytes = (disk: string) => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};
const fill = (disk: string, leaveBytes: number) => {
  const ballast = path.join(disk, 'ballast');
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, freeBytes(disk) - leaveBytes)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    // The server wrote meanwhile: the disk is full, and gets back what was to be left.
    truncateSync(ballast, Math.max(0, statSync(ballast).size - leaveBytes));
  }
  return () => rmSync(ballast);
};
/** Bytes that encoders have written so far. */
const madeBytes = (dataDir: string) =>
  workFolders(dataDir)
    .map((one) => statSync(path.join(one, 'made.mp4'), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
const isWell = async (url: string) =>
  (await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(3000) })).status === 200;

describe('a disk of 20 MB', () => {
  it('refuses what cannot fit before anything is fetched, with a retry time', async () => {
    const { server, disk } = await onDisk('size=20m');
    const empty = fill(disk, 8 * MB);
    lab.clear();
    const answer = await clientAt(server.url).post('/api/download', { url: filmLink('21') });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ success: false, code: 'server_full' });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(lab.requests().filter(({ host }) => host === FILM_HOST)).toEqual([]);
    empty();
    expect((await clientAt(server.url).make({ url: filmLink('21') })).state).toBe('ready');
  });

  it('that fills during a fetch fails that job alone, and the next one fits again', async () => {
    const { server, disk } = await onDisk('size=20m');
    const [one, two] = [clientAt(server.url), clientAt(server.url)];
    slow('22', 2_000_000);
    const undo = slow('12', 2_000);
    const small = await two.start({ url: filmLink('12') });
    await two.until(small.job, 'fetching');
    const large = await one.start({ url: filmLink('22') });
    await one.until(large.job, 'fetching');
    const { downloadUrl } = await vi.waitUntil(
      async () => {
        const { early, bytes } = (await one.job(large.job)).progress;
        return bytes > MB ? early : null;
      },
      { timeout: 10_000, interval: 50 },
    );
    // It is saved while it arrives.
    const body = readBody(await one.ask(downloadUrl));
    const empty = fill(disk, MB);
    const failed = await one.ended(large.job);
    expect([failed.error?.code, (await body).isWhole]).toEqual(['server_full', false]);
    expect((await one.ask(downloadUrl)).status).toBe(410);
    expect(await isWell(server.url)).toBe(true);
    expect(workFolders(path.join(disk, 'data')), 'the small one alone').toHaveLength(1);
    undo();
    const ended = await two.ended(small.job);
    expect(ended.error).toBeNull();
    empty();
    const again = await one.make({ url: filmLink('22') });
    const saved = await one.save(again.result.downloadUrl);
    expect([saved.bytes, saved.sha256]).toEqual([
      again.result.receipt.bytes,
      again.result.receipt.sha256,
    ]);
    expect(workFolders(path.join(disk, 'data'))).toEqual([]);
  });

  it('that fills while an edit encodes fails the edit, and keeps its source for the next one', async () => {
    const { server, disk } = await onDisk('size=20m');
    const data = path.join(disk, 'data');
    const visitor = clientAt(server.url);
    const source = await visitor.make({ url: filmLink('31') });
    const edit = async (span: { readonly start: number; readonly end: number }) =>
      jobOf(await trim(visitor, { job: source.job, ...span }));
    const { job } = await edit({ start: 0, end: 19 });
    await vi.waitUntil(() => madeBytes(data) > 0, { ...SLOW_MACHINE_TIMEOUT, interval: 5 });
    const empty = fill(disk, MB / 4);
    const failed = await visitor.ended(job);
    expect([failed.error?.code, failed.result]).toEqual(['server_full', null]);
    expect(workFolders(data)).toEqual([]);
    expect(keptFiles(data), 'the source alone').toHaveLength(1);
    expect(await isWell(server.url)).toBe(true);
    empty();
    expect((await visitor.ended((await edit({ start: 0, end: 2 })).job)).error).toBeNull();
    expect(workFolders(data)).toEqual([]);
  });

  it('without one byte left leaves a server that answers, and recovers once there is space', async () => {
    const { server, disk } = await onDisk('size=20m');
    const visitor = clientAt(server.url);
    const before = await visitor.make({ url: filmLink('13') });
    const empty = fill(disk, 0);
    for (const id of ['14', '15', '16']) {
      const answer = await visitor.post('/api/download', { url: filmLink(id) });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        503,
        'server_full',
      ]);
    }
    expect(await isWell(server.url)).toBe(true);
    expect((await visitor.save(before.result.downloadUrl)).sha256).toBe(
      before.result.receipt.sha256,
    );
    empty();
    expect((await visitor.make({ url: filmLink('14') })).state).toBe('ready');
  });

  it('that cannot hold more of the log does not end the server', async () => {
    const log = path.join(folder, 'disk', 'log');
    const settings = { PORT: String(await freePort()), LOG_LEVEL: 'trace' };
    const { server, disk } = await onDisk('size=20m', settings, `>>${log} 2>&1`);
    const visitor = clientAt(server.url);
    await visitor.make({ url: filmLink('19') });
    expect(readFileSync(path.join(disk, 'log'), 'utf8')).toContain('"msg":');
    const empty = fill(disk, 0);
    // More lines than fit into the rest of the page that the log has already.
    for (let turn = 0; turn < 60; turn += 1) expect(await isWell(server.url)).toBe(true);
    const { size } = statSync(path.join(disk, 'log'));
    empty();
    expect(await isWell(server.url)).toBe(true);
    await vi.waitUntil(() => statSync(path.join(disk, 'log')).size > size, SLOW_MACHINE_TIMEOUT);
  });
});

describe('a disk without inodes', () => {
  it('fails the job and recovers', async () => {
    const { server, disk } = await onDisk('size=20m,nr_inodes=120');
    const visitor = clientAt(server.url);
    expect((await visitor.make({ url: filmLink('17') })).state).toBe('ready');
    const names: string[] = [];
    mkdirSync(path.join(disk, 'many'));
    for (;;) {
      const name = path.join(disk, 'many', String(names.length));
      try {
        closeSync(openSync(name, 'w'));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOSPC') break;
        throw error;
      }
      names.push(name);
    }
    const answer = await visitor.post('/api/download', { url: filmLink('18') });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'server_full' });
    expect(await isWell(server.url)).toBe(true);
    for (const name of names) rmSync(name);
    expect((await visitor.make({ url: filmLink('18') })).state).toBe('ready');
    expect(readdirSync(path.join(disk, 'data', 'files')).length).toBeGreaterThan(0);
  });
});

describe('a server without free file descriptors', () => {
  it('stays up, and works again once some are free', async () => {
    server = await startServer({
      lab,
      dataDir: path.join(folder, 'few'),
      wrap: ['prlimit', '--nofile=160:160'],
    });
    const { url } = server;
    const visitor = clientAt(url);
    expect((await visitor.make({ url: filmLink('41') })).state).toBe('ready');
    const { port } = new URL(url);
    const sockets = Array.from({ length: 400 }, () => connect(Number(port), '127.0.0.1'));
    const closed = new Set<number>();
    for (const [index, socket] of sockets.entries()) {
      socket.on('error', () => undefined);
      socket.on('close', () => closed.add(index));
    }
    // It turns away what it has no descriptor for.
    await vi.waitUntil(() => closed.size > 100, SLOW_MACHINE_TIMEOUT);
    for (const socket of sockets) socket.destroy();
    await vi.waitUntil(() => isWell(url).catch(() => false), {
      ...SLOW_MACHINE_TIMEOUT,
      interval: 100,
    });
    expect((await visitor.make({ url: filmLink('42') })).state).toBe('ready');
  });
});
