// Edits that are interrupted: cancelled in each phase, uploads that stall, and a server that is killed. Nothing of them is left.
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../src/shared/api/download.ts';
import { createEncoder } from '../support/media/encode.ts';
import { H264, tone } from '../support/media/media-fixtures.ts';
import { part, type RawUpload, rawUpload } from '../support/operators/raw-upload.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { jobOf, upload } from '../support/product/edit-fixture.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';
import { keptFiles, untilNothingLeft, workFolders } from '../support/product/left-behind.ts';
import {
  mediaProgramsBelow,
  processesBelow,
  survivorsOf,
} from '../support/product/process-tree.ts';
import { freshAddress } from '../support/product/product.ts';
import { readContents } from '../support/product/receive.ts';
import { type Server, startServer } from '../support/product/server.ts';
import { createManualClock } from '../support/run/manual-clock.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const SECONDS = 10;
/** A trim that encodes nearly all of the source. */
const LONG = { start: 0, end: SECONDS - 1 };
const httpClock = createManualClock();

let folder: string;
/** Noise, which takes an encoder a while. */
let noise: string;
let fixture: DownloadFixture;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-edit-faults-'));
  noise = path.join(folder, 'noise.mp4');
  const picture = `testsrc2=s=640x360:r=30:d=${SECONDS},noise=alls=20:allf=t`;
  const [made] = await Promise.all([
    // One place alone: whether it is free shows at once.
    startDownloadFixture({
      filmOf: () => undefined,
      settings: { MAX_TRANSCODES: '1' },
      httpClock,
    }),
    createEncoder()(noise, [
      '-f',
      'lavfi',
      '-i',
      picture,
      ...tone(SECONDS),
      ...H264,
      '-c:a',
      'aac',
    ]),
  ]);
  fixture = made;
});
afterAll(async () => {
  await fixture.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sizes of the files with this name in all job folders. */
async function sizesInWork(dataDir: string, name: string): Promise<number[]> {
  const sizes = workFolders(dataDir).map((one) =>
    stat(path.join(one, name)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).filter((size) => size > 0);
}

/** Fields of a form are texts. */
const fieldsOf = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** A form with the start of its file, of which more never comes. */
async function sendHalf(origin: string, content: Buffer): Promise<RawUpload> {
  const raw = rawUpload(Number(new URL(origin).port), { bytes: 5_000_000, at: '/api/convert' });
  await raw.write(part('name="format"', 'mp4'));
  // Without the line break after it, which would belong to the next delimiter.
  if (content.length > 0)
    await raw.write(part('name="file"; filename="a"', content).subarray(0, -2));
  return raw;
}

describe('an edit that is cancelled', () => {
  let client: JobClient;
  let source: string;
  beforeAll(async () => {
    client = clientAt(fixture.origin());
    const first = await jobOf(
      await upload(client, 'trim', noise, { start: '0', end: '0.2', name: 'noise' }),
    );
    expect((await client.ended(first.job)).error).toBeNull();
    source = first.upload ?? '';
  });

  /** Each from an address of its own, so that rate limits do not count. */
  const edit = async (span: object): Promise<Job> => {
    const headers = { prefer: 'respond-async', 'x-forwarded-for': freshAddress() };
    const answer = await client.post('/api/trim', { upload: source, ...span }, headers);
    if (answer.status !== 202) throw new Error(await answer.text());
    return jobOf(answer);
  };
  const encode = () => edit(LONG);
  let end = 0.2;
  /** A short edit that needs the one slot; each is another one, so that it is made. */
  const brief = () => {
    end += 0.04;
    return edit({ start: 0, end });
  };

  /** Cancels it, and expects that nothing is left and the next edit runs. False for an edit that is ready. */
  async function cancels({ job }: Job): Promise<boolean> {
    const kept = keptFiles(fixture.dataDir);
    if (!(await client.cancel(job))) return false;
    await untilNothingLeft(fixture.dataDir, process.pid, 1000);
    expect((await client.job(job)).state).toBe('cancelled');
    expect(keptFiles(fixture.dataDir)).toEqual(kept);
    expect((await client.ended((await brief()).job)).error).toBeNull();
    return true;
  }

  it('while it waits never runs, and the one before it goes on', async () => {
    const first = await encode();
    await client.until(first.job, 'making');
    const second = await brief();
    expect((await client.until(second.job, 'queued')).position).toBe(1);
    expect(await client.cancel(second.job)).toBe(true);
    expect((await client.job(second.job)).state).toBe('cancelled');
    expect((await client.job(first.job)).state).toBe('open');
    expect(workFolders(fixture.dataDir)).toHaveLength(1);
    expect(await cancels(first)).toBe(true);
  });

  it('while its source is probed', async () => {
    const started = await encode();
    const isProbing = () => mediaProgramsBelow(process.pid).some((one) => one.includes('ffprobe'));
    await vi.waitUntil(isProbing, { ...SLOW_MACHINE_TIMEOUT, interval: 5 });
    expect(await cancels(started)).toBe(true);
  });

  it('while it is encoded', async () => {
    const started = await encode();
    const made = () => sizesInWork(fixture.dataDir, 'made.mp4');
    await vi.waitUntil(async () => (await made()).length > 0, SLOW_MACHINE_TIMEOUT);
    expect(await cancels(started)).toBe(true);
  });

  it('while its file is checked', async () => {
    // A check is short: on a busy machine the file may be ready before it is cancelled.
    const met: boolean[] = [];
    while (met.length < 5 && !met.includes(true)) {
      const started = await brief();
      await client.until(started.job, 'checking', 'ready');
      met.push(await cancels(started));
    }
    expect(met).toContain(true);
  });

  it('after it is ready stays ready, and is removed with its file and its source', async () => {
    const before = keptFiles(fixture.dataDir).length;
    const { job } = await brief();
    const { result } = await client.ended(job);
    expect(await client.cancel(job)).toBe(false);
    expect((await client.save(result?.downloadUrl ?? '')).status).toBe(200);
    expect((await client.ask(`/api/jobs/${job}`, { method: 'DELETE' })).status).toBe(204);
    await untilNothingLeft(fixture.dataDir, process.pid, 5000);
    expect(keptFiles(fixture.dataDir)).toHaveLength(before - 1);
    expect((await client.ask(result?.downloadUrl ?? '')).status).toBe(404);
  });
});

describe('an upload that stalls', () => {
  it.each([
    ['before its file', 0],
    ['within its file', 200_000],
  ])('%s is answered 408 after 30 seconds, and nothing is left', async (_name, bytes) => {
    const before = keptFiles(fixture.dataDir).length;
    const raw = await sendHalf(fixture.origin(), Buffer.alloc(bytes, 'x'));
    const arrived = async () => {
      if (bytes === 0) return workFolders(fixture.dataDir).length === 1;
      // The parser holds back what could begin a delimiter.
      const [size = 0] = await sizesInWork(fixture.dataDir, 'upload');
      return size > bytes - 100;
    };
    await vi.waitUntil(arrived, SLOW_MACHINE_TIMEOUT);
    // A window with at least 64 kB is no stall.
    httpClock.advance(bytes === 0 ? 29_999 : 30_000);
    expect(raw.socket.closed).toBe(false);
    httpClock.advance(30_000);
    expect(await raw.status).toBe(408);
    await raw.closed;
    await untilNothingLeft(fixture.dataDir, process.pid, 5000);
    expect(keptFiles(fixture.dataDir)).toHaveLength(before);
  });

  it('frees its place for the next one', async () => {
    const raws = [];
    for (let turn = 0; turn < 3; turn += 1) raws.push(await sendHalf(fixture.origin(), noiseStart));
    await vi.waitUntil(() => workFolders(fixture.dataDir).length === 3, SLOW_MACHINE_TIMEOUT);
    const full = await sendHalf(fixture.origin(), noiseStart);
    expect(await full.status).toBe(429);
    httpClock.advance(30_000);
    httpClock.advance(30_000);
    for (const raw of raws) expect(await raw.status).toBe(408);
    await untilNothingLeft(fixture.dataDir, process.pid, 5000);
    const next = await sendHalf(fixture.origin(), noiseStart);
    await vi.waitUntil(() => workFolders(fixture.dataDir).length === 1, SLOW_MACHINE_TIMEOUT);
    next.socket.destroy();
    await untilNothingLeft(fixture.dataDir, process.pid, 5000);
  });
  const noiseStart = Buffer.alloc(1000, 'x');

  it('has logged nothing unexpected', () => {
    expect(fixture.warnings).toEqual([]);
  });
});

describe('a server that is killed while it encodes', () => {
  const dataDir = () => path.join(folder, 'killed');
  let server: Server;
  const start = async () => {
    server = await startServer({ lab: fixture.lab, dataDir: dataDir() });
  };
  afterAll(async () => {
    server?.signal('SIGKILL');
    await server?.ended();
  });

  it('encodes again after a restart, and serves nothing before it is whole', async () => {
    await start();
    const client = clientAt(server.url);
    const { job } = await jobOf(await upload(client, 'trim', noise, fieldsOf(LONG)));
    await sendHalf(server.url, Buffer.alloc(200_000, 'x'));
    await vi.waitUntil(async () => {
      const names = ['made.mp4', 'upload'];
      const sizes = await Promise.all(names.map((name) => sizesInWork(dataDir(), name)));
      return sizes.every(({ length }) => length === 1);
    }, SLOW_MACHINE_TIMEOUT);
    const below = processesBelow(server.pid);
    server.signal('SIGKILL');
    await server.ended();
    await expect.poll(() => survivorsOf(below), { timeout: 3000, interval: 20 }).toEqual([]);
    expect(workFolders(dataDir()), 'the control').toHaveLength(2);

    await start();
    const after = client.movedTo(server.url);
    const again = await after.job(job);
    expect([again.state, again.result]).toEqual(['open', null]);
    expect(workFolders(dataDir()).length, 'the edit alone').toBeLessThanOrEqual(1);
    expect(keptFiles(dataDir()), 'the upload alone').toHaveLength(1);
    const { error, result } = await after.ended(job);
    expect(error).toBeNull();
    const file = path.join(folder, 'received.mp4');
    const saved = await after.ask(result?.downloadUrl ?? '');
    await writeFile(file, Buffer.from(await saved.arrayBuffer()));
    expect((await stat(file)).size).toBe(result?.receipt.bytes);
    const { complaints, seconds } = await readContents(file);
    expect(complaints).toBe('');
    expect(seconds).toBeCloseTo(LONG.end, 1);
    await untilNothingLeft(dataDir(), server.pid, 5000);
    expect(keptFiles(dataDir())).toHaveLength(2);
    expect(await readdir(path.join(dataDir(), 'work'))).toHaveLength(1);
  });
});
