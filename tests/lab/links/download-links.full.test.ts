// Access to downloads and files: strangers find nothing, share links open one file until they are revoked, files go with their last holder.

import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorAnswer } from '../../../src/shared/api/answers.ts';
import type { Job } from '../../../src/shared/api/download.ts';
import { film, filmLink } from '../../fixtures/download/films.ts';
import {
  type DownloadFixture,
  startDownloadFixture,
} from '../../support/product/download-fixture.ts';
import { clientAt, type JobClient } from '../../support/product/job-client.ts';
import { keptFiles } from '../../support/product/left-behind.ts';
import { createRandom } from '../../support/run/random.ts';

const BIG = '7100';
let fixture: DownloadFixture;
beforeAll(async () => {
  fixture = await startDownloadFixture({
    filmOf: (id) => (id === BIG ? film('Big', 10, 8000) : film(`Film ${id}`, 4)),
  });
});
afterAll(() => fixture.close());
afterEach(() => expect(fixture.warnings).toEqual([]));

let films = 7000;
const newFilm = () => {
  films += 1;
  return String(films);
};
const client = () => clientAt(fixture.origin());
const finished = (visitor: JobClient, id = newFilm()) => visitor.make({ url: filmLink(id) });
const share = async (visitor: JobClient, { job }: Job) =>
  ((await (await visitor.post(`/api/jobs/${job}/share`)).json()) as Job).result?.shareUrl ?? '';

describe('a stranger', () => {
  it('cannot see, stop, share, forget, follow or open what is not theirs, with a cookie or without', async () => {
    const owner = client();
    const mine = await finished(owner);
    const known = client();
    await finished(known);
    for (const stranger of [known, client()]) {
      const answers = {
        see: await stranger.ask(`/api/jobs/${mine.job}`),
        stop: await stranger.post('/api/cancel-download', { job: mine.job }),
        share: await stranger.post(`/api/jobs/${mine.job}/share`),
        unshare: await stranger.ask(`/api/jobs/${mine.job}/share`, { method: 'DELETE' }),
        forget: await stranger.ask(`/api/jobs/${mine.job}`, { method: 'DELETE' }),
        follow: await stranger.ask(`/api/download-progress?job=${mine.job}`),
        open: await stranger.ask(mine.result.downloadUrl),
      };
      const never = await stranger.ask('/api/jobs/AAAAAAAAAAAAAAAAAAAAAA');
      const wordsOf = async (answer: Response) => {
        const { code, message } = (await answer.json()) as ErrorAnswer;
        return { code, message };
      };
      const unknown = await wordsOf(never);
      for (const [what, answer] of Object.entries(answers)) {
        expect(answer.status, what).toBe(404);
        expect(await wordsOf(answer), what).toEqual(unknown);
      }
      const seen = (await stranger.jobs()).map(({ job }) => job);
      expect(seen).not.toContain(mine.job);
    }
    expect((await owner.save(mine.result.downloadUrl)).status).toBe(200);
  });

  it('cannot stop another visitor’s running download by naming the newest', async () => {
    const [owner, stranger] = [client(), client()];
    const undo = fixture.lab.faults.add({
      host: 'video.twimg.com',
      pathPrefix: '/',
      fault: { kind: 'slow', bytesPerSecond: 20_000 },
    });
    const { job } = await owner.start({ url: filmLink(newFilm()) });
    await owner.until(job, 'fetching');
    expect(await stranger.cancel()).toBe(false);
    expect((await owner.ended(job)).state).toBe('ready');
    undo();
  });
});

describe('a share link', () => {
  it('opens the file without a cookie, until it is revoked', async () => {
    const [owner, guest] = [client(), client()];
    const mine = await finished(owner);
    const path = await share(owner, mine);
    expect(await guest.save(path)).toMatchObject({
      status: 200,
      sha256: mine.result.receipt.sha256,
    });
    expect(path).not.toContain(mine.result.downloadUrl.split('/')[2]);
    expect(await share(owner, mine), 'asked for again').toBe(path);

    await owner.ask(`/api/jobs/${mine.job}/share`, { method: 'DELETE' });
    expect((await guest.ask(path)).status).toBe(404);
    const second = await share(owner, mine);
    expect(second).not.toBe(path);
    expect([(await guest.ask(path)).status, (await guest.ask(second)).status]).toEqual([404, 200]);
  });

  it('does not outlive the file', async () => {
    const [owner, guest] = [client(), client()];
    const mine = await finished(owner);
    const path = await share(owner, mine);
    await owner.ask(`/api/jobs/${mine.job}`, { method: 'DELETE' });
    expect((await guest.ask(path)).status).toBe(404);
  });

  it.each([
    ['cut short', (token: string) => token.slice(0, -1)],
    [
      'with another last letter',
      (token: string) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    ],
    ['of another job', (token: string) => `${token.slice(0, 4)}xxxx${token.slice(8)}`],
  ])('is worth nothing %s', async (_name, change) => {
    const [owner, guest] = [client(), client()];
    const path = await share(owner, await finished(owner));
    const [, , token = '', name = ''] = path.split('/');
    expect((await guest.ask(`/files/${change(token)}/${name}`)).status).toBe(404);
  });
});

describe('deleting', () => {
  it('removes the file with its last holder, and not before', async () => {
    const [one, two] = [client(), client()];
    const id = newFilm();
    const [mine, theirs] = [await finished(one, id), await finished(two, id)];
    const kept = keptFiles(fixture.dataDir).length;
    expect((await one.ask(`/api/jobs/${mine.job}`, { method: 'DELETE' })).status).toBe(204);
    expect((await one.ask(mine.result.downloadUrl)).status).toBe(404);
    expect((await one.ask(`/api/jobs/${mine.job}`)).status).toBe(404);
    expect(keptFiles(fixture.dataDir)).toHaveLength(kept);
    expect((await two.save(theirs.result.downloadUrl)).status).toBe(200);
    expect((await two.ask(`/api/jobs/${theirs.job}`, { method: 'DELETE' })).status).toBe(204);
    expect(keptFiles(fixture.dataDir)).toHaveLength(kept - 1);
  });
});

describe('a connection that breaks while a file is saved', () => {
  it('costs only the rest: the visitor resumes where it broke, at any position', async () => {
    const visitor = client();
    const { result } = await finished(visitor, BIG);
    const { bytes } = result.receipt;
    const etag = (await visitor.ask(result.downloadUrl, { method: 'HEAD' })).headers.get('etag');
    const random = createRandom(20_261);
    const hash = createHash('sha256');
    for (let at = 0; at < bytes; ) {
      const wanted = 1 + Math.floor(random() * 2_000_000);
      const leaving = new AbortController();
      const response = await visitor.ask(result.downloadUrl, {
        headers: { range: `bytes=${at}-`, 'if-range': etag ?? '' },
        signal: leaving.signal,
      });
      expect(response.status).toBe(206);
      let got = 0;
      for await (const chunk of response.body ?? []) {
        const piece = chunk.subarray(0, wanted - got);
        hash.update(piece);
        got += piece.length;
        if (got === wanted) break;
      }
      leaving.abort();
      at += got;
    }
    expect(hash.digest('hex')).toBe(result.receipt.sha256);
  });
});
