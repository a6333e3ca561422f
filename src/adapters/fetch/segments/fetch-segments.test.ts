// HLS and DASH over the lab: joined in order, decrypted, and with the retries of single files.
import { createCipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { until } from '../../../../tests/fixtures/door/until.ts';
import {
  type FetchFixture,
  leftovers,
  outcomeOf,
  readAll,
  setUpFetchFixture,
  sourceOf,
} from '../../../../tests/fixtures/fetch/fetch-fixture.ts';
import { seededBody } from '../../../../tests/fixtures/fetch/seeded-body.ts';
import { createManualClock } from '../../../../tests/support/run/manual-clock.ts';

const openFixture = setUpFetchFixture();
const LIST = 'https://cdn.test/v/list.m3u8';
const KEY = Buffer.from('0123456789abcdef');

/** Segments of odd lengths; the first begins like media, the others like noise. */
function cut(count: number, seed: string): Buffer[] {
  return Array.from({ length: count }, (_, index) =>
    seededBody(300_000 + ((index * 77_777) % 900_000), `${seed}${index}`),
  );
}

async function putSegments(
  fixture: FetchFixture,
  segments: readonly Buffer[],
  folder = 'https://cdn.test/v/',
) {
  for (const [index, segment] of segments.entries())
    await fixture.putFile(`${folder}s${index}.ts`, segment, 'video/mp2t');
}

function listOf(count: number, line = (index: number) => `s${index}.ts`, head = ''): string {
  const lines = Array.from(
    { length: count },
    (_, index) => `#EXTINF:4,ein Titel é\n${line(index)}`,
  );
  return `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n${head}${lines.join('\n')}\n#EXT-X-ENDLIST\n`;
}

function seal(plain: Buffer, iv: Buffer): Buffer {
  const cipher = createCipheriv('aes-128-cbc', KEY, iv);
  return Buffer.concat([cipher.update(plain), cipher.final()]);
}

function ivOf(sequence: number): Buffer {
  const iv = Buffer.alloc(16);
  iv.writeUInt32BE(sequence, 12);
  return iv;
}

describe('a part in segments', () => {
  it('of HLS is joined in order over several connections, and can be read meanwhile', async () => {
    const fixture = await openFixture();
    const segments = cut(30, 'ts');
    await putSegments(fixture, segments);
    fixture.put(LIST, { body: listOf(30) });
    await fixture.lab.shape.set({ rttMs: 20, bytesPerSecondPerConnection: 10_000_000 });
    const run = fixture.fetch(LIST, { delivery: 'hls' });
    const early = await readAll(run);
    const whole = Buffer.concat(segments);
    expect(early.equals(whole)).toBe(true);
    expect(await run.done).toMatchObject({ bytes: whole.length, mayHaveGaps: false });
    expect((await run.file()).equals(whole)).toBe(true);
    expect(Math.max(...run.progress.map(({ connections }) => connections))).toBeGreaterThan(1);
    expect(run.progress.slice(0, -1).every(({ totalBytes }) => totalBytes === null)).toBe(true);
    expect(await leftovers(fixture.folder)).toEqual([]);
  });

  it('of a master playlist is its best variant', async () => {
    const fixture = await openFixture();
    const segments = cut(2, 'master');
    await putSegments(fixture, segments, 'https://cdn.test/v/hi/');
    fixture.put('https://cdn.test/v/hi/list.m3u8', { body: listOf(2) });
    fixture.put(LIST, {
      body: '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlo/list.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\nhi/list.m3u8\n',
    });
    const run = fixture.fetch(LIST, { delivery: 'hls' });
    await run.done;
    expect((await run.file()).equals(Buffer.concat(segments))).toBe(true);
  });

  it.each([
    ['the number of each segment', '', (index: number) => ivOf(7 + index)],
    [
      'a vector of its own',
      ',IV=0x000102030405060708090a0b0c0d0e0f',
      () => Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex'),
    ],
  ])('encrypted with %s is decrypted as it arrives', async (_, attribute, iv) => {
    const fixture = await openFixture();
    const segments = cut(12, 'sealed');
    await putSegments(
      fixture,
      segments.map((segment, index) => seal(segment, iv(index))),
    );
    fixture.put('https://cdn.test/key', { body: KEY });
    const head = `#EXT-X-MEDIA-SEQUENCE:7\n#EXT-X-KEY:METHOD=AES-128,URI="/key"${attribute}\n`;
    fixture.put(LIST, { body: listOf(12, undefined, head) });
    fixture.lab.faults.add({
      host: 'cdn.test',
      pathPrefix: '/v/s',
      fault: { kind: 'reset', afterBytes: 123_457, times: 3 },
    });
    const run = fixture.fetch(LIST, { delivery: 'hls' });
    await run.done;
    expect((await run.file()).equals(Buffer.concat(segments))).toBe(true);
    expect(fixture.asked.filter(({ url }) => url.pathname === '/key')).toHaveLength(1);
  });

  it.each([
    ['open', (head: Buffer) => head],
    ['sealed', (head: Buffer) => seal(head, ivOf(0))],
  ])('with its initialization segment %s is a fragmented MP4', async (_, sealHead) => {
    const fixture = await openFixture();
    const head = seededBody(1234, 'head');
    const segments = cut(3, 'fmp4');
    await putSegments(
      fixture,
      segments.map((segment, index) => seal(segment, ivOf(index))),
    );
    await fixture.putFile('https://cdn.test/v/head.mp4', sealHead(head));
    fixture.put('https://cdn.test/key', { body: KEY });
    const tags = '#EXT-X-KEY:METHOD=AES-128,URI="/key"\n#EXT-X-MAP:URI="head.mp4"\n';
    fixture.put(LIST, { body: listOf(3, undefined, tags) });
    const run = fixture.fetch(LIST, { delivery: 'hls' });
    await run.done;
    expect((await run.file()).equals(Buffer.concat([head, ...segments]))).toBe(true);
  });

  it('in byte ranges of one file is that file', async () => {
    const fixture = await openFixture();
    const body = seededBody(3_000_000, 'ranges');
    await fixture.putFile('https://cdn.test/v/all.mp4', body);
    const tags = '#EXT-X-MAP:URI="all.mp4",BYTERANGE="1000@0"\n';
    const line = (index: number) =>
      `#EXT-X-BYTERANGE:${index === 0 ? '999000@1000' : '1000000'}\nall.mp4`;
    fixture.put(LIST, { body: listOf(3, line, tags) });
    const run = fixture.fetch(LIST, { delivery: 'hls', exactBytes: 3_000_000 });
    await run.done;
    expect((await run.file()).equals(body)).toBe(true);
  });

  it('of DASH is its fragments in order', async () => {
    const fixture = await openFixture();
    const segments = cut(20, 'dash');
    await putSegments(fixture, segments);
    const fragments = segments.map((__, index) => ({
      address: `https://cdn.test/v/s${index}.ts`,
      durationSeconds: 4,
    }));
    const run = fixture.fetch(sourceOf(LIST, { fragments }), { delivery: 'dash' });
    const whole = Buffer.concat(segments);
    expect((await readAll(run)).equals(whole)).toBe(true);
    expect((await run.done).bytes).toBe(whole.length);
  });

  it('resumes with the playlist of a fresh source', async () => {
    const clock = createManualClock();
    const fixture = await openFixture({ clock });
    const segments = cut(12, 'fresh');
    await putSegments(fixture, segments);
    await putSegments(fixture, segments, 'https://fresh.test/v/');
    fixture.put(LIST, { body: listOf(12) });
    fixture.put('https://fresh.test/v/list.m3u8', { body: listOf(12) });
    fixture.lab.faults.add({
      host: 'cdn.test',
      pathPrefix: '/v/s',
      fault: { kind: 'forbiddenAfter', requests: 5 },
    });
    const refresh = async () => sourceOf('https://fresh.test/v/list.m3u8');
    const run = fixture.fetch(LIST, { delivery: 'hls', refresh });
    expect(await outcomeOf(run.done, clock)).toMatchObject({ mayHaveGaps: false });
    expect((await run.file()).equals(Buffer.concat(segments))).toBe(true);
    expect(run.refreshed()).toBe(1);
  });

  it('asks for a fresh source when its playlist or its key is gone', async () => {
    const clock = createManualClock();
    const fixture = await openFixture({ clock });
    const segments = cut(2, 'keys');
    await putSegments(
      fixture,
      segments.map((segment, index) => seal(segment, ivOf(index))),
    );
    const head = (key: string) => `#EXT-X-KEY:METHOD=AES-128,URI="${key}"\n`;
    fixture.put('https://cdn.test/v/b.m3u8', { body: listOf(2, undefined, head('/gone')) });
    fixture.put('https://cdn.test/v/c.m3u8', { body: listOf(2, undefined, head('/key')) });
    fixture.put(LIST, { status: 404, body: '' });
    fixture.put('https://cdn.test/gone', { status: 410, body: '' });
    fixture.put('https://cdn.test/key', { body: KEY });
    const addresses = ['https://cdn.test/v/b.m3u8', 'https://cdn.test/v/c.m3u8'];
    const run = fixture.fetch(LIST, {
      delivery: 'hls',
      refresh: async () => sourceOf(addresses.shift() ?? ''),
    });
    await outcomeOf(run.done, clock);
    expect((await run.file()).equals(Buffer.concat(segments))).toBe(true);
    expect(run.refreshed()).toBe(2);
  });

  it.each<[string, string, string]>([
    ['drm', 'a sample cipher', listOf(1, undefined, '#EXT-X-KEY:METHOD=SAMPLE-AES,URI="/key"\n')],
    [
      'drm',
      'a key system',
      listOf(1, undefined, '#EXT-X-KEY:METHOD=AES-128,KEYFORMAT="com.x",URI="/key"\n'),
    ],
    ['live', 'no end', listOf(1).replace('#EXT-X-ENDLIST\n', '')],
    ['blocked_target', 'a segment of this machine', listOf(1, () => 'file:///etc/passwd')],
    ['blocked_target', 'a segment of data', listOf(1, () => 'data:video/mp4,x')],
    [
      'blocked_target',
      'a key of this machine',
      listOf(1, undefined, '#EXT-X-KEY:METHOD=AES-128,URI="file:///k"\n'),
    ],
    ['bad_media', 'too many segments', listOf(20_001)],
    ['bad_media', 'no segments', listOf(0)],
    ['bad_media', 'no playlist at all', '<html>wait</html>'],
    ['bad_media', 'a range that is none', listOf(1, () => '#EXT-X-BYTERANGE:-5@0\ns0.ts')],
    ['bad_media', 'a gap', listOf(1, () => '#EXT-X-GAP\ns0.ts')],
    [
      'bad_media',
      'a key of another length',
      listOf(1, undefined, '#EXT-X-KEY:METHOD=AES-128,URI="/short"\n'),
    ],
    [
      'bad_media',
      'a key that does not fit',
      listOf(1, undefined, '#EXT-X-KEY:METHOD=AES-128,URI="/key"\n'),
    ],
    ['bad_media', 'a page for a segment', listOf(1, () => '/page')],
    ['too_large', 'more than is allowed', listOf(40, () => 's0.ts')],
  ])('ends with %s for %s', async (code, _, text) => {
    const fixture = await openFixture({ maxBytes: 5_000_000 });
    await putSegments(fixture, cut(1, 'bad'));
    fixture.put(LIST, { body: text });
    fixture.put('https://cdn.test/key', { body: KEY });
    fixture.put('https://cdn.test/short', { body: 'short' });
    fixture.put('https://cdn.test/page', { body: ' <!doctype html>' });
    const run = fixture.fetch(LIST, { delivery: 'hls' });
    await expect(run.done).rejects.toMatchObject({ name: 'AppError', code });
    expect(await leftovers(fixture.folder)).toEqual([]);
  });

  it('counts what has come of segments that are not whole yet, or wait for their turn', async () => {
    const fixture = await openFixture();
    const segments = cut(3, 'count');
    await putSegments(fixture, segments);
    fixture.put(LIST, { body: listOf(3) });
    const end = fixture.lab.faults.add({
      host: 'cdn.test',
      pathPrefix: '/v/s0',
      fault: { kind: 'slow', bytesPerSecond: 20_000 },
    });
    const run = fixture.fetch(LIST, { delivery: 'hls' });
    const others = (segments[1]?.length ?? 0) + (segments[2]?.length ?? 0);
    await until(() => run.bytes() > others + 5000);
    expect(run.bytes()).toBeLessThan(others + 100_000);
    end();
    const { bytes } = await run.done;
    expect(run.bytes()).toBe(bytes);
    const counts = run.progress.map((progress) => progress.bytes);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  });

  it('is refused when its size differs from the announced one', async () => {
    const fixture = await openFixture();
    await putSegments(fixture, cut(2, 'size'));
    fixture.put(LIST, { body: listOf(2) });
    const run = fixture.fetch(LIST, { delivery: 'hls', exactBytes: 5 });
    await expect(run.done).rejects.toMatchObject({ code: 'bad_media' });
  });

  it("rejects at once with its signal's reason and leaves no files", async () => {
    const fixture = await openFixture();
    await putSegments(fixture, cut(12, 'abort'));
    fixture.put(LIST, { body: listOf(12) });
    fixture.lab.faults.add({
      host: 'cdn.test',
      pathPrefix: '/v/s3.ts',
      fault: { kind: 'stall', afterBytes: 1000 },
    });
    const controller = new AbortController();
    const run = fixture.fetch(LIST, { delivery: 'hls', signal: controller.signal });
    await until(() => fixture.asked.length === 13);
    const reason = new Error('the visitor left');
    // It would wait for the stalled host, if it waited.
    controller.abort(reason);
    await expect(run.done).rejects.toBe(reason);
    await expect(readAll(run)).rejects.toBe(reason);
    expect(await leftovers(fixture.folder)).toEqual([]);
  });
});
