// One file in ranges, from a real origin through the real egress proxy, compared byte by byte.
import { describe, expect, it, vi } from 'vitest';
import { until } from '../../../tests/fixtures/door/until.ts';
import {
  readAll,
  setUpFetchFixture,
  sourceOf,
} from '../../../tests/fixtures/fetch/fetch-fixture.ts';
import { seededBody } from '../../../tests/fixtures/fetch/seeded-body.ts';
import { AppError } from '../../shared/errors.ts';

const openFixture = setUpFetchFixture();
const ADDRESS = 'https://cdn.test/film';

describe('a file', () => {
  it.each([1, 4096, 1_000_000, 8 * 1024 * 1024, 30_000_001])(
    'of %i bytes arrives byte for byte, on the disk and in order',
    async (bytes) => {
      const fixture = await openFixture();
      const body = seededBody(bytes, 'plain');
      await fixture.putFile(ADDRESS, body);
      const run = fixture.fetch(ADDRESS);
      const [part, early] = await Promise.all([run.done, readAll(run)]);
      expect(part).toEqual({ path: run.path, bytes, mayHaveGaps: false, isWhole: true });
      expect((await run.file()).equals(body)).toBe(true);
      expect(early.equals(body)).toBe(true);
      expect((await readAll(run)).equals(body)).toBe(true);
      expect(run.progress.at(-1)).toMatchObject({ bytes, totalBytes: bytes });
    },
  );

  it('is requested in ranges of at most 8 MB that do not overlap, without extra headers', async () => {
    const fixture = await openFixture();
    await fixture.putFile(ADDRESS, seededBody(40_000_000, 'ranges'));
    const headers = { 'User-Agent': 'test', 'Accept-Encoding': 'gzip' };
    await fixture.fetch(sourceOf(ADDRESS, { headers, cookies: { a: '1', b: '2' } })).done;
    const ranges = fixture.asked.map(({ headers: sent }) => {
      expect(sent).toMatchObject({
        'accept-encoding': 'identity',
        'user-agent': 'test',
        cookie: 'a=1; b=2',
      });
      expect(sent['if-range']).toBeUndefined();
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(sent.range ?? '') ?? [];
      return [Number(first), Number(last)] as const;
    });
    expect(ranges.length).toBeGreaterThan(4);
    for (const [first, last] of ranges) expect(last - first).toBeLessThan(8 * 1024 * 1024);
  });

  it('of a known size starts over several connections at once', async () => {
    const fixture = await openFixture();
    const body = seededBody(20_000_000, 'known');
    await fixture.putFile(ADDRESS, body);
    await fixture.lab.shape.set({ rttMs: 100, bytesPerSecondPerConnection: 50_000_000 });
    const run = fixture.fetch(ADDRESS, { exactBytes: body.length });
    await until(() => fixture.asked.length >= 3);
    expect(run.bytes()).toBe(0);
    await run.done;
    expect((await run.file()).equals(body)).toBe(true);
  });

  it.each([
    ['is of another size than announced', 1_000_000, 1_000_001],
    ['is empty', 0, null],
  ])('is refused when it %s', async (_, bytes, exactBytes) => {
    const fixture = await openFixture();
    await fixture.putFile(ADDRESS, seededBody(1_000_000, 'size').subarray(0, bytes));
    const run = fixture.fetch(ADDRESS, { exactBytes });
    await expect(run.done).rejects.toMatchObject({ code: 'bad_media' });
    await expect(readAll(run)).rejects.toMatchObject({ code: 'bad_media' });
  });

  it('is fetched over one connection from an origin that ignores ranges', async () => {
    const fixture = await openFixture();
    const body = seededBody(20_000_000, 'ignore');
    await fixture.putFile(ADDRESS, body);
    fixture.lab.faults.add({ host: 'cdn.test', pathPrefix: '/', fault: { kind: 'ignoreRange' } });
    const run = fixture.fetch(ADDRESS);
    expect((await readAll(run)).equals(body)).toBe(true);
    expect((await run.done).bytes).toBe(body.length);
  });

  it('is complete when the origin ignores ranges after several were requested', async () => {
    const fixture = await openFixture();
    const body = seededBody(20_000_000, 'ignore2');
    await fixture.putFile(ADDRESS, body);
    fixture.lab.faults.add({ host: 'cdn.test', pathPrefix: '/', fault: { kind: 'ignoreRange' } });
    const run = fixture.fetch(ADDRESS, { exactBytes: body.length });
    await run.done;
    expect((await run.file()).equals(body)).toBe(true);
  });

  it('is complete when one response ignores the range', async () => {
    const fixture = await openFixture();
    const body = seededBody(20_000_000, 'ignore3');
    await fixture.putFile(ADDRESS, body);
    const run = fixture.fetch(ADDRESS);
    await until(() => fixture.asked.length >= 1);
    fixture.lab.faults.add({
      host: 'cdn.test',
      pathPrefix: '/',
      fault: { kind: 'ignoreRange', times: 1 },
    });
    await run.done;
    expect((await run.file()).equals(body)).toBe(true);
  });

  it('counts towards the total of its job before anything is fetched', async () => {
    const fixture = await openFixture({ maxBytes: 2_500_000 });
    await fixture.putFile(ADDRESS, seededBody(1_000_000, 'a'));
    await fixture.putFile('https://cdn.test/big', seededBody(1_600_000, 'b'));
    await fixture.fetch(ADDRESS).done;
    const run = fixture.fetch('https://cdn.test/big');
    await expect(run.done).rejects.toMatchObject({
      code: 'too_large',
      params: { gigabytes: 0.0025 },
    });
  });

  it('of unknown length fails once it exceeds the limit', async () => {
    const fixture = await openFixture({ maxBytes: 2_500_000 });
    await fixture.putFile(ADDRESS, seededBody(5_000_000, 'a'));
    fixture.lab.faults.add({ host: 'cdn.test', pathPrefix: '/', fault: { kind: 'noLength' } });
    await expect(fixture.fetch(ADDRESS).done).rejects.toMatchObject({ code: 'too_large' });
  });

  it.each([
    ['server_full', '/dev/full', { retryAfterSeconds: 60 }],
    ['storage_failed', '/nowhere/part', {}],
  ])('ends with %s when the disk fails', async (code, path, params) => {
    const fixture = await openFixture();
    await fixture.putFile(ADDRESS, seededBody(3_000_000, 'disk'));
    const run = fixture.fetch(ADDRESS, { path });
    await expect(run.done).rejects.toMatchObject({ code, params });
    await expect(readAll(run)).rejects.toMatchObject({ code, params });
  });

  it("rejects at once with its signal's reason, as does its reader", async () => {
    const fixture = await openFixture();
    await fixture.putFile(ADDRESS, seededBody(3_000_000, 'abort'));
    fixture.lab.faults.add({
      host: 'cdn.test',
      pathPrefix: '/',
      fault: { kind: 'stall', afterBytes: 100_000 },
    });
    const controller = new AbortController();
    const run = fixture.fetch(ADDRESS, { signal: controller.signal });
    const reading = readAll(run);
    await until(() => run.bytes() > 0 || fixture.door.counts().opened > 0);
    const reason = new Error('the visitor left');
    // It would wait for the stalled host, if it waited.
    controller.abort(reason);
    await expect(run.done).rejects.toBe(reason);
    await expect(reading).rejects.toBe(reason);
    await expect(readAll(run)).rejects.toBe(reason);
  });

  it('ends with its session, even while waiting for a fresh source', async () => {
    const fixture = await openFixture();
    fixture.lab.faults.add({
      host: 'cdn.test',
      pathPrefix: '/',
      fault: { kind: 'status', status: 403 },
    });
    const run = fixture.fetch(ADDRESS, { refresh: () => new Promise(() => undefined) });
    await until(() => run.refreshed() === 1);
    await fixture.session.close();
    await expect(run.done).rejects.toMatchObject({ code: 'cancelled' });
    await expect(fixture.fetch(ADDRESS).done).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('causes no unhandled rejection when it fails', async () => {
    const fixture = await openFixture();
    const unheard = vi.fn();
    process.on('unhandledRejection', unheard);
    fixture.lab.faults.add({ host: 'cdn.test', pathPrefix: '/', fault: { kind: 'html' } });
    const run = fixture.fetch(ADDRESS);
    const reading = run.read()[Symbol.asyncIterator]();
    await expect(reading.next()).rejects.toMatchObject({ code: 'bad_media' });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', unheard);
    expect(unheard).not.toHaveBeenCalled();
  });

  it('follows redirects once, and sends cookies to their own host only', async () => {
    const fixture = await openFixture();
    const body = seededBody(12_000_000, 'redirect');
    await fixture.putFile('https://edge.test/film', body);
    fixture.put(ADDRESS, {
      status: 302,
      headers: { location: 'https://middle.test/x' },
      body: '',
    });
    fixture.put('https://middle.test/x', {
      status: 307,
      headers: { location: '//edge.test/film' },
      body: '',
    });
    const source = sourceOf(ADDRESS, {
      headers: { Referer: 'https://r.test/' },
      cookies: { a: '1' },
    });
    const run = fixture.fetch(source);
    await run.done;
    expect((await run.file()).equals(body)).toBe(true);
    const hosts = fixture.asked.map(({ url }) => url.hostname);
    expect(hosts.slice(0, 3)).toEqual(['cdn.test', 'middle.test', 'edge.test']);
    expect(hosts.filter((host) => host === 'cdn.test')).toHaveLength(1);
    for (const { headers, url } of fixture.asked) {
      expect(headers.cookie).toBe(url.hostname === 'cdn.test' ? 'a=1' : undefined);
      expect(headers.referer).toBe('https://r.test/');
    }
  });

  it.each(['http://edge.test/film', 'file:///etc/passwd', 'https://a:b@edge.test/'])(
    'is not followed to %s',
    async (location) => {
      const fixture = await openFixture();
      fixture.put(ADDRESS, { status: 302, headers: { location }, body: '' });
      await expect(fixture.fetch(ADDRESS).done).rejects.toMatchObject({ code: 'blocked_target' });
      expect(fixture.asked).toHaveLength(1);
    },
  );

  it('fails with the error of its refresh', async () => {
    const fixture = await openFixture();
    fixture.lab.faults.add({
      host: 'cdn.test',
      pathPrefix: '/',
      fault: { kind: 'status', status: 403 },
    });
    const gone = new AppError('private');
    const run = fixture.fetch(ADDRESS, { refresh: async () => Promise.reject(gone) });
    await expect(run.done).rejects.toBe(gone);
  });
});
