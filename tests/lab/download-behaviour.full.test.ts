// What visitors may expect of downloads and of one another: shared jobs, tokens, links; over HTTP, with real yt-dlp, ffmpeg and lab.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Job, ProgressEvent } from '../../src/shared/api/download.ts';
import { FILM_HOST, film, filmLink, filmPath } from '../fixtures/download/films.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';
import { untilNothingLeft } from '../support/product/left-behind.ts';
import { freshAddress } from '../support/product/product.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

let fixture: DownloadFixture;
beforeAll(async () => {
  fixture = await startDownloadFixture({
    filmOf: (id) => (id.startsWith('70') ? film(`Film ${id}`, 4) : undefined),
    settings: { MAX_JOBS: '4' },
  });
});
afterAll(() => fixture.close());
afterEach(() => {
  expect(fixture.warnings).toEqual([]);
  expect(fixture.lab.unknown()).toEqual([]);
});

let films = 7000;
/** A film that no test has requested. */
const newFilm = () => {
  films += 1;
  return String(films);
};
const client = () => clientAt(fixture.origin());
const asked = (host: string, part: string) =>
  fixture.lab.requests().filter((each) => each.host === host && each.path.includes(part)).length;
/** Lets a film arrive so slowly that it is on its way until the returned function is called. */
const slow = (id: string, bytesPerSecond = 2000) =>
  fixture.lab.faults.add({
    host: FILM_HOST,
    pathPrefix: filmPath(id),
    fault: { kind: 'slow', bytesPerSecond },
  });

const finished = (visitor: JobClient, id: string) => visitor.make({ url: filmLink(id) });
const pathOf = ({ result }: Job) => result?.downloadUrl ?? '';

describe('visitors who want the same', () => {
  it('share one inspection and one fetch, and get a link each', async () => {
    const [one, two] = [client(), client()];
    const id = newFilm();
    const undo = slow(id, 4_000);
    const first = await one.start({ url: filmLink(id) });
    await one.until(first.job, 'fetching');
    const second = await two.start({ url: filmLink(id), quality: 'low' });
    undo();
    const ends = await Promise.all([one.ended(first.job), two.ended(second.job)]);
    expect(ends.map(({ state }) => state)).toEqual(['ready', 'ready']);
    expect([asked('x.com', id), asked(FILM_HOST, id)]).toEqual([1, 1]);
    expect(pathOf(ends[0])).not.toBe(pathOf(ends[1]));
    const saved = [await one.save(pathOf(ends[0])), await two.save(pathOf(ends[1]))];
    expect(saved[0]).toMatchObject({ status: 200, sha256: saved[1]?.sha256 });
  });

  it('keep theirs when another cancels, and the last to cancel ends the job', async () => {
    const visitors = [client(), client(), client()] as const;
    const id = newFilm();
    const undo = slow(id);
    const jobs = await Promise.all(visitors.map((one) => one.start({ url: filmLink(id) })));
    const [a = '', b = '', c = ''] = jobs.map(({ job }) => job);
    await Promise.all(jobs.map(({ job }, index) => visitors[index]?.until(job, 'fetching')));
    expect(await visitors[0].cancel(a)).toBe(true);
    expect((await visitors[1].job(b)).state).toBe('open');
    expect(await visitors[1].cancel()).toBe(true);
    expect([await visitors[0].job(a), await visitors[1].job(b)].map(({ state }) => state)).toEqual([
      'cancelled',
      'cancelled',
    ]);
    expect((await visitors[2].job(c)).progress.phase).toBe('fetching');
    await vi.waitUntil(() => asked(FILM_HOST, id) > 0, SLOW_MACHINE_TIMEOUT);
    expect(asked(FILM_HOST, id)).toBe(1);
    expect(await visitors[2].cancel(c)).toBe(true);
    await untilNothingLeft(fixture.dataDir, process.pid, 1000);
    undo();
    expect(await visitors[2].cancel(c), 'a second time').toBe(false);
    // Whoever comes later starts afresh.
    expect((await finished(visitors[0], id)).state).toBe('ready');
  });

  it('are served an existing file at once, without a new request to the platform', async () => {
    const id = newFilm();
    const first = await finished(client(), id);
    const before = fixture.lab.requests().length;
    const second = await finished(client(), id);
    expect(fixture.lab.requests()).toHaveLength(before);
    expect(second.result.receipt.sha256).toBe(first.result.receipt.sha256);
    expect(second.job).not.toBe(first.job);
  });
});

describe('one visitor', () => {
  it('gets one job for a hundred equal requests at once', async () => {
    const visitor = client();
    // Brings the cookie, so that all of them come from the same visitor.
    await (await visitor.events()).close();
    const id = newFilm();
    const undo = slow(id);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        visitor.post(
          '/api/download',
          { url: filmLink(id) },
          { prefer: 'respond-async', 'x-forwarded-for': freshAddress() },
        ),
      ),
    );
    const jobs = (await Promise.all(answers.map((one) => one.json()))) as Job[];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(jobs.map(({ job }) => job)).size).toBe(1);
    await visitor.until(jobs[0]?.job ?? '', 'fetching');
    await vi.waitUntil(() => asked(FILM_HOST, id) > 0, SLOW_MACHINE_TIMEOUT);
    expect([asked('x.com', id), asked(FILM_HOST, id)]).toEqual([1, 1]);
    expect(await visitor.jobs()).toHaveLength(1);
    await visitor.cancel();
    undo();
  });

  it('sees after leaving and coming back the progress of the job, which continued meanwhile', async () => {
    const visitor = client();
    const id = newFilm();
    const undo = slow(id, 8_000);
    const { job } = await visitor.start({ url: filmLink(id) });
    let bytes = 0;
    // Four streams may be open at once: if a slot were leaked, the fifth would fail.
    for (let turn = 0; turn < 12; turn += 1) {
      const reader = await visitor.events(`?job=${job}`);
      expect(reader.response.status).toBe(200);
      const event = await reader.next();
      await reader.close();
      if (event?.phase === 'fetching') {
        expect(event.bytes).toBeGreaterThanOrEqual(bytes);
        bytes = event.bytes;
      }
    }
    undo();
    expect((await visitor.ended(job)).state).toBe('ready');
  });
});

describe('a visitor with many downloads', () => {
  it('has two running and ten waiting, sees the place of each, and is refused a thirteenth for a while', async () => {
    const visitor = client();
    const ids = Array.from({ length: 13 }, newFilm);
    const undos = ids.map((id) => slow(id));
    const jobs: string[] = [];
    for (const id of ids.slice(0, 12)) jobs.push((await visitor.start({ url: filmLink(id) })).job);
    // One stream for all, for a stream each would be too many. Which two come first depends on whose link was read first.
    const seen = new Map<string, ProgressEvent>();
    const inPhase = (phase: string) => [...seen.values()].filter((event) => event.phase === phase);
    const places = () => inPhase('queued').map(({ position }) => position ?? 0);
    const reader = await visitor.events('?job=*');
    while (inPhase('fetching').length < 2 || new Set(places()).size < 10) {
      const event = await reader.next();
      if (!event) throw new Error('the stream ended');
      seen.set(event.job, event);
    }
    await reader.close();
    expect(places().sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);

    const refused = await visitor.tryStart({ url: filmLink(ids[12] ?? '') });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ success: false, code: 'too_many_jobs' });
    // Somebody else is not hindered by any of it.
    expect((await finished(client(), newFilm())).state).toBe('ready');

    for (const job of jobs) expect(await visitor.cancel(job)).toBe(true);
    for (const undo of undos) undo();
    await untilNothingLeft(fixture.dataDir, process.pid, 1000);
    expect((await finished(visitor, ids[12] ?? '')).state).toBe('ready');
  });
});
