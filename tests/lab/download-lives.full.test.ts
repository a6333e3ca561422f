// Lifetimes: jobs without a listener, files, jobs across a restart, limits before a byte is fetched, and what the database stores.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FILM_HOST, film, filmLink, filmPath } from '../fixtures/download/films.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt } from '../support/product/job-client.ts';
import { keptFiles, untilNothingLeft, workFolders } from '../support/product/left-behind.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const LONG = '6100';
const LARGE = '6200';
const LENGTH_UNKNOWN = '6300';
const SECOND = 1 / 60;

let films = 6000;
const newFilm = () => {
  films += 1;
  return String(films);
};
let fixture: DownloadFixture;
const open = (changes: Partial<Parameters<typeof startDownloadFixture>[0]>) => async () => {
  fixture = await startDownloadFixture({
    filmOf: (id) => {
      if (id === LONG) return film('Long', 90);
      if (id === LENGTH_UNKNOWN) return { ...film('Long', 90), hidesLength: true };
      return id === LARGE ? film('Large', 10, 8000) : film(`Canary whistle ${id}`, 4);
    },
    ...changes,
  });
};
const client = () => clientAt(fixture.origin());
const slow = (id: string, bytesPerSecond = 2000) =>
  fixture.lab.faults.add({
    host: FILM_HOST,
    pathPrefix: filmPath(id),
    fault: { kind: 'slow', bytesPerSecond },
  });
const close = () => fixture.close();
const untilEnded = (visitor: ReturnType<typeof client>, job: string) =>
  vi.waitUntil(
    async () => {
      const seen = await visitor.job(job);
      return seen.state === 'open' ? undefined : seen;
    },
    { timeout: 20_000, interval: 300 },
  );

describe('a job without a listener', () => {
  beforeAll(open({ exact: { ABANDON_MINUTES: 2 * SECOND } }));
  afterAll(close);

  it('is ended after a while, while one with an open stream goes on until that is closed', async () => {
    const visitor = client();
    const [heard, unheard] = [newFilm(), newFilm()];
    const undos = [slow(heard), slow(unheard)];
    const one = await visitor.start({ url: filmLink(heard) });
    const reader = await visitor.events(`?job=${one.job}`);
    const two = await visitor.start({ url: filmLink(unheard) });
    const end = await untilEnded(visitor, two.job);
    expect(end).toMatchObject({ state: 'failed', error: { code: 'abandoned' } });
    expect((await visitor.job(one.job)).state).toBe('open');
    await reader.close();
    expect((await untilEnded(visitor, one.job)).error?.code).toBe('abandoned');
    await untilNothingLeft(fixture.dataDir, process.pid, 1000);
    for (const undo of undos) undo();
  });

  it('is not ended while a request waits for its answer', async () => {
    const visitor = client();
    const id = newFilm();
    // Longer than a job may run without a listener.
    const undo = slow(id, 10_000);
    const answer = await visitor.post('/api/download', { url: filmLink(id) });
    expect(answer.status).toBe(200);
    undo();
  });
});

describe('a file whose time is over', () => {
  beforeAll(open({ exact: { FILE_TTL_MINUTES: 6 * SECOND } }));
  afterAll(close);

  it('is 410 for its owner with a next step, and unknown to other visitors', async () => {
    const [owner, guest] = [client(), client()];
    const { job, result } = await owner.make({ url: filmLink(newFilm()) });
    const shared = (await (await owner.post(`/api/jobs/${job}/share`)).json()) as typeof result;
    const sharePath = ((await owner.job(job)).result?.shareUrl ?? '') || String(shared.shareUrl);
    expect((await guest.ask(sharePath)).status).toBe(200);
    await vi.waitUntil(async () => (await owner.ask(result.downloadUrl)).status !== 200, {
      timeout: 20_000,
      interval: 300,
    });
    const gone = await owner.ask(result.downloadUrl);
    expect(gone.status).toBe(410);
    expect(await gone.json()).toMatchObject({ success: false, code: 'expired' });
    expect((await guest.ask(sharePath)).status).toBe(404);
    expect((await guest.ask(result.downloadUrl)).status).toBe(404);
    const ended = await owner.job(job);
    expect(ended).toMatchObject({ result: null, error: { code: 'expired' } });
  });

  it('is made again for the next request', async () => {
    const id = newFilm();
    const first = await client().make({ url: filmLink(id) });
    await vi.waitUntil(() => Date.now() > first.result.expiresAt, SLOW_MACHINE_TIMEOUT);
    const fetched = () => fixture.lab.requests().filter(({ host }) => host === FILM_HOST).length;
    const before = fetched();
    const second = await client().make({ url: filmLink(id) });
    expect(second.result.receipt.sha256).toBe(first.result.receipt.sha256);
    expect(fetched()).toBe(before + 1);
  });
});

describe('a restart', () => {
  beforeAll(open({}));
  afterAll(close);
  afterEach(() => expect(fixture.warnings).toEqual([]));

  it('resumes the downloads that it interrupted, to their files, and keeps finished files', async () => {
    const id = newFilm();
    const made = await client().make({ url: filmLink(newFilm()) });
    const before = client();
    const undo = slow(id);
    const { job } = await before.start({ url: filmLink(id) });
    await before.until(job, 'fetching');
    await fixture.stop();
    expect(workFolders(fixture.dataDir)).toEqual([]);
    undo();
    await fixture.start();
    const after = before.movedTo(fixture.origin());
    const ended = await after.ended(job);
    expect(ended.error).toBeNull();
    expect((await after.save(ended.result?.downloadUrl ?? '')).bytes).toBe(
      ended.result?.receipt.bytes,
    );
    const again = await client().make({ url: made.url ?? '' });
    expect(again.result.receipt.sha256).toBe(made.result.receipt.sha256);
    expect(keptFiles(fixture.dataDir)).toHaveLength(2);
  });

  it('does so once; a second interruption fails the job', async () => {
    const id = newFilm();
    const undo = slow(id);
    let visitor = client();
    const { job } = await visitor.start({ url: filmLink(id) });
    for (let turn = 0; turn < 2; turn += 1) {
      await visitor.until(job, 'fetching');
      await fixture.stop();
      await fixture.start();
      visitor = visitor.movedTo(fixture.origin());
    }
    expect(await visitor.job(job)).toMatchObject({
      state: 'failed',
      error: { code: 'interrupted' },
    });
    undo();
  });
});

describe('limits', () => {
  beforeAll(open({ settings: { MAX_DURATION_MINUTES: '1', MAX_FILE_GB: '0.005' } }));
  afterAll(close);

  it.each([
    ['too long', LONG, 'too_long', { minutes: 1 }],
    ['too large', LARGE, 'too_large', { gigabytes: 0.005 }],
  ])('refuse what is %s before a byte of it is fetched', async (_name, id, code, params) => {
    const visitor = client();
    const answer = await visitor.post('/api/download', { url: filmLink(id) });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ success: false, code, params });
    expect(fixture.lab.requests().filter(({ host }) => host === FILM_HOST)).toEqual([]);
  });

  it.each(['mp4', 'mp3'] as const)(
    'refuse as %s what turns out to be too long, and store nothing of it',
    async (format) => {
      const visitor = client();
      const answer = await visitor.post('/api/download', { url: filmLink(LENGTH_UNKNOWN), format });
      expect(answer.status).toBe(422);
      const params = { minutes: 1 };
      expect(await answer.json()).toMatchObject({ success: false, code: 'too_long', params });
      await untilNothingLeft(fixture.dataDir, process.pid, 10_000);
      expect(keptFiles(fixture.dataDir)).toEqual([]);
    },
  );
});

describe('what is stored of downloads', () => {
  beforeAll(open({}));
  afterAll(close);

  it('holds neither link nor title nor name of a file, as it stands and while it is written', async () => {
    const visitor = client();
    const id = '6987654321';
    const done = await visitor.make({ url: filmLink(id) });
    await visitor.make({ url: filmLink(id), format: 'mp3' });
    const undo = slow('6987654322');
    const { job } = await visitor.start({ url: filmLink('6987654322') });
    await visitor.until(job, 'fetching');
    expect(done.title).toContain('Canary whistle');

    const files = readdirSync(fixture.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'media')
      .map((entry) => path.join(entry.parentPath, entry.name))
      .filter((file) => !workFolders(fixture.dataDir).some((folder) => file.startsWith(folder)));
    const words = /canary|whistle|69876543|platform_lab|x\.com\/i/i;
    const holding = (pattern: RegExp) =>
      files.filter((file) => pattern.test(readFileSync(file, 'latin1')) || pattern.test(file));
    expect(holding(words)).toEqual([]);
    // The control: what is meant to be there is found in the same way.
    expect(holding(new RegExp(done.job)).map((file) => path.extname(file))).toContain(
      '.sqlite-wal',
    );
    expect(holding(/twitter/).length).toBeGreaterThan(0);
    await visitor.cancel(job);
    undo();
  });
});
