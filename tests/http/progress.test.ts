import net from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { READY } from '../support/http/http-download-views.ts';
import { readEvents } from '../support/http/http-events.ts';
import { aVisitor, type HttpFixture, startHttpFixture } from '../support/http/http-fixture.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const ann = aVisitor('a');
const bob = aVisitor('b');

let fixture: HttpFixture;
beforeEach(async () => {
  fixture = await startHttpFixture();
});
afterEach(() => fixture.close());

const open = (query = '', headers: Record<string, string> = { cookie: ann.cookie }) =>
  readEvents(`${fixture.origin}/api/download-progress${query}`, headers);
const set = (...[part]: Parameters<HttpFixture['fake']['set']>) =>
  fixture.fake.set({ visitor: ann.id, ...part });
const nobodyListens = () =>
  vi.waitUntil(() => fixture.fake.watchers.size === 0, SLOW_MACHINE_TIMEOUT);

describe('a stream of progress', () => {
  it('is sent unbuffered and not cached', async () => {
    const { response, close } = await open();
    const headers = Object.fromEntries(response.headers);
    expect(response.status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-encoding']).toBeUndefined();
    await close();
  });

  it('sends the state of the newest download at once, then every change, and ends with it', async () => {
    set({ id: 'old', phase: 'fetching', percent: 70 });
    set({ id: 'new', phase: 'queued', position: 2 });
    const { next, text } = await open();
    expect(await next()).toMatchObject({
      job: 'new',
      status: 'Queued',
      percent: 0,
      message: 'Number 2 in the queue.',
      phase: 'queued',
      position: 2,
    });
    set({ id: 'new', phase: 'fetching', percent: 40 });
    expect(await next()).toMatchObject({ status: 'Downloading', percent: 40 });
    set({ id: 'old', phase: 'fetching', percent: 99 });
    set({ id: 'new', ...READY });
    expect(await next()).toMatchObject({
      job: 'new',
      status: 'Complete',
      percent: 100,
      message: 'Download complete!',
    });
    expect(await next()).toBeNull();
    expect(text()).toMatch(/^retry: 3000\n\n/);
    await nobodyListens();
  });

  it('follows the next download where there is none yet, not an ended one', async () => {
    set({ id: 'old', ...READY });
    const { next, close } = await open();
    set({ id: 'new', phase: 'inspecting' });
    expect(await next()).toMatchObject({ job: 'new', status: 'Analyzing' });
    await close();
  });

  it('follows the named download, whatever its outcome', async () => {
    set({ id: 'one', phase: 'making' });
    set({ id: 'two', phase: 'queued' });
    const { next } = await open('?job=one');
    expect(await next()).toMatchObject({ job: 'one', status: 'Converting...' });
    set({ id: 'one', phase: 'failed', failure: { code: 'bad_media', params: {} } });
    expect(await next()).toMatchObject({ status: 'Failed', code: 'bad_media' });
    expect(await next()).toBeNull();
  });

  it('sends the outcome of one that has already ended', async () => {
    set({ id: 'one', phase: 'cancelled' });
    const { next } = await open('?job=one');
    expect(await next()).toMatchObject({ status: 'Cancelled', code: 'cancelled' });
    expect(await next()).toBeNull();
  });

  it('for all downloads of a visitor stays open, and carries no other visitor’s', async () => {
    set({ id: 'one', phase: 'queued' });
    const { next, close } = await open('?job=*');
    expect(await next()).toMatchObject({ job: 'one', phase: 'queued' });
    set({ id: 'one', ...READY });
    expect(await next()).toMatchObject({ job: 'one', phase: 'ready' });
    set({ id: 'hers', visitor: bob.id, phase: 'queued' });
    set({ id: 'two', phase: 'queued' });
    expect(await next()).toMatchObject({ job: 'two', phase: 'queued' });
    await close();
  });

  it('resumes the same download when a browser reconnects, and not after its end', async () => {
    set({ id: 'one', ...READY });
    set({ id: 'two', phase: 'queued' });
    const back = await open('', { cookie: ann.cookie, 'last-event-id': 'one' });
    expect(await back.next()).toMatchObject({ job: 'one', phase: 'ready' });
    expect(back.text()).toContain('id: one.end\n');
    const over = await open('?job=one', { cookie: ann.cookie, 'last-event-id': 'one.end' });
    expect(over.response.status).toBe(204);
    const next = await open('', { cookie: ann.cookie, 'last-event-id': 'one.end' });
    expect(await next.next()).toMatchObject({ job: 'two' });
    await next.close();
  });

  it('gives a new client a visitor cookie', async () => {
    const { response, close } = await open('', {});
    expect(response.headers.get('set-cookie')).toMatch(/^visitor=[\w-]{43};/);
    await close();
  });

  it.each(['unknown', 'hers', '%00', 'a%0Ab', '..%2f', 'x'.repeat(100)])(
    'idor: of another visitor or an unknown download (%s) does not exist',
    async (job) => {
      fixture.fake.set({ id: 'hers', visitor: bob.id, phase: 'queued' });
      const { response, rest } = await open(`?job=${job}`);
      expect([response.status, JSON.parse(await rest()).code]).toEqual([404, 'job_not_found']);
    },
  );

  it('cancels no download when it is closed', async () => {
    set({ id: 'one', phase: 'fetching' });
    const { next, close } = await open();
    await next();
    await close();
    await nobodyListens();
    expect(fixture.fake.viewOf('one')?.download.state).toBe('open');
  });
});

describe('time', () => {
  const timersRun = () => vi.waitUntil(() => fixture.clock.pending() > 0, SLOW_MACHINE_TIMEOUT);

  it('a quiet stream sends a heartbeat every 15 seconds, for ever', async () => {
    set({ id: 'one', phase: 'fetching' });
    const { next, text, close } = await open('?job=one');
    await next();
    await timersRun();
    for (let beat = 1; beat <= 5; beat += 1) {
      fixture.clock.advance(15_000);
      set({ id: 'one', percent: beat });
      expect(await next()).toMatchObject({ percent: beat });
      expect(text().match(/^:$/gm)).toHaveLength(beat);
    }
    await close();
    await nobodyListens();
    await vi.waitUntil(() => fixture.clock.pending() === 0, SLOW_MACHINE_TIMEOUT);
  });

  it('sse-idle: a stream with nothing to follow ends after a minute with a retry time', async () => {
    const { rest, text } = await open();
    await timersRun();
    fixture.clock.advance(59_999);
    expect(fixture.fake.watchers.size).toBe(1);
    fixture.clock.advance(1);
    await rest();
    expect(text()).toMatch(/retry: 3000\n\n$/);
    await nobodyListens();
  });

  it('a stream with a download to follow stays open longer', async () => {
    const { next, close } = await open();
    await timersRun();
    set({ id: 'one', phase: 'fetching' });
    await next();
    fixture.clock.advance(120_000);
    set({ id: 'one', percent: 5 });
    expect(await next()).toMatchObject({ percent: 5 });
    await close();
  });

  it('a stalled reader is disconnected after 30 seconds, with only the last state buffered', async () => {
    const id = 'x'.repeat(500_000);
    const sockets = serverSockets(fixture);
    const socket = net.connect(fixture.port, '127.0.0.1');
    socket.write(
      `GET /api/download-progress?job=* HTTP/1.1\r\nHost: x\r\nCookie: ${ann.cookie}\r\n\r\n`,
    );
    socket.pause();
    await vi.waitUntil(() => fixture.fake.watchers.size === 1, SLOW_MACHINE_TIMEOUT);
    for (let percent = 0; percent < 60; percent += 1) {
      set({ id, phase: 'fetching', percent });
      await new Promise((resolve) => setImmediate(resolve));
    }
    const waiting = [...sockets].reduce((sum, one) => sum + one.writableLength, 0);
    expect(waiting).toBeGreaterThan(0);
    expect(waiting).toBeLessThan(3_000_000);
    expect(fixture.fake.watchers.size).toBe(1);
    fixture.clock.advance(30_000);
    await nobodyListens();
    socket.destroy();
  });
});

describe('many streams', () => {
  it('sse-many: at most four per visitor and twenty per address, and a new one when one is closed', async () => {
    const from = (address: string, cookie: string) =>
      open('', { cookie, 'x-forwarded-for': address });
    const mine = await Promise.all(Array.from({ length: 4 }, () => from('198.18.0.1', ann.cookie)));
    const refused = await from('198.18.0.2', ann.cookie);
    expect([refused.response.status, refused.response.headers.get('retry-after')]).toEqual([
      429,
      '15',
    ]);
    await mine[0]?.close();
    await vi.waitUntil(() => fixture.fake.watchers.size === 3, SLOW_MACHINE_TIMEOUT);
    const again = await from('198.18.0.2', ann.cookie);
    expect(again.response.status).toBe(200);

    const crowd = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        from('198.18.0.3', aVisitor(String.fromCharCode(65 + turn)).cookie),
      ),
    );
    expect(crowd.map(({ response }) => response.status)).toEqual(Array(20).fill(200));
    expect((await from('198.18.0.3', aVisitor('z').cookie)).response.status).toBe(429);
    for (const each of [...mine, again, ...crowd]) await each.close();
    await nobodyListens();
  });

  it('all end with a retry time when the server stops, and do not delay it', async () => {
    set({ id: 'one', phase: 'fetching' });
    const streams = await Promise.all(['', '?job=*', '?job=one'].map((query) => open(query)));
    for (const each of streams) await each.next();
    await fixture.app.close();
    for (const each of streams) expect(await each.rest()).toMatch(/retry: 3000\n\n$/);
  });

  it('all end at once, were they a thousand', async () => {
    // Hundred by hundred: a full backlog makes the kernel's own retries, seconds apart, part of the test.
    const sockets: ReturnType<typeof rawStream>[] = [];
    while (sockets.length < 1000) {
      const more = Array.from({ length: 100 }, (_, turn) => rawStream(sockets.length + turn));
      await Promise.all(more.map(({ began }) => began));
      sockets.push(...more);
    }
    expect(fixture.fake.watchers.size).toBe(1000);
    await fixture.app.close();
    for (const text of await Promise.all(sockets.map(({ ended }) => ended)))
      expect(text).toMatch(/retry: 3000\n\n[\s\S]*retry: 3000\n\n/);
  });

  it('that are aborted a thousand times leave no listener', async () => {
    for (let round = 0; round < 10; round += 1) {
      const sockets = Array.from({ length: 100 }, (_, turn) => rawStream(turn));
      await Promise.all(sockets.map(({ began }) => began));
      for (const { socket } of sockets) socket.destroy();
      await nobodyListens();
    }
    await vi.waitUntil(() => fixture.clock.pending() === 0, SLOW_MACHINE_TIMEOUT);
  });

  it('that were refused or failed to start leave nothing behind', async () => {
    for (let turn = 0; turn < 30; turn += 1) await open('?job=unknown');
    expect([fixture.clock.pending(), fixture.fake.watchers.size]).toEqual([0, 0]);
    const { response, close } = await open();
    expect(response.status).toBe(200);
    await close();
  });
});

/** One stream of the visitor and network with this number, without anything between the test and the bytes. */
function rawStream(number: number) {
  const visitor = `visitor=${String(number).padStart(43, 'a')}`;
  const address = `198.18.${number >> 8}.${number & 255}`;
  const socket = net.connect(fixture.port, '127.0.0.1', () =>
    socket.write(
      `GET /api/download-progress HTTP/1.1\r\nHost: x\r\nCookie: ${visitor}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
    ),
  );
  let text = '';
  const began = new Promise<void>((resolve) => socket.once('data', () => resolve()));
  const ended = new Promise<string>((resolve) => socket.once('close', () => resolve(text)));
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => undefined);
  return { socket, began, ended };
}

/** The server's ends of the open connections. */
function serverSockets(from: HttpFixture): Set<net.Socket> {
  const sockets = new Set<net.Socket>();
  from.app.server.on('connection', (socket) => sockets.add(socket));
  return sockets;
}
