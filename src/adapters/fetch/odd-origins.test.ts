// Origins that are odd but honest, and those that are not: nodes with their own validators, If-Range, early ranges.

import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../../lab/faults/faults.ts';
import type { LabRequest } from '../../../lab/platform.ts';
import {
  type FetchFixture,
  outcomeOf,
  readAll,
  setUpFetchFixture,
} from '../../../tests/fixtures/fetch/fetch-fixture.ts';
import { seededBody } from '../../../tests/fixtures/fetch/seeded-body.ts';

const openFixture = setUpFetchFixture();
const ADDRESS = 'https://cdn.test/film';
const BODY = seededBody(20_000_000, 'odd');
const OTHER = seededBody(20_000_000, 'other');
const folder = mkdtempSync(path.join(tmpdir(), 'keepreel-odd-'));
const film = { file: path.join(folder, 'film'), type: 'video/mp4' };
beforeAll(() => writeFile(film.file, BODY));
afterAll(() => rm(folder, { recursive: true }));

/** On the real clock: what counts is which bytes are on the disk when a pause ends. */
async function openPlay() {
  const fixture = await openFixture();
  fixture.put(ADDRESS, film);
  await fixture.lab.shape.set({ rttMs: 0, bytesPerSecondPerConnection: 20_000_000 });
  const addFault = (fault: Fault) =>
    fixture.lab.faults.add({ host: 'cdn.test', pathPrefix: '/', fault });
  return { ...fixture, addFault };
}

type Play = Awaited<ReturnType<typeof openPlay>>;

/** The first and last byte that were asked for. */
function rangeOf({ headers }: LabRequest): [number, number] {
  const [, first = '0', last = ''] = /bytes=(\d+)-(\d+)/.exec(headers.range ?? '') ?? [];
  return [Number(first), Math.min(Number(last) + 1, BODY.length)];
}

function partOf(body: Buffer, request: LabRequest, etag: string) {
  const [first, end] = rangeOf(request);
  return {
    status: 206,
    headers: { 'content-range': `bytes ${first}-${end - 1}/${body.length}`, etag },
    body: body.subarray(first, end),
  };
}

function startsOf({ asked }: FetchFixture): number {
  return asked.map(rangeOf).filter(([first, end]) => first === 0 && end > 1_000_000).length;
}

async function arrives(play: Play, more: Parameters<FetchFixture['fetch']>[1] = {}) {
  const run = play.fetch(ADDRESS, more);
  const early = readAll(run);
  early.catch(() => undefined);
  expect(await outcomeOf(run.done)).toMatchObject({ bytes: BODY.length });
  expect((await run.file()).equals(BODY)).toBe(true);
  expect((await early).equals(BODY)).toBe(true);
}

const SIZES = [
  ['of a known size', { exactBytes: BODY.length }],
  ['of an unknown size', {}],
] as const;

describe.each(SIZES)('a file %s on nodes that do not share their validators', (_, size) => {
  it.each([2, 3, 50])('(%i of them) arrives without a start from the beginning', async (nodes) => {
    const play = await openPlay();
    play.addFault({ kind: 'nodes', nodes });
    await arrives(play, size);
    expect(startsOf(play)).toBe(1);
    expect(play.lab.sentBytes()).toBeLessThan(2 * BODY.length);
  });

  it('(one a request) arrives without a second start where its beginning is answered last', async () => {
    const play = await openPlay();
    let answers = 0;
    play.put(ADDRESS, async (request) => {
      answers += 1;
      const etag = `"${answers}"`;
      if (rangeOf(request)[0] === 0) await setTimeout(150);
      return partOf(BODY, request, etag);
    });
    await arrives(play, size);
    expect(startsOf(play)).toBe(1);
    expect(play.lab.sentBytes()).toBeLessThan(2 * BODY.length);
  });

  it('arrives when its connections break as well', async () => {
    const play = await openPlay();
    play.addFault({ kind: 'nodes', nodes: 2 });
    play.addFault({ kind: 'reset', afterBytes: 2_000_000, times: 3 });
    await arrives(play, size);
    expect(startsOf(play)).toBeLessThanOrEqual(2);
    expect(play.lab.sentBytes()).toBeLessThan(2 * BODY.length);
  });

  it('arrives when its validators change on the way and its bytes do not', async () => {
    const play = await openPlay();
    play.addFault({ kind: 'changedValidator', afterRequests: 2 });
    await arrives(play, size);
    expect(startsOf(play)).toBe(1);
  });

  it.each(['bytes', 'length'] as const)('is refused where their %s differ', async (others) => {
    const play = await openPlay();
    play.addFault({ kind: 'nodes', nodes: 2, others });
    const run = play.fetch(ADDRESS, size);
    expect(await outcomeOf(run.done)).toMatchObject({ error: { code: 'bad_media' } });
    expect(startsOf(play)).toBeLessThanOrEqual(2);
    expect(play.lab.sentBytes()).toBeLessThan(2 * BODY.length);
  });

  it.each([
    ['a second half of its own', BODY.length / 2],
    ['another beginning', 0],
  ])('is never a mixture, where a node has %s', async (_what, from) => {
    const other = Buffer.concat([BODY.subarray(0, from), OTHER.subarray(from)]);
    if (from === 0) BODY.copy(other, 1_000_000, 1_000_000);
    const play = await openPlay();
    let answers = 0;
    play.put(ADDRESS, (request) => {
      answers += 1;
      return partOf(answers % 2 === 0 ? other : BODY, request, `"${answers % 2}"`);
    });
    const run = play.fetch(ADDRESS, size);
    const outcome = await outcomeOf(run.done);
    if ('error' in outcome) return expect(outcome.error).toMatchObject({ code: 'bad_media' });
    const file = await run.file();
    expect(file.equals(BODY) || file.equals(other)).toBe(true);
  });
});

it('a file that is replaced on the way is started over once', async () => {
  const play = await openPlay();
  let answers = 0;
  play.put(ADDRESS, (request) => {
    answers += 1;
    return answers > 2 ? partOf(BODY, request, '"new"') : partOf(OTHER, request, '"old"');
  });
  const run = play.fetch(ADDRESS);
  await outcomeOf(run.done);
  expect((await run.file()).equals(BODY)).toBe(true);
  expect(startsOf(play)).toBe(2);
});

it('a small file that breaks off and goes on on another node arrives', async () => {
  const play = await openPlay();
  const small = BODY.subarray(0, 300_000);
  await play.putFile(ADDRESS, small);
  play.addFault({ kind: 'nodes', nodes: 2 });
  play.addFault({ kind: 'reset', afterBytes: 150_000, times: 1 });
  const run = play.fetch(ADDRESS);
  await outcomeOf(run.done);
  expect((await run.file()).equals(small)).toBe(true);
});

describe.each(SIZES)('a file %s whose origin answers If-Range with all of it', (_, size) => {
  it.each([
    [3_000_000, 8],
    [700_000, 5],
  ])(
    'costs at most a fifth more when connections break after %i bytes',
    async (afterBytes, times) => {
      const play = await openPlay();
      play.addFault({ kind: 'ignoreIfRange' });
      play.addFault({ kind: 'reset', afterBytes, times });
      await arrives(play, size);
      expect(play.lab.sentBytes()).toBeLessThan(1.2 * BODY.length);
      const conditional = play.asked.filter(({ headers }) => headers['if-range'] !== undefined);
      // Those that were on their way when the first was answered.
      expect(conditional.length).toBeLessThanOrEqual(8);
    },
  );
});

describe('a response that begins earlier than asked', () => {
  it.each([1000, 65_536, 1_000_000])(
    'at a multiple of %i is read from the right byte',
    async (blockBytes) => {
      const play = await openPlay();
      play.addFault({ kind: 'earlyRange', blockBytes });
      play.addFault({ kind: 'reset', afterBytes: 1_000_001, times: 2 });
      await arrives(play);
      expect(play.lab.sentBytes()).toBeLessThan(2 * BODY.length);
    },
  );

  it('is refused once that brings more than the file again', async () => {
    const play = await openPlay();
    play.addFault({ kind: 'earlyRange', blockBytes: BODY.length });
    const run = play.fetch(ADDRESS);
    expect(await outcomeOf(run.done)).toMatchObject({
      error: { code: 'upstream_error' },
    });
    expect(play.lab.sentBytes()).toBeLessThan(4 * BODY.length);
  });

  it('is refused where it begins later', async () => {
    const play = await openPlay();
    play.addFault({ kind: 'shiftRange', byBytes: 16 });
    const run = play.fetch(ADDRESS);
    expect(await outcomeOf(run.done)).toMatchObject({
      error: { code: 'upstream_error' },
    });
    expect(run.bytes()).toBe(0);
  });

  it('is cut in a segment as well', async () => {
    const play = await openPlay();
    const segment = BODY.subarray(0, 2_000_000);
    await play.putFile('https://cdn.test/s0.ts', segment, 'video/mp2t');
    play.put('https://cdn.test/list.m3u8', {
      body: '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\ns0.ts\n#EXT-X-ENDLIST\n',
    });
    play.lab.faults.add({
      host: 'cdn.test',
      pathPrefix: '/s0',
      fault: { kind: 'earlyRange', blockBytes: 65_536 },
    });
    play.lab.faults.add({
      host: 'cdn.test',
      pathPrefix: '/s0',
      fault: { kind: 'reset', afterBytes: 700_000, times: 2 },
    });
    const run = play.fetch('https://cdn.test/list.m3u8', { delivery: 'hls' });
    await outcomeOf(run.done);
    expect((await run.file()).equals(segment)).toBe(true);
  });
});
