// Every fault of the lab, as a real client meets it.
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SLOW_MACHINE_TIMEOUT } from '../../tests/support/run/slow-machine-timeout.ts';
import { type Lab, startLab } from '../lab.ts';
import { type Client, clientOf } from '../proxy/through-lab.ts';
import type { Fault } from './faults.ts';

const BYTES = Buffer.from(Array.from({ length: 5000 }, (_, index) => 1 + (index % 251)));
const MEDIA = 'https://media.example/video/file.mp4';
let folder: string;
let lab: Lab;
let client: Client;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lab-faults-'));
  await writeFile(join(folder, 'file.mp4'), BYTES);
  const answer = () => ({ file: join(folder, 'file.mp4'), type: 'video/mp4' });
  lab = await startLab({
    platforms: [{ id: 'youtube', hosts: ['media.example', '.cdn.example'], links: [], answer }],
  });
});
beforeEach(() => {
  client = clientOf(lab);
});
afterEach(async () => {
  lab.faults.clear();
  lab.clear();
  await client.close();
});
afterAll(async () => {
  await lab.close();
  await rm(folder, { recursive: true });
});

const inject = (fault: Fault) =>
  lab.faults.add({ host: 'media.example', pathPrefix: '/video/', fault });
const injectConnection = (fault: Fault) =>
  lab.faults.add({ host: 'media.example', pathPrefix: '/', fault });
const range = (header: string) => ({ headers: { range: header } });

/** The code and the message of the error that a request ends with. */
async function failure(of: Client = client): Promise<string> {
  try {
    const { status } = await of.get(MEDIA);
    return `answered ${status}`;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return `${code} ${message}`;
  }
}

it.each<[Fault, string]>([
  [{ kind: 'reset', afterBytes: 1000 }, 'ECONNRESET'],
  [{ kind: 'reset', afterBytes: 0 }, 'ECONNRESET'],
  [{ kind: 'shortBody', missingBytes: 10 }, 'UND_ERR_SOCKET'],
  [{ kind: 'wrongLength', extraBytes: 10 }, 'UND_ERR_SOCKET'],
  [{ kind: 'badChunk' }, 'Invalid character in chunk size'],
  [{ kind: 'headerFlood', bytes: 40_000 }, 'UND_ERR_HEADERS_OVERFLOW'],
])('%o breaks the answer', async (fault, code) => {
  inject(fault);
  expect(await failure()).toContain(code);
});

it('wrongLength may also announce less than it sends', async () => {
  inject({ kind: 'wrongLength', extraBytes: -10 });
  const { headers, body } = await client.get(MEDIA);
  expect(headers['content-length']).toBe('4990');
  expect(body.equals(BYTES.subarray(0, 4990))).toBe(true);
});

it.each<[Fault, string]>([
  [{ kind: 'hang' }, 'UND_ERR_HEADERS_TIMEOUT'],
  [{ kind: 'stall', afterBytes: 1000 }, 'UND_ERR_BODY_TIMEOUT'],
  [{ kind: 'stall', afterBytes: 0 }, 'UND_ERR_BODY_TIMEOUT'],
])('%o keeps the client waiting', async (fault, code) => {
  inject(fault);
  const impatient = clientOf(lab, 1000);
  expect(await failure(impatient)).toContain(code);
  await impatient.close();
});

it.each<[Fault, string]>([
  [{ kind: 'refuse' }, 'ECONNRESET'],
  [{ kind: 'dnsNx' }, 'Proxy response (502) !== 200 when HTTP Tunneling'],
  [{ kind: 'tlsExpired' }, 'CERT_HAS_EXPIRED'],
])('%o meets the connection', async (fault, code) => {
  injectConnection(fault);
  expect(await failure()).toContain(code);
  expect(lab.requests()).toEqual([]);
});

it.each<Fault>([{ kind: 'blackhole' }, { kind: 'tlsStall' }])(
  '%o leaves the connection half open',
  async (fault) => {
    injectConnection(fault);
    const settled = await Promise.race([
      failure(),
      new Promise<string>((resolve) => {
        setTimeout(() => resolve('still waiting'), 300);
      }),
    ]);
    expect(settled).toBe('still waiting');
    expect(lab.requests()).toEqual([]);
  },
);

it('noLength sends chunks without length, validators and ranges', async () => {
  inject({ kind: 'noLength' });
  const { status, headers, body } = await client.get(MEDIA, range('bytes=10-19'));
  expect(status).toBe(200);
  expect(body.equals(BYTES)).toBe(true);
  for (const name of ['content-length', 'accept-ranges', 'etag', 'last-modified']) {
    expect(headers[name]).toBeUndefined();
  }
});

it('ignoreRange sends the whole with status 200', async () => {
  inject({ kind: 'ignoreRange' });
  const { status, body } = await client.get(MEDIA, range('bytes=10-19'));
  expect({ status, bytes: body.length }).toEqual({ status: 200, bytes: BYTES.length });
});

it.each([
  [false, 'bytes 17-26/5000'],
  [true, 'bytes 10-19/5000'],
])('shiftRange sends another range (silent: %s)', async (silent, contentRange) => {
  inject({ kind: 'shiftRange', byBytes: 7, silent });
  const { status, headers, body } = await client.get(MEDIA, range('bytes=10-19'));
  expect(status).toBe(206);
  expect(headers['content-range']).toBe(contentRange);
  expect(body.equals(BYTES.subarray(17, 27))).toBe(true);
});

it('forbiddenAfter answers the given number of requests and no more', async () => {
  inject({ kind: 'forbiddenAfter', requests: 2 });
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await client.get(MEDIA)).status);
  expect(statuses).toEqual([200, 200, 403, 403]);
});

it('status answers with its headers, the given number of times', async () => {
  inject({ kind: 'status', status: 429, headers: { 'retry-after': '7' }, times: 2 });
  const first = await client.get(MEDIA);
  expect(first.headers['retry-after']).toBe('7');
  expect([
    first.status,
    (await client.get(MEDIA)).status,
    (await client.get(MEDIA)).status,
  ]).toEqual([429, 429, 200]);
});

it('html answers a page with status 200', async () => {
  inject({ kind: 'html' });
  const { status, headers, body } = await client.get(MEDIA);
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/html');
  expect(body.toString()).toContain('<!doctype html>');
});

it('slow trickles at its rate', async () => {
  inject({ kind: 'slow', bytesPerSecond: 10_000 });
  const from = performance.now();
  const { body } = await client.get(MEDIA);
  expect(body.equals(BYTES)).toBe(true);
  expect(performance.now() - from).toBeGreaterThan(400);
});

it('slow sends the rest at once when it is over', async () => {
  const end = inject({ kind: 'slow', bytesPerSecond: 100 });
  const work = client.get(MEDIA);
  await vi.waitUntil(() => lab.requests().length > 0, SLOW_MACHINE_TIMEOUT);
  end();
  const from = performance.now();
  expect((await work).body.equals(BYTES)).toBe(true);
  expect(performance.now() - from).toBeLessThan(20_000);
});

it('changedValidator changes them after so many requests, so that If-Range brings the whole', async () => {
  inject({ kind: 'changedValidator', afterRequests: 1 });
  const first = await client.get(MEDIA, range('bytes=0-9'));
  const etag = String(first.headers['etag']);
  const second = await client.get(MEDIA, {
    headers: { range: 'bytes=10-19', 'if-range': etag },
  });
  expect([first.status, second.status]).toEqual([206, 200]);
  expect(second.headers['etag']).not.toBe(etag);
  expect(second.headers['last-modified']).not.toBe(first.headers['last-modified']);
});

it.each([
  [undefined, 5000, false],
  ['bytes', 5000, true],
  ['length', 4999, false],
] as const)(
  'nodes answer in turn, each with its validators (other %s)',
  async (others, total, isOther) => {
    inject({ kind: 'nodes', nodes: 2, ...(others && { others }) });
    const answers = [];
    for (let count = 0; count < 3; count += 1)
      answers.push(await client.get(MEDIA, range('bytes=10-19')));
    const tags = answers.map(({ headers }) => headers['etag']);
    expect(tags).toEqual(['"node-0"', '"node-1"', '"node-0"']);
    const [first, second] = answers;
    expect(second?.headers['content-range']).toBe(`bytes 10-19/${total}`);
    expect(first?.body.equals(BYTES.subarray(10, 20))).toBe(true);
    expect(second?.body.equals(BYTES.subarray(10, 20))).toBe(!isOther);
  },
);

it('ignoreIfRange and earlyRange send more than was requested', async () => {
  const end = inject({ kind: 'ignoreIfRange' });
  const plain = await client.get(MEDIA, range('bytes=100-199'));
  const headers = { range: 'bytes=100-199', 'if-range': String(plain.headers['etag']) };
  const conditional = await client.get(MEDIA, { headers });
  expect([plain.status, conditional.status, conditional.body.length]).toEqual([206, 200, 5000]);
  end();
  inject({ kind: 'earlyRange', blockBytes: 64 });
  const early = await client.get(MEDIA, range('bytes=100-199'));
  expect(early.headers['content-range']).toBe('bytes 64-199/5000');
  expect(early.body.equals(BYTES.subarray(64, 200))).toBe(true);
});

it.each([
  [undefined, 0, 5000],
  ['bytes=90-149', 90, 150],
  ['bytes=120-129', 120, 130],
  ['bytes=400-499', 400, 500],
])('hole puts zeros at its place in the file (range %s)', async (header, start, end) => {
  inject({ kind: 'hole', atBytes: 100, lengthBytes: 40 });
  const { body } = await client.get(MEDIA, header === undefined ? {} : range(header));
  const expected = Buffer.from(BYTES);
  expected.fill(0, 100, 140);
  expect(body.equals(expected.subarray(start, end))).toBe(true);
});

it('cut makes the file shorter everywhere', async () => {
  inject({ kind: 'cut', atShare: 0.5 });
  const whole = await client.get(MEDIA);
  expect(whole.headers['content-length']).toBe('2500');
  const part = await client.get(MEDIA, range('bytes=2400-'));
  expect(part.headers['content-range']).toBe('bytes 2400-2499/2500');
  expect((await client.get(MEDIA, range('bytes=2500-'))).status).toBe(416);
});

it('gzipBomb sends little that unpacks to much', async () => {
  const bytes = 20 * 1024 * 1024 + 5;
  inject({ kind: 'gzipBomb', bytes });
  const { headers, body } = await client.get(MEDIA);
  expect(headers['content-encoding']).toBe('gzip');
  expect(body.length).toBeLessThan(bytes / 500);
  const sum = (data: Buffer) => createHash('sha256').update(data).digest('hex');
  expect(sum(gunzipSync(body))).toBe(sum(Buffer.alloc(bytes)));
});

it('redirect and redirectLoop lead elsewhere', async () => {
  const end = inject({ kind: 'redirect', to: 'https://elsewhere.example/x' });
  const elsewhere = await client.get(MEDIA);
  expect([elsewhere.status, elsewhere.headers['location']]).toEqual([
    302,
    'https://elsewhere.example/x',
  ]);
  end();
  inject({ kind: 'redirectLoop' });
  const once = await client.get(`${MEDIA}?a=1`);
  expect(once.headers['location']).toBe(`${MEDIA}?a=1&loop=1`);
  const twice = await client.get(String(once.headers['location']));
  expect(twice.headers['location']).toBe(`${MEDIA}?a=1&loop=2`);
});

it('applies only to its host and path prefix, the newest rule first', async () => {
  lab.faults.add({
    host: '.cdn.example',
    pathPrefix: '/a',
    fault: { kind: 'status', status: 500 },
  });
  const end = lab.faults.add({
    host: 'v1.cdn.example',
    pathPrefix: '/a/b',
    fault: { kind: 'status', status: 404 },
  });
  const statusOf = async (url: string) => (await client.get(url)).status;
  expect(await statusOf('https://v1.cdn.example/a/b')).toBe(404);
  expect(await statusOf('https://v1.cdn.example/a/c')).toBe(500);
  expect(await statusOf('https://v1.cdn.example/b')).toBe(200);
  expect(await statusOf('https://media.example/a/b')).toBe(200);
  end();
  expect(await statusOf('https://v1.cdn.example/a/b')).toBe(500);
});

it('has no effect once it is used up', async () => {
  inject({ kind: 'reset', afterBytes: 100, times: 1 });
  expect(await failure()).toContain('ECONNRESET');
  expect((await client.get(MEDIA)).body.equals(BYTES)).toBe(true);
  expect(lab.unknown()).toEqual([]);
});
