import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchQuery, RequestError, request, requestJson } from './request.ts';

type Planned = { status: number; type?: string; body: string; statusText?: string };
type Seen = { method?: string | undefined; type?: string | undefined; body: string };

let origin: string;
let planned: Planned;
let seen: Seen[];
const server = createServer((incoming, answer) => {
  let body = '';
  incoming.on('data', (chunk) => {
    body += chunk;
  });
  incoming.on('end', () => {
    seen.push({ method: incoming.method, type: incoming.headers['content-type'], body });
    answer.statusMessage = planned.statusText ?? answer.statusMessage;
    answer.writeHead(planned.status, { 'content-type': planned.type ?? 'application/json' });
    answer.end(planned.body);
  });
});

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => new Promise((done) => server.close(done)));

const outcome = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    (error: Error) => error.message,
  );

async function messageOf(
  answer: Planned,
  work = () => requestJson<unknown>(origin),
): Promise<string> {
  planned = answer;
  seen = [];
  return outcome(work());
}

const html = 'text/html; charset=utf-8';

describe('a request', () => {
  it.each<[string, Planned, string]>([
    [
      'the body text',
      { status: 422, type: 'text/plain', body: 'no such field' },
      '422: no such field',
    ],
    [
      'the status text when there is no body',
      { status: 503, type: 'text/plain', body: '', statusText: 'Service Unavailable' },
      '503: Service Unavailable',
    ],
    [
      'the title of a page',
      { status: 502, type: html, body: '<html><head><title> Bad gateway </title></head></html>' },
      '502: Bad gateway',
    ],
    [
      'a sentence for a page without a title',
      { status: 502, type: 'text/plain', body: ' <!DOCTYPE html><p>x</p>' },
      '502: Server returned HTML instead of data',
    ],
    [
      'a sentence for a page where JSON was due',
      { status: 200, type: html, body: '<!doctype html><title>Hi</title>' },
      'Server returned HTML instead of JSON',
    ],
    [
      'the first hundred characters of what is no JSON',
      { status: 200, body: `{"a":${'1'.repeat(200)}` },
      `Failed to parse JSON response: {"a":${'1'.repeat(95)}`,
    ],
  ])('fails with %s', async (_name, answer, text) => {
    expect(await messageOf(answer)).toBe(text);
    expect(seen).toHaveLength(1);
  });

  it('refuses a query key that is no address', async () => {
    for (const key of [[], [1], [''], [{ path: '/x' }]]) {
      expect(await outcome(fetchQuery(key))).toBe('Invalid query key format');
    }
  });

  it('throws at 401 unless null was asked for', async () => {
    const answer = { status: 401, body: '{"message":"no"}' };
    expect(await messageOf(answer, () => fetchQuery([origin, 7]))).toBe('401: {"message":"no"}');
    expect(await fetchQuery([origin], { on401: 'null' })).toBeNull();
    planned = { ...answer, status: 403 };
    expect(await outcome(fetchQuery([origin], { on401: 'null' }))).toBe('403: {"message":"no"}');
  });

  it('keeps the server’s own account of a failure', async () => {
    const account = { success: false, code: 'private', message: 'Private.', ref: 'r1' };
    planned = { status: 403, body: JSON.stringify(account) };
    const error = await requestJson(origin).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(RequestError);
    expect((error as RequestError).answer).toEqual(account);
    expect((error as RequestError).status).toBe(403);
  });

  it('sends JSON with its type, forms with theirs, and nothing with a plain GET', async () => {
    planned = { status: 200, body: '{"ok":true}' };
    seen = [];
    expect(await requestJson(origin, { method: 'POST', body: { url: 'x' } })).toEqual({ ok: true });
    const form = new FormData();
    form.set('title', 'y');
    await request(origin, { method: 'POST', form });
    await request(origin);
    expect(seen[0]).toEqual({ method: 'POST', type: 'application/json', body: '{"url":"x"}' });
    expect(seen[1]?.type).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen[2]).toEqual({ method: 'GET', type: undefined, body: '' });
  });

  it('ends with its signal', async () => {
    planned = { status: 200, body: '{}' };
    const reason = new Error('left');
    await expect(requestJson(origin, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
