import { expect, it } from 'vitest';
import type { Job, ZipRequest } from '../../../../shared/api/download.ts';
import type { ErrorCode } from '../../../../shared/errors.ts';
import { RequestError } from '../../../browser/request.ts';
import { type CollectNeeds, collectZip, type MembersOf } from './collect-zip.ts';

const URL = 'https://www.tiktok.com/@_/video/7512345678901234506';

const refusalOf = (code: ErrorCode, params = {}) =>
  new RequestError(429, code, { success: false, code, message: '', params, ref: '' });

function membersOf(count: number): MembersOf {
  const members = Array.from({ length: count }, (_, at) => {
    const id = `i${at}`;
    return { id, name: `Photo ${at}`, request: { url: URL, item: id, offer: 'photo' } };
  });
  const answer = { url: URL, media: { title: 'A post' } } as MembersOf['answer'];
  return { answer, members };
}

/** A server that finishes each download at its second look. `refusals` are thrown by the first starts. */
function serverOf({ failing = [] as string[], refusals = [] as RequestError[] } = {}) {
  const seen = { open: 0, most: 0, asked: [] as object[], zips: [] as ZipRequest[] };
  const looks = new Map<string, number>();
  const pauses: number[] = [];
  const cancelled: string[] = [];
  let nowMs = 1000;
  const needs: CollectNeeds = {
    calls: {
      async start(request) {
        const refusal = refusals.shift();
        if (refusal) throw refusal;
        seen.asked.push(request);
        seen.open += 1;
        seen.most = Math.max(seen.most, seen.open);
        return { job: request.item } as Job;
      },
      async job(id) {
        const look = (looks.get(id) ?? 0) + 1;
        looks.set(id, look);
        if (look === 1) return { job: id, state: 'open' } as Job;
        seen.open -= 1;
        const error = { code: 'not_found', message: '', params: {} };
        return (failing.includes(id) ? { state: 'failed', error } : { state: 'ready' }) as Job;
      },
      async cancel(id) {
        cancelled.push(id);
      },
      async zip(request) {
        seen.zips.push(request);
        return { filename: 'A post.zip' } as never;
      },
    },
    now: () => nowMs,
    pause: async (ms) => {
      pauses.push(ms);
      await Promise.resolve();
      nowMs += ms;
    },
    log: () => undefined,
  };
  return { needs, seen, pauses, cancelled };
}

const collect = (
  { needs }: ReturnType<typeof serverOf>,
  count: number,
  signal = new AbortController().signal,
  report: (done: number) => void = () => undefined,
) => collectZip(needs, { ...membersOf(count), language: 'de' }, signal, report);

it('asks for each member, ten at a time, and for one archive in their order', async () => {
  const server = serverOf();
  const reports: number[] = [];
  const { missing } = await collect(server, 35, undefined, (done) => reports.push(done));
  expect(missing).toEqual([]);
  expect(server.seen.most).toBe(10);
  expect(reports.at(-1)).toBe(35);
  expect(server.seen.asked.slice(0, 2)).toEqual([
    { url: URL, item: 'i0', offer: 'photo' },
    { url: URL, item: 'i1', offer: 'photo' },
  ]);
  const jobs = Array.from({ length: 35 }, (_, at) => `i${at}`);
  expect(server.seen.zips).toEqual([{ jobs, failures: [], name: 'A post', language: 'de' }]);
});

it('asks for two at once until bytes of one arrive', async () => {
  const server = serverOf();
  const bytes = new Map<string, number>();
  const collecting = new AbortController();
  const settle = () => new Promise<void>((done) => setImmediate(done));
  const calls = {
    ...server.needs.calls,
    job: async (id: string) =>
      ({ job: id, state: 'open', progress: { bytes: bytes.get(id) ?? 0 } }) as Job,
  };
  const needs = { ...server.needs, calls, pause: settle };
  const collected = collect({ ...server, needs }, 20, collecting.signal);
  for (let turn = 0; turn < 10; turn += 1) await settle();
  expect(server.seen.open).toBe(2);
  bytes.set('i1', 1000);
  for (let turn = 0; turn < 10; turn += 1) await settle();
  expect(server.seen.open).toBe(10);
  collecting.abort();
  await expect(collected).rejects.toThrow();
});

it('names what failed, and what never became a download', async () => {
  const server = serverOf({ failing: ['i2'], refusals: [refusalOf('choice_unavailable')] });
  const { missing } = await collect(server, 4);
  expect(missing.map(({ member, failure }) => [member.id, failure.code])).toEqual([
    ['i0', 'choice_unavailable'],
    ['i2', 'not_found'],
  ]);
  expect(server.seen.zips[0]).toMatchObject({
    jobs: ['i1', 'i2', 'i3'],
    failures: [{ url: URL, code: 'choice_unavailable' }],
  });
});

it('asks for no archive of nothing', async () => {
  const server = serverOf({ failing: ['i0', 'i1'] });
  const { zip, missing } = await collect(server, 2);
  expect([zip, missing.length, server.seen.zips]).toEqual([null, 2, []]);
});

it('waits as long as the server says when it has no room, then longer, and not for ever', async () => {
  const full = refusalOf('too_many_requests', { retryAfterSeconds: 7 });
  const patient = serverOf({ refusals: [full, full] });
  expect((await collect(patient, 1)).missing).toEqual([]);
  expect(patient.pauses.slice(0, 2)).toEqual([7000, 14_000]);
  const over = serverOf({ refusals: Array.from({ length: 6 }, () => full) });
  expect((await collect(over, 1)).missing).toHaveLength(1);
});

it.each([
  ['is refused at once', true],
  ['ends in a refusal', false],
])(
  'waits for a platform that refuses the server, and says for how long: %s',
  async (_how, atOnce) => {
    const paused = refusalOf('platform_paused', { retryAfterSeconds: 45 });
    const server = serverOf(atOnce ? { refusals: [paused] } : {});
    const { job } = server.needs.calls;
    const error = { code: 'rate_limited', message: '', params: { retryAfterSeconds: 45 } } as const;
    let left = atOnce ? 0 : 1;
    server.needs.calls.job = async (...asked) => {
      if (left === 0) return job(...asked);
      left -= 1;
      return { state: 'failed', error } as Job;
    };
    const waits: (number | undefined)[] = [];
    const report = (_done: number, until?: number) => waits.push(until);
    const { missing } = await collect(server, 1, undefined, report);
    expect(missing).toEqual([]);
    expect(server.pauses).toContain(45_000);
    expect(waits).toEqual([46_000, undefined, undefined]);
  },
);

it('asks a platform that refuses everything ten times, and is served when that is over', async () => {
  const storm = (times: number) =>
    Array.from({ length: times }, () => refusalOf('rate_limited', { retryAfterSeconds: 60 }));
  const server = serverOf({ refusals: storm(9) });
  expect((await collect(server, 35)).missing).toEqual([]);
  expect(server.pauses.filter((ms) => ms >= 60_000)).toHaveLength(9);
  const refusals = storm(50);
  const over = await collect(serverOf({ refusals }), 35);
  expect(50 - refusals.length).toBeLessThanOrEqual(10);
  expect(new Set(over.missing.map(({ failure }) => failure.code))).toEqual(
    new Set(['rate_limited']),
  );
});

it('waits out a pause in which others are tried, however often', async () => {
  const paused = refusalOf('platform_paused', { retryAfterSeconds: 5 });
  const server = serverOf({ refusals: Array.from({ length: 60 }, () => paused) });
  expect((await collect(server, 4)).missing).toEqual([]);
});

it('cancels what is open when the visitor does not want it any more', async () => {
  const server = serverOf();
  const own = new AbortController();
  const { pause } = server.needs;
  const needs = {
    ...server.needs,
    pause: async (ms: number, signal: AbortSignal) => {
      own.abort();
      await pause(ms, signal);
    },
  };
  await expect(collect({ ...server, needs }, 12, own.signal)).rejects.toThrow();
  expect(server.cancelled).toEqual(server.seen.asked.map((one) => (one as { item: string }).item));
  expect(server.seen.zips).toEqual([]);
});
