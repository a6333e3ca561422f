// A part of a source is of one file and of the bytes that were found: whatever else an origin answers is no part.
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LabRequest } from '../../../lab/platform.ts';
import {
  leftovers,
  outcomeOf,
  setUpFetchFixture,
  sourceOf,
} from '../../../tests/fixtures/fetch/fetch-fixture.ts';
import { seededBody } from '../../../tests/fixtures/fetch/seeded-body.ts';
import { type FindPart, WHOLE_SOURCE } from '../../core/jobs/ports.ts';

const openFixture = setUpFetchFixture();
const ADDRESS = 'https://cdn.test/film';
const BODY = seededBody(3_000_000, 'part');
const OTHER = seededBody(3_000_000, 'another');
const [FROM, TO] = [1_000_000, 1_400_000];
const HEAD = Buffer.from('a beginning of its own');
const WANTED = Buffer.concat([HEAD, BODY.subarray(FROM, TO)]);

const found = { head: HEAD, from: FROM, to: TO, startSeconds: 5, held: null };
const TYPE = { 'content-type': 'video/mp4' };
const span = { startSeconds: 5, endSeconds: 6, isExact: false };
const partOf = (find: FindPart = async () => found) => ({ span, find });

function rangeOf({ headers }: LabRequest): [number, number] {
  const [, first = '0', last = ''] = /bytes=(\d+)-(\d*)/.exec(headers.range ?? '') ?? [];
  return [Number(first), last === '' ? BODY.length : Math.min(Number(last) + 1, BODY.length)];
}

function answer(body: Buffer, request: LabRequest, headers: Record<string, string> = {}, by = 0) {
  const [first, end] = rangeOf(request);
  const said = `bytes ${first + by}-${end + by - 1}/${body.length}`;
  return {
    status: 206,
    headers: { 'content-range': said, ...TYPE, ...headers },
    body: body.subarray(first + by, end + by),
  };
}

const isIndex = (request: LabRequest) => rangeOf(request)[0] === 0;

it('is its own beginning and the bytes that were found', async () => {
  const play = await openFixture();
  play.put(ADDRESS, (request) => answer(BODY, request, { etag: '"1"' }));
  const run = play.fetch(ADDRESS, { part: partOf() });
  expect(await run.part).toMatchObject({ startSeconds: 5 });
  await run.done;
  expect((await run.file()).equals(WANTED)).toBe(true);
});

it('has a length as soon as it has a byte', async () => {
  const play = await openFixture();
  play.put(ADDRESS, (request) => answer(BODY, request));
  const find: FindPart = async (source) => {
    for (let at = FROM; at < TO; at += 50_000) await source.read(at, at + 10);
    return found;
  };
  const run = play.fetch(ADDRESS, { part: partOf(find) });
  await run.readSome(0, 1);
  const later = setTimeout(0, null);
  expect(await Promise.race([run.totalBytes, later])).toBe(WANTED.length);
  await run.done;
});

it('requests nothing twice, and reads the places that it is looked for in side by side', async () => {
  const play = await openFixture();
  const places = [FROM, FROM + 100_000, FROM + 250_000];
  let [open, most] = [0, 0];
  play.put(ADDRESS, async (request) => {
    open += 1;
    most = Math.max(most, open);
    await setTimeout(20);
    open -= 1;
    return answer(BODY, request, { etag: '"1"' });
  });
  const find: FindPart = async (source) => {
    most = 0;
    await Promise.all(places.map((at) => source.read(at, at + 10)));
    expect(most).toBe(places.length);
    return found;
  };
  const run = play.fetch(ADDRESS, { part: partOf(find), exactBytes: BODY.length });
  await run.done;
  expect((await run.file()).equals(WANTED)).toBe(true);
  const ranges = play.asked.map(rangeOf).sort(([a], [b]) => a - b);
  for (const [at, [from]] of ranges.entries())
    expect(from).toBeGreaterThanOrEqual(ranges[at - 1]?.[1] ?? 0);
});

describe('is refused where its bytes are of another file than its index:', () => {
  it.each<[string, Record<string, string>, Record<string, string>, Buffer]>([
    ['another etag', { etag: '"1"' }, { etag: '"2"' }, OTHER],
    [
      'another date',
      { 'last-modified': 'Mon, 02 Jan 2023 00:00:00 GMT' },
      { 'last-modified': 'Tue, 03 Jan 2023 00:00:00 GMT' },
      OTHER,
    ],
    ['another length', {}, {}, OTHER.subarray(0, 2_900_000)],
  ])(
    '%s',
    async (_, before, after, other) => {
      const play = await openFixture();
      play.put(ADDRESS, (request) =>
        isIndex(request) ? answer(BODY, request, before) : answer(other, request, after),
      );
      const run = play.fetch(ADDRESS, { part: partOf() });
      expect(await outcomeOf(run.done)).toMatchObject({ error: { code: 'bad_media' } });
    },
    30_000,
  );
});

it('is fetched from nodes that name the same file differently', async () => {
  const play = await openFixture();
  play.put(ADDRESS, (request) => answer(BODY, request, { etag: `"${play.asked.length % 3}"` }));
  const run = play.fetch(ADDRESS, { part: partOf() });
  await run.done;
  const whole = (await run.part).startSeconds === 0;
  expect((await run.file()).equals(whole ? BODY : WANTED)).toBe(true);
});

it('is the whole of an origin that stops answering ranges', async () => {
  const play = await openFixture();
  play.put(ADDRESS, (request) =>
    isIndex(request) ? answer(BODY, request) : { headers: TYPE, body: BODY },
  );
  const run = play.fetch(ADDRESS, { part: partOf() });
  await run.done;
  expect(await run.part).toEqual({ startSeconds: 0, held: null });
  expect((await run.file()).equals(BODY)).toBe(true);
});

describe('is the whole, by one request without a range, of an origin that answers other ranges', () => {
  it.each([
    ['from the start', () => true],
    ['behind its beginning', (request: LabRequest) => !isIndex(request)],
  ])('%s', async (_where, isWrong) => {
    const play = await openFixture();
    play.put(ADDRESS, (request) => {
      if (request.headers.range === undefined) return { headers: TYPE, body: BODY };
      return answer(BODY, request, {}, isWrong(request) ? 5000 : 0);
    });
    const run = play.fetch(ADDRESS, { part: partOf() });
    await run.done;
    expect(await run.part).toBe(WHOLE_SOURCE);
    expect((await run.file()).equals(BODY)).toBe(true);
    expect(play.asked.filter(({ headers }) => headers.range === undefined)).toHaveLength(1);
    expect(play.asked.length).toBeLessThan(5);
  });
});

it('costs few requests, however many places an index leads to', async () => {
  const play = await openFixture();
  play.put(ADDRESS, (request) => answer(BODY, request));
  const find: FindPart = async (source) => {
    for (let at = 0; at < 1000; at += 1)
      await source.read((at * 709_190) % 2_900_000, ((at * 709_190) % 2_900_000) + 9);
    return found;
  };
  const run = play.fetch(ADDRESS, { part: partOf(find) });
  await run.done;
  expect((await run.file()).equals(BODY)).toBe(true);
  expect(play.asked.length).toBeLessThan(40);
});

it('leaves nothing behind where it is cancelled while it is looked for', async () => {
  const play = await openFixture();
  const cancel = new AbortController();
  let open = 0;
  play.put(ADDRESS, async (request) => {
    open += 1;
    if (!isIndex(request))
      await setTimeout(100_000, null, { signal: cancel.signal }).catch(() => null);
    open -= 1;
    return answer(BODY, request);
  });
  const part = partOf(async (source) => {
    await source.read(2_000_000, 2_000_100);
    return found;
  });
  const run = play.fetch(ADDRESS, { part, signal: cancel.signal });
  run.part.catch(() => undefined);
  await expect.poll(() => open).toBe(1);
  await expect.poll(() => play.asked.length).toBe(2);
  cancel.abort(new Error('cancelled'));
  expect(await outcomeOf(run.done)).toMatchObject({ error: { message: 'cancelled' } });
  expect(await outcomeOf(run.part)).toMatchObject({ error: { message: 'cancelled' } });
  expect(await leftovers(play.folder)).toEqual([]);
});

it.each([0, null])(
  'is of the fragments that hold it, the first of which lasts %s',
  async (first) => {
    const play = await openFixture();
    const fragments = Array.from({ length: 20 }, (_, at) => {
      const address = `https://cdn.test/${at}`;
      play.put(address, { headers: TYPE, body: BODY.subarray(1000 * at, 1000 * at + 1000) });
      return { address, durationSeconds: at === 0 ? first : 2 };
    });
    const source = sourceOf(ADDRESS, { fragments });
    const run = play.fetch(source, { delivery: 'dash', part: partOf() });
    await run.done;
    expect(await run.part).toEqual({ startSeconds: 2, held: null });
    expect(play.asked.map(({ url }) => url.pathname).sort()).toEqual(['/0', '/2', '/3', '/4']);
  },
);
