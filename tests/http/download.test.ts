import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { errorAnswer } from '../../src/shared/api/answers.ts';
import { downloadAnswer, job } from '../../src/shared/api/download.ts';
import { ERRORS, type ErrorCode } from '../../src/shared/errors.ts';
import { READY } from '../support/http/http-download-views.ts';
import {
  aVisitor,
  bodyOf,
  type HttpFixture,
  startHttpFixture,
} from '../support/http/http-fixture.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const ann = aVisitor('a');
const bob = aVisitor('b');
const url = 'https://youtu.be/aaaaaaaaaaa';

let fixture: HttpFixture;
beforeEach(async () => {
  fixture = await startHttpFixture();
});
afterEach(() => fixture.close());

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(fixture.origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: ann.cookie, ...headers },
    body: JSON.stringify(body),
  });
const download = (body: object, headers?: Record<string, string>) =>
  post('/api/download', { url, ...body }, headers);
const started = () => vi.waitUntil(() => fixture.fake.watchers.size === 1, SLOW_MACHINE_TIMEOUT);

describe('asking for a file', () => {
  it('is answered when the file is ready, with the fields of the specification', async () => {
    const asked = download({});
    await started();
    fixture.fake.set({ id: 'job-1', phase: 'fetching', percent: 50 });
    fixture.fake.set({ id: 'job-1', ...READY, bytes: 84_000_000 });
    const response = await asked;
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const answer = await response.json();
    expect(downloadAnswer.strict().parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({
      success: true,
      downloadUrl: '/files/token-of-job-1/A%20video%20(720p).mp4',
      filename: 'A video (720p).mp4',
      format: 'mp4',
      sizeFormatted: '84 MB',
      message: 'Download complete!',
      job: 'job-1',
    });
    expect(fixture.fake.requests).toMatchObject([
      { visitor: ann.id, network: '127.0.0.1/32', text: url },
    ]);
  });

  it.each<[string, object]>([
    ['nothing yet', {}],
    ['a file that was there already', READY],
  ])('is answered at once where that is preferred, with %s', async (_name, begin) => {
    fixture.fake.startAs = begin;
    const response = await download({}, { prefer: 'wait=5, Respond-Async' });
    expect(response.status).toBe(202);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'preference-applied': 'respond-async',
      location: '/api/jobs/job-1',
      'cache-control': 'no-store',
    });
    const answer = await response.json();
    expect(job.strict().parse(answer)).toEqual(answer);
    const there = await fetch(fixture.origin + response.headers.get('location'), {
      headers: { cookie: ann.cookie },
    });
    expect(await there.json()).toEqual(answer);
  });

  it('that takes longer than proxies wait is answered with the job, and goes on', async () => {
    const asked = download({});
    await started();
    fixture.fake.set({ id: 'job-1', phase: 'fetching', percent: 50 });
    fixture.clock.advance(50_000);
    const response = await asked;
    const { status, headers } = response;
    expect([status, headers.get('location')]).toEqual([202, '/api/jobs/job-1']);
    // It was not asked for.
    expect(headers.get('preference-applied')).toBeNull();
    const answer = await response.json();
    expect(job.strict().parse(answer)).toMatchObject({ state: 'open', progress: { percent: 50 } });
    expect(fixture.fake.viewOf('job-1')?.download.state).toBe('open');
  });

  it.each<ErrorCode>(['private', 'geo_blocked', 'bad_media', 'timeout', 'server_full', 'internal'])(
    'that fails (%s) is answered with its status, code and message',
    async (code) => {
      const params = {
        platform: 'TikTok',
        ...(code === 'server_full' && { retryAfterSeconds: 7 }),
      };
      fixture.fake.startAs = { phase: 'failed', failure: { code, params } };
      const response = await download({});
      expect(response.status).toBe(ERRORS[code].status);
      expect(response.headers.get('retry-after')).toBe(code === 'server_full' ? '7' : null);
      const answer = await response.json();
      expect(errorAnswer.strict().parse(answer)).toEqual(answer);
      expect(answer).toMatchObject({ success: false, code, params });
    },
  );

  it('that was cancelled meanwhile says so', async () => {
    const asked = download({});
    await started();
    const cancel = await post('/api/cancel-download', {});
    expect(await cancel.json()).toEqual({ success: true, cancelled: true });
    const response = await asked;
    expect([response.status, (await bodyOf(response))['code']]).toEqual([409, 'cancelled']);
  });

  it('is not cancelled by a client that disconnects', async () => {
    const client = new AbortController();
    const asked = fetch(`${fixture.origin}/api/download`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: ann.cookie },
      body: JSON.stringify({ url }),
      signal: client.signal,
    }).catch((error: Error) => error.name);
    await started();
    client.abort();
    expect(await asked).toBe('AbortError');
    await vi.waitUntil(() => fixture.fake.watchers.size === 0, SLOW_MACHINE_TIMEOUT);
    expect(fixture.fake.viewOf('job-1')?.download.state).toBe('open');
  });

  it('gives a new client a visitor cookie', async () => {
    fixture.fake.startAs = READY;
    const response = await download({}, { cookie: '' });
    expect(response.headers.get('set-cookie')).toMatch(/^visitor=[\w-]{43}; .*HttpOnly/);
  });

  it.each<[object, object]>([
    [{}, { itemId: null, container: 'mp4', picture: { kind: 'quality', quality: 'high' } }],
    [
      { quality: 'low', item: 'x' },
      { itemId: 'x', picture: { kind: 'quality', quality: 'low' } },
    ],
    [{ format: 'mp3' }, { container: 'mp3', kilobitsPerSecond: 320 }],
    [
      { format: 'mp3', quality: 'medium' },
      { container: 'mp3', kilobitsPerSecond: 192 },
    ],
    [
      { format: 'mp3', offer: 'medium' },
      { container: 'mp4', picture: { quality: 'medium' } },
    ],
    [
      { offer: 'mp3-128', item: 'x' },
      { itemId: 'x', container: 'mp3', kilobitsPerSecond: 128 },
    ],
    [{ offer: 'original-sound' }, { container: 'sound' }],
    [
      { offer: 'photo', item: 'x' },
      { itemId: 'x', container: 'photo' },
    ],
    [{ offer: 'track:137+x' }, { container: 'mp4', picture: { kind: 'track', trackId: '137+x' } }],
  ])('for %j is the choice %j', async (body, choice) => {
    fixture.fake.startAs = READY;
    expect((await download(body)).status).toBe(200);
    expect(fixture.fake.requests[0]?.choice).toMatchObject({ span: null, ...choice });
  });

  it.each<[string, object, number, ErrorCode]>([
    ['quality', { quality: '__proto__' }, 400, 'invalid_request'],
    ['format', { format: 'exe' }, 400, 'invalid_request'],
    ['format-arr', { format: ['mp4'] }, 400, 'invalid_request'],
    ['url-type', { url: 5 }, 400, 'invalid_request'],
    ['item-type', { item: 5 }, 400, 'invalid_request'],
    ['extra', { args: '--exec=id' }, 400, 'invalid_request'],
    ['offer', { offer: 'mp3-999' }, 422, 'choice_unavailable'],
    ['offer-proto', { offer: '__proto__' }, 422, 'choice_unavailable'],
    ['nul-db item', { item: 'a\u0000b' }, 400, 'invalid_request'],
    ['nul-db offer', { offer: 'track:a\u0000b' }, 400, 'invalid_request'],
    ['long item', { item: 'a'.repeat(201) }, 400, 'invalid_request'],
    ['regex offer', { offer: `track:${'a'.repeat(15_000)}` }, 400, 'invalid_request'],
  ])('%s: a bad field is refused before anything starts', async (_id, body, status, code) => {
    const response = await download(body);
    expect([response.status, (await bodyOf(response))['code']]).toEqual([status, code]);
    expect(fixture.fake.requests).toEqual([]);
  });

  it('is refused with a retry time while the server stops', async () => {
    fixture.fake.isStopping = true;
    const response = await download({});
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '10']);
    expect((await bodyOf(response))['code']).toBe('server_busy');
    const ready = await fetch(`${fixture.origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { ready: false, checks: { downloads: false } },
    ]);
  });

  it('that still waits at shutdown is answered, and does not delay it', async () => {
    const asked = download({});
    await started();
    await fixture.app.close();
    const response = await asked;
    expect([response.status, (await bodyOf(response))['code']]).toEqual([503, 'interrupted']);
  });
});

describe('cancelling', () => {
  const cancel = async (init: RequestInit) => {
    const response = await fetch(`${fixture.origin}/api/cancel-download`, {
      method: 'POST',
      ...init,
    });
    return [response.status, await bodyOf(response)] as const;
  };
  const json = { 'content-type': 'application/json' };
  beforeEach(() => {
    fixture.fake.set({ id: 'older', visitor: ann.id, phase: 'fetching' });
    fixture.fake.set({ id: 'newest', visitor: ann.id, phase: 'making' });
    fixture.fake.set({ id: 'his', visitor: bob.id, phase: 'fetching' });
  });
  const states = () =>
    ['older', 'newest', 'his'].map((id) => fixture.fake.viewOf(id)?.download.state);

  it.each<[string, RequestInit]>([
    ['no body and no type', { headers: { cookie: ann.cookie } }],
    ['no body but a type', { headers: { cookie: ann.cookie, ...json } }],
    ['an empty object', { headers: { cookie: ann.cookie, ...json }, body: '{}' }],
    ['null', { headers: { cookie: ann.cookie, ...json }, body: 'null' }],
  ])('with %s ends the newest open one', async (_name, init) => {
    expect(await cancel(init)).toEqual([200, { success: true, cancelled: true }]);
    expect(states()).toEqual(['open', 'cancelled', 'open']);
  });

  it('ends the named one, once', async () => {
    const init = { headers: { cookie: ann.cookie, ...json }, body: '{"job":"older"}' };
    expect(await cancel(init)).toEqual([200, { success: true, cancelled: true }]);
    expect(await cancel(init)).toEqual([200, { success: true, cancelled: false }]);
    expect(states()).toEqual(['cancelled', 'open', 'open']);
  });

  it.each<[string, string, string, number]>([
    ['idor-cancel: somebody else’s', ann.cookie, '{"job":"his"}', 404],
    ['one that never was', ann.cookie, '{"job":"none"}', 404],
    ['nul bytes', ann.cookie, '{"job":"a\\u0000"}', 404],
    ['anon-cancel: without a cookie, by name', '', '{"job":"his"}', 404],
    ['anon-cancel: without a cookie', '', '{}', 200],
    ['with a cookie of nobody', aVisitor('n').cookie, '{}', 200],
    ['another field', ann.cookie, '{"jobs":["his"]}', 400],
    ['another type', ann.cookie, '{"job":["his"]}', 400],
    ['proto', ann.cookie, '{"__proto__":{"job":"his"}}', 400],
  ])('%s: ends nothing', async (_id, cookie, body, status) => {
    const [answered, answer] = await cancel({ headers: { cookie, ...json }, body });
    expect([answered, states()]).toEqual([status, ['open', 'open', 'open']]);
    if (status === 200) expect(answer).toEqual({ success: true, cancelled: false });
    if (status === 404) expect(answer['code']).toBe('job_not_found');
  });

  it.each<[string, Record<string, string>]>([
    ['a form', { 'sec-fetch-site': 'cross-site', 'content-type': 'text/plain' }],
    ['a script', { origin: 'https://evil.test', ...json }],
    ['a frame without origin', { origin: 'null' }],
  ])('xs-cancel: by %s of another site ends nothing', async (_name, headers) => {
    const [status, answer] = await cancel({ headers: { cookie: ann.cookie, ...headers } });
    expect([status, answer['code'], states()]).toEqual([
      403,
      'cross_site',
      ['open', 'open', 'open'],
    ]);
  });
});
