import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.ts';
import { limitsAnswer } from '../../src/shared/api/answers.ts';
import { job, jobsAnswer } from '../../src/shared/api/download.ts';
import { READY } from '../support/http/http-download-views.ts';
import { aVisitor, type HttpFixture, startHttpFixture } from '../support/http/http-fixture.ts';

const ann = aVisitor('a');
const bob = aVisitor('b');

let fixture: HttpFixture;
afterEach(() => fixture.close());
const start = async (publicUrl?: string) => {
  fixture = await startHttpFixture({ publicUrl });
  fixture.fake.set({ id: 'done', visitor: ann.id, ...READY });
  fixture.fake.set({ id: 'running', visitor: ann.id, phase: 'fetching', percent: 30 });
  fixture.fake.set({ id: 'his', visitor: bob.id, ...READY });
};
const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(fixture.origin + path, {
    method,
    headers: { cookie: ann.cookie, ...headers },
  });
  const text = await response.text();
  return { response, status: response.status, body: text === '' ? null : JSON.parse(text) };
};

describe('a visitor’s downloads', () => {
  beforeEach(() => start());

  it('are all listed, the newest first, and no other visitor’s', async () => {
    const { status, body } = await ask('GET', '/api/jobs');
    expect(jobsAnswer.strict().parse(body)).toEqual(body);
    expect([status, body.jobs.map((one: { job: string }) => one.job)]).toEqual([
      200,
      ['running', 'done'],
    ]);
    expect((await ask('GET', '/api/jobs', { cookie: '' })).body).toEqual({
      success: true,
      jobs: [],
    });
  });

  it('cost four times as much together as one by one', async () => {
    await fixture.close();
    fixture = await startHttpFixture({}, ({ clock }) => ({
      limiter: createMemoryLimiter({ clock }),
    }));
    const statuses = async (path: string, times: number) =>
      Promise.all(Array.from({ length: times }, async () => (await ask('GET', path)).status));
    expect(new Set(await statuses('/api/jobs', 29))).toEqual(new Set([200]));
    expect((await statuses('/api/jobs/none', 5)).toSorted()).toEqual([404, 404, 404, 404, 429]);
  });

  it('are shown one by one', async () => {
    const { status, body } = await ask('GET', '/api/jobs/done');
    expect([status, job.strict().parse(body)]).toEqual([200, body]);
    expect(body).toMatchObject({ job: 'done', state: 'ready', error: null });
    expect(body.result.downloadUrl).toMatch(/^\/files\//);
  });

  it('are shared and unshared', async () => {
    const shared = await ask('POST', '/api/jobs/done/share');
    expect(shared.body.result.shareUrl).toBe('/files/share-of-done/A%20video%20(720p).mp4');
    const taken = await ask('DELETE', '/api/jobs/done/share', {
      'content-type': 'application/json',
    });
    expect([taken.status, taken.body.result.shareUrl]).toEqual([200, null]);
  });

  it('are deleted on request', async () => {
    const { status, body } = await ask('DELETE', '/api/jobs/done');
    expect([status, body]).toEqual([204, null]);
    expect((await ask('GET', '/api/jobs/done')).status).toBe(404);
  });

  it.each(
    ['his', 'none', '%00', 'a%00b', '..', '%2e%2e%2fx', 'a'.repeat(150), "'--"].flatMap((id) => [
      ['GET', `/api/jobs/${encodeIfDots(id)}`],
      ['DELETE', `/api/jobs/${encodeIfDots(id)}`],
      ['POST', `/api/jobs/${encodeIfDots(id)}/share`],
      ['DELETE', `/api/jobs/${encodeIfDots(id)}/share`],
    ]),
  )('idor: %s %s does not exist', async (method, path) => {
    const foreign = await ask(method, path);
    const anonymous = await ask(method, path, { cookie: '' });
    for (const { status, body } of [foreign, anonymous]) {
      expect([status, body.code]).toEqual([404, 'job_not_found']);
    }
    expect(fixture.fake.viewOf('his')?.download).toMatchObject({ state: 'ready', isShared: false });
  });

  it.each([
    ['GET', '/api/download', 'POST'],
    ['GET', '/api/cancel-download', 'POST'],
    ['HEAD', '/api/cancel-download', 'POST'],
    ['GET', '/api/jobs/done/share', 'DELETE, POST'],
    ['PUT', '/api/jobs/done', 'DELETE, GET, HEAD'],
    ['POST', '/api/jobs', 'GET, HEAD'],
    ['POST', '/api/download-progress', 'GET'],
    ['HEAD', '/api/download-progress', 'GET'],
    ['POST', '/files/x/y', 'GET, HEAD'],
    ['DELETE', '/api/limits', 'GET, HEAD'],
  ])('get-mutate: %s %s answers 405 and names %s', async (method, path, allowed) => {
    const { response, status } = await ask(method, path);
    expect([status, response.headers.get('allow')]).toEqual([405, allowed]);
  });

  it.each([
    ['DELETE', '/api/jobs/done'],
    ['POST', '/api/jobs/done/share'],
    ['DELETE', '/api/jobs/done/share'],
  ])('xs-delete: %s %s from another site changes nothing', async (method, path) => {
    for (const headers of [{ origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
      const { status, body } = await ask(method, path, headers as Record<string, string>);
      expect([status, body.code]).toEqual([403, 'cross_site']);
    }
    expect(fixture.fake.viewOf('done')?.download.isShared).toBe(false);
  });

  it.each([
    ['GET', '/api/jobs'],
    ['GET', '/api/jobs/done'],
    ['GET', '/api/jobs/his'],
    ['POST', '/api/jobs/done/share'],
    ['DELETE', '/api/jobs/done/share'],
    ['DELETE', '/api/jobs/done'],
    ['POST', '/api/cancel-download'],
    ['GET', '/api/download-progress?job=none'],
  ])('cache-priv: the answer to %s %s is not cached', async (method, path) => {
    const { response } = await ask(method, path);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

/** `fetch` would resolve dots itself. */
function encodeIfDots(id: string): string {
  return id === '..' ? '%252e%252e' : id;
}

describe('a share link', () => {
  it('host: is made from the public address, whatever Host the request names', async () => {
    await start('https://video.example');
    const share = await fixture.app.inject({
      method: 'POST',
      url: '/api/jobs/done/share',
      headers: {
        cookie: ann.cookie.replace('visitor', '__Host-visitor'),
        host: 'evil.test',
        'x-forwarded-host': 'evil.test',
      },
    });
    expect(share.json().result.shareUrl).toBe(
      'https://video.example/files/share-of-done/A%20video%20(720p).mp4',
    );
  });
});

describe('the limits of the site', () => {
  it('are public', async () => {
    await start();
    const { status, body } = await ask('GET', '/api/limits');
    expect([status, limitsAnswer.strict().parse(body)]).toEqual([
      200,
      {
        maxDurationMinutes: 180,
        maxFileGigabytes: 4,
        fileTtlMinutes: 60,
        maxUploadMegabytes: 500,
        maxEncodeMinutes: 60,
        programLinks: true,
        youtubeSearch: false,
      },
    ]);
  });
});
