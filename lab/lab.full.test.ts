// The lab as a whole: routing by host, the request log, and real clients.
import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Lab, startLab } from './lab.ts';
import type { LabPlatform } from './platform.ts';
import { type Client, clientOf } from './proxy/through-lab.ts';

const platform: LabPlatform = {
  id: 'youtube',
  hosts: ['exact.example', '.suffix.example'],
  links: [],
  answer: ({ method, url, body }) => {
    if (url.pathname === '/throws') throw new Error('a mistake in a platform');
    if (url.pathname === '/unknown') return null;
    if (url.pathname === '/cookies') {
      return { status: 201, headers: { 'set-cookie': ['a=1', 'b=2'] }, body: '' };
    }
    return { headers: { 'content-type': 'text/plain' }, body: `${method} ${url.href} ${body}` };
  },
};

let lab: Lab;
let client: Client;

beforeAll(async () => {
  lab = await startLab({ platforms: [platform] });
});
beforeEach(() => {
  client = clientOf(lab);
});
afterEach(async () => {
  await client.close();
  lab.clear();
});
afterAll(() => lab.close());

it.each([
  ['https://exact.example/page?x=1', 'GET https://exact.example/page?x=1 '],
  ['https://a.b.suffix.example/', 'GET https://a.b.suffix.example/ '],
  ['https://exact.example:8443/page', 'GET https://exact.example:8443/page '],
])('asks the platform that owns the host: %s', async (url, answer) => {
  const { status, body, headers } = await client.get(url);
  expect({ status, body: body.toString(), type: headers['content-type'] }).toEqual({
    status: 200,
    body: answer,
    type: 'text/plain',
  });
  expect(lab.unknown()).toEqual([]);
});

it.each([
  ['a host of no platform', 'https://other.example/x?y=1', 501],
  ['the bare suffix itself', 'https://suffix.example/', 501],
  ['a request that its platform does not know', 'https://exact.example/unknown', 501],
])('records %s as unknown', async (_name, url, status) => {
  const { hostname, pathname, search } = new URL(url);
  expect((await client.get(url)).status).toBe(status);
  expect(lab.unknown()).toEqual([{ method: 'GET', host: hostname, path: pathname + search }]);
});

it('answers 500 and records the reason when a platform throws', async () => {
  expect((await client.get('https://exact.example/throws')).status).toBe(500);
  expect(lab.unknown()).toMatchObject([
    { path: '/throws', reason: expect.stringContaining('a mistake in a platform') },
  ]);
});

it('refuses a request that names another host than its tunnel', async () => {
  const headers = { host: 'other.example' };
  expect((await client.get('https://exact.example/', { headers })).status).toBe(421);
  expect(lab.unknown()).toHaveLength(1);
});

it('lists the requests in their order, with the time, until they are cleared', async () => {
  const from = Date.now();
  await client.get('https://exact.example/1?q=a');
  await client.get('https://exact.example/2', { method: 'HEAD' });
  expect(lab.requests()).toMatchObject([
    { method: 'GET', host: 'exact.example', path: '/1?q=a' },
    { method: 'HEAD', host: 'exact.example', path: '/2' },
  ]);
  expect(lab.requests()[0]?.at).toBeGreaterThanOrEqual(from);
  lab.clear();
  expect(lab.requests()).toEqual([]);
});

it('answers HEAD with the headers of GET', async () => {
  const url = 'https://exact.example/page';
  const whole = await client.get(url);
  const head = await client.get(url, { method: 'HEAD' });
  expect(head.body).toHaveLength(0);
  expect(head.headers['content-length']).toBe(String(whole.body.length));
});

it('sends several cookies and an empty body', async () => {
  const { status, headers, body } = await client.get('https://exact.example/cookies');
  expect({ status, cookies: headers['set-cookie'], bytes: body.length }).toEqual({
    status: 201,
    cookies: ['a=1', 'b=2'],
    bytes: 0,
  });
});

it('serves plain http for requests with an absolute address', async () => {
  const { port } = new URL(lab.proxyUrl);
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: 'http://exact.example/form',
      headers: { host: 'exact.example' },
      agent: false,
    });
    sent.on('error', reject);
    sent.on('response', (response) => text(response).then(resolve, reject));
    sent.end('body');
  });
  expect(answer).toBe('POST http://exact.example/form body');
});

it('deletes its authority file when it closes', async () => {
  const other = await startLab({ platforms: [] });
  expect(existsSync(other.caFile)).toBe(true);
  await other.close();
  expect(existsSync(other.caFile)).toBe(false);
});
