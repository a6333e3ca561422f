import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { parse } from 'content-disposition';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fileNameOf } from '../../src/shared/media/file-name.ts';
import { READY } from '../support/http/http-download-views.ts';
import {
  aVisitor,
  bodyOf,
  type HttpFixture,
  startHttpFixture,
} from '../support/http/http-fixture.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const cases = JSON.parse(
  readFileSync(new URL('../fixtures/security-cases.json', import.meta.url), 'utf8'),
) as { filenames: { id: string; title: string }[] };

const ann = aVisitor('a');
const bob = aVisitor('b');
const large = randomBytes(40_000_000);
const small = Buffer.from('0123456789');

let fixture: HttpFixture;
beforeAll(async () => {
  fixture = await startHttpFixture();
  for (const [id, content] of [
    ['small', small],
    ['large', large],
  ] as const) {
    fixture.fake.set({ id, visitor: ann.id, ...READY });
    fixture.fake.fill(id, content);
  }
  fixture.fake.set({ id: 'shared', visitor: ann.id, ...READY, isShared: true });
  fixture.fake.fill('shared', small);
  fixture.fake.set({ id: 'gone', visitor: ann.id, ...READY, isGone: true, isShared: true });
});
afterAll(() => fixture.close());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(fixture.origin + path, { method, headers: { cookie: ann.cookie, ...headers } });
const allClosed = () => vi.waitUntil(() => fixture.fake.openFiles() === 0, SLOW_MACHINE_TIMEOUT);

describe('a file', () => {
  it('is sent whole, as an attachment that may not be run, framed, indexed or cached', async () => {
    const response = await get('/files/token-of-small/A%20video.mp4');
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      etag: '"etag-of-small"',
      'content-disposition': 'attachment; filename="A video (720p).mp4"',
      'cache-control': 'private, no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
    expect(await response.text()).toBe('0123456789');
  });

  it('is sent byte for byte unchanged, however large', async () => {
    const response = await get('/files/token-of-large/x');
    const hash = createHash('sha256');
    for await (const chunk of response.body ?? []) hash.update(chunk);
    expect(hash.digest('hex')).toBe(createHash('sha256').update(large).digest('hex'));
    await allClosed();
  });

  it('is described without being sent', async () => {
    const response = await get('/files/token-of-large/x', { range: 'bytes=0-1' }, 'HEAD');
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '40000000']);
    expect(response.headers.get('etag')).toBe('"etag-of-large"');
    expect(fixture.fake.openFiles()).toBe(0);
  });

  it.each<[string, Record<string, string>, number, string, string | null]>([
    ['one byte', { range: 'bytes=0-0' }, 206, '0', 'bytes 0-0/10'],
    ['a middle', { range: 'bytes=2-5' }, 206, '2345', 'bytes 2-5/10'],
    ['an end', { range: 'bytes=-3' }, 206, '789', 'bytes 7-9/10'],
    ['range-big', { range: 'bytes=0-99999999999999999999' }, 206, '0123456789', 'bytes 0-9/10'],
    [
      'the same file',
      { range: 'bytes=8-', 'if-range': '"etag-of-small"' },
      206,
      '89',
      'bytes 8-9/10',
    ],
    ['another file', { range: 'bytes=8-', 'if-range': '"old"' }, 200, '0123456789', null],
    ['a weak tag', { range: 'bytes=8-', 'if-range': 'W/"etag-of-small"' }, 200, '0123456789', null],
    [
      'a date',
      { range: 'bytes=8-', 'if-range': 'Fri, 20 Nov 2026 22:00:00 GMT' },
      200,
      '0123456789',
      null,
    ],
    [
      'range-multi',
      { range: `bytes=${Array.from({ length: 1000 }, (_, at) => `${at}-${at}`).join()}` },
      200,
      '0123456789',
      null,
    ],
  ])('in part: %s', async (_id, headers, status, body, range) => {
    const response = await get('/files/token-of-small/x', headers);
    expect([response.status, await response.text()]).toEqual([status, body]);
    expect(response.headers.get('content-length')).toBe(String(body.length));
    expect(response.headers.get('content-range')).toBe(range);
  });

  it('answers an unsatisfiable range with its length', async () => {
    const response = await get('/files/token-of-small/x', { range: 'bytes=10-' });
    expect([response.status, (await bodyOf(response))['code']]).toEqual([416, 'bad_range']);
    expect(response.headers.get('content-range')).toBe('bytes */10');
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(response.headers.get('content-type')).toContain('application/json');
  });

  it('that is cached is not sent again', async () => {
    const response = await get('/files/token-of-small/x', {
      'if-none-match': '"etag-of-small"',
      range: 'bytes=0-1',
    });
    expect([response.status, await response.text()]).toEqual([304, '']);
    expect(response.headers.get('etag')).toBe('"etag-of-small"');
  });

  it('may be requested by any name, and none is echoed', async () => {
    for (const name of ['x', 'a%2Fb', '%0d%0aX-Evil:%201', '%22%3Cscript%3E', '%2C'.repeat(200)]) {
      const response = await get(`/files/token-of-small/${name}`);
      expect([name, response.status]).toEqual([name, 200]);
      expect(response.headers.get('content-disposition')).toContain('"A video (720p).mp4"');
      expect(response.headers.get('x-evil')).toBeNull();
      await response.arrayBuffer();
    }
  });
});

describe('a file with many readers', () => {
  it('is given to one address 48 times at once, and again once one of them has left', async () => {
    const leaving = new AbortController();
    const readOn = (signal?: AbortSignal) =>
      fetch(`${fixture.origin}/files/token-of-large/x`, {
        headers: { cookie: ann.cookie },
        ...(signal && { signal }),
      });
    // Sixteen ranges of a download manager, as many again after a broken line, and a third one beside it.
    const open = await Promise.all(Array.from({ length: 47 }, () => readOn()));
    const last = await readOn(leaving.signal);
    expect(new Set([...open, last].map(({ status }) => status))).toEqual(new Set([200]));
    const beyond = await readOn();
    expect([beyond.status, beyond.headers.get('retry-after')]).toEqual([429, '5']);
    expect(await bodyOf(beyond)).toMatchObject({ code: 'too_many_requests' });
    expect((await get('/files/token-of-large/x', {}, 'HEAD')).status).toBe(200);
    const other = await get('/files/token-of-small/x');
    expect([other.status, await other.text()]).toEqual([200, '0123456789']);
    leaving.abort();
    await vi.waitUntil(async () => {
      const next = await readOn();
      open.push(next);
      return next.status === 200;
    }, SLOW_MACHINE_TIMEOUT);
    await Promise.all(open.map(({ body }) => body?.cancel()));
    await allClosed();
  });
});

describe('a name', () => {
  it('is given shorter where a program asks for that, and has a readable form in ASCII', async () => {
    const fileName = `${'длинное слово '.repeat(7).trim()} (1080p).mp4`;
    fixture.fake.set({ id: 'long', visitor: ann.id, ...READY, fileName });
    fixture.fake.fill('long', small);
    const { headers } = await get('/files/token-of-long/x?name=short', {}, 'HEAD');
    const header = headers.get('content-disposition') ?? '';
    expect(parse(header).parameters['filename']).toMatch(/^(длинное слово ){4}\(1080p\)\.mp4$/);
    expect(header).toContain('filename="YouTube aaaaaaaaaaa (1080p).mp4"');
    expect((await get('/files/token-of-long/x?name=other')).status).toBe(400);
  });

  it.each(cases.filenames)('$id is read from the header as it is saved', async ({ title }) => {
    const fileName = fileNameOf({ title, qualifier: '1080p', extension: 'mp4' });
    fixture.fake.set({ id: 'named', visitor: ann.id, ...READY, fileName });
    fixture.fake.fill('named', small);
    const response = await get('/files/token-of-named/x');
    await response.arrayBuffer();
    const header = response.headers.get('content-disposition') ?? '';
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    const { type, parameters } = parse(header);
    expect(type).toBe('attachment');
    expect(parameters['filename']).toBe(fileName);
    expect(Buffer.byteLength(fileName)).toBeLessThanOrEqual(200);
    expect(fileName).toMatch(/\(1080p\)\.mp4$/);
    expect(Object.keys(parameters).filter((key) => !/^filename\*?$/.test(key))).toEqual([]);
    expect(response.headers.get('set-cookie')).toBeNull();
  });
});

describe('access to a file', () => {
  const tokens = ['token-of-none', 'guessed', '%00', 'a%00', '..%2f..%2fetc', 'x'.repeat(150)];
  it.each<[string, string]>([
    ['idor-file: A’s exact token with B’s cookie', bob.cookie],
    ['A’s exact token without a cookie', ''],
  ])('%s is answered like an unknown token', async (_name, cookie) => {
    const answers = await Promise.all(
      ['token-of-small', 'token-of-gone', 'share-of-small', ...tokens].map(async (token) => {
        const response = await get(`/files/${token}/x`, { cookie });
        const { ref, ...body } = await bodyOf(response);
        expect(ref).toMatch(/^[0-9a-f]{12}$/);
        expect(response.headers.get('cache-control')).toBe('no-store');
        return [response.status, body];
      }),
    );
    const notFound = { success: false, code: 'job_not_found', message: expect.any(String) };
    expect(answers).toEqual(answers.map(() => [404, notFound]));
  });

  it('is open to every client with a share link', async () => {
    const response = await get('/files/share-of-shared/x', { cookie: '' });
    expect([response.status, await response.text()]).toEqual([200, '0123456789']);
  });

  it('says that it is gone to its own visitor only', async () => {
    const own = await get('/files/token-of-gone/x');
    expect([own.status, (await bodyOf(own))['code']]).toEqual([410, 'expired']);
    expect((await get('/files/share-of-gone/x', { cookie: '' })).status).toBe(404);
  });
});

describe('a reader', () => {
  const request = (socket: net.Socket) =>
    socket.write(
      `GET /files/token-of-large/x HTTP/1.1\r\nHost: x\r\nCookie: ${ann.cookie}\r\n\r\n`,
    );

  it.each([0, 1, 100_000, 5_000_000])(
    'that disconnects after %i bytes leaves no file open',
    async (bytes) => {
      const socket = net.connect(fixture.port, '127.0.0.1', () => request(socket));
      let received = 0;
      const enough = Promise.withResolvers<void>();
      if (bytes > 0)
        socket.on('data', (chunk) => {
          received += chunk.length;
          if (received >= bytes) enough.resolve();
        });
      await (bytes > 0
        ? enough.promise
        : vi.waitUntil(() => fixture.fake.openFiles() === 1, SLOW_MACHINE_TIMEOUT));
      socket.destroy();
      await allClosed();
      await vi.waitUntil(() => fixture.clock.pending() === 0, SLOW_MACHINE_TIMEOUT);
    },
  );

  it('that takes nothing for two minutes is disconnected, and may resume with a range', async () => {
    const ours = new Promise<net.Socket>((resolve) =>
      fixture.app.server.once('connection', resolve),
    );
    const socket = net.connect(fixture.port, '127.0.0.1', () => request(socket));
    socket.pause();
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const { bytesWritten } = await untilStuck(await ours);
    expect(bytesWritten).toBeLessThan(large.length);
    fixture.clock.advance(119_999);
    expect(fixture.fake.openFiles()).toBe(1);
    fixture.clock.advance(1);
    await allClosed();
    let received = 0;
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += chunk.length;
    });
    socket.resume();
    await closed;
    expect(received).toBeLessThan(large.length);
    const rest = await get('/files/token-of-large/x', {
      range: 'bytes=39999990-',
      'if-range': '"etag-of-large"',
    });
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(large.subarray(39_999_990));
  });
});

/** Fulfilled when the system takes nothing more of what is sent. */
async function untilStuck(socket: net.Socket): Promise<net.Socket> {
  let before = -1;
  await vi.waitUntil(
    () => {
      const isStuck = socket.writableLength > 0 && socket.bytesWritten === before;
      before = socket.bytesWritten;
      return isStuck;
    },
    { interval: 100, timeout: 10_000 },
  );
  return socket;
}
