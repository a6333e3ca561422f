import { expect, it } from 'vitest';
import {
  batchRefusal,
  createManualBatch,
  link,
  list,
  settle,
} from '../../../../tests/support/flow/manual-batch.ts';
import { anInspection, anOffer, RESULT } from '../../../../tests/support/flow/manual-flow.ts';
import type { VisitorErrorCode } from '../../../shared/errors.ts';

const PATIENCE_MS = 10_000;
const TIKTOK = 'https://www.tiktok.com/@lab.painter/video/7512345678901234501';
const good = () => anInspection([anOffer('high')]);
/** For how many seconds the platforms are not tried, from now on. */
const waits = ({ batch, now }: ReturnType<typeof createManualBatch>) =>
  Object.fromEntries(
    Object.entries(batch.getState().waits).map(([id, until]) => [id, (until - now()) / 1000]),
  );
const storm = () => batchRefusal(503, 'rate_limited');
const many = async () => {
  for (let turn = 0; turn < 20; turn += 1) await settle();
};

it.each<[VisitorErrorCode, number | undefined, number]>([
  ['platform_paused', 43, 43],
  ['rate_limited', undefined, 60],
  ['bot_check', 900, 900],
  ['upstream_error', 12, 12],
])('rows of a platform that answers %s wait for the given time, and go on', async (...row) => {
  const [code, retryAfterSeconds, seconds] = row;
  const manual = createManualBatch();
  let inspections = 0;
  let isRefusing = true;
  manual.control.answerInspect = async () => {
    inspections += 1;
    if (isRefusing) throw batchRefusal(503, code, retryAfterSeconds ? { retryAfterSeconds } : {});
    return good();
  };
  manual.batch.add(list(12));
  manual.batch.start();
  for (let turn = 0; turn < 20; turn += 1) await settle();
  expect(manual.counts()).toMatchObject({ waiting: 12, failed: 0 });
  expect(waits(manual)).toEqual({ youtube: seconds + PATIENCE_MS / 1000 });
  expect(inspections).toBe(2);
  isRefusing = false;
  await manual.pass(1000 * seconds + PATIENCE_MS);
  for (let turn = 0; turn < 20; turn += 1) await settle();
  await manual.receive();
  for (let turn = 0; turn < 20; turn += 1) await settle();
  expect(manual.counts()).toMatchObject({ active: 10, waiting: 2, failed: 0 });
  expect(inspections).toBeLessThanOrEqual(2 + 12);
  expect(waits(manual)).toEqual({});
});

it('inspects ahead no more than the platform allows, and again after the pause', async () => {
  const manual = createManualBatch();
  let inspections = 0;
  manual.control.answerInspect = async () => {
    inspections += 1;
    throw batchRefusal(503, 'platform_paused', { retryAfterSeconds: 30 });
  };
  manual.batch.add(list(12));
  for (let turn = 0; turn < 20; turn += 1) await settle();
  expect(inspections).toBe(3);
  expect(manual.counts()).toMatchObject({ waiting: 12, failed: 0 });
  manual.control.answerInspect = async () => good();
  await manual.pass(30_000 + PATIENCE_MS);
  for (let turn = 0; turn < 20; turn += 1) await settle();
  expect(manual.batch.getState().rows[0]?.preview?.title).toBe('A walk');
});

it('other platforms go on meanwhile', async () => {
  const manual = createManualBatch();
  manual.control.answerInspect = async (url) => {
    if (url.includes('youtube')) throw batchRefusal(503, 'platform_paused');
    return good();
  };
  manual.batch.add(`${list(5)}\n${TIKTOK}`);
  manual.batch.start();
  for (let turn = 0; turn < 20; turn += 1) await settle();
  expect(manual.kinds()).toEqual([...Array.from({ length: 5 }, () => 'waiting'), 'open']);
});

it('a post that is refused three times while others are downloaded fails', async () => {
  const manual = createManualBatch();
  manual.control.answerInspect = async (url) => {
    if (url === link(0)) throw storm();
    return good();
  };
  manual.batch.add(list(2));
  manual.batch.start();
  await many();
  await manual.finish('job-1');
  for (let turn = 0; turn < 2; turn += 1) {
    await manual.pass(60_000 + PATIENCE_MS);
    await many();
  }
  expect(manual.batch.getState().rows.map(({ state }) => state)).toMatchObject([
    { kind: 'failed', failure: { code: 'rate_limited' } },
    { kind: 'ready' },
  ]);
});

it('a post alone outlasts more refusals than three', async () => {
  const manual = createManualBatch();
  manual.control.answerInspect = () => Promise.reject(storm());
  manual.batch.add(link(0));
  manual.batch.start();
  for (const minutes of [1, 4, 15, 15, 15]) {
    await many();
    expect(waits(manual)).toEqual({ youtube: minutes * 60 + PATIENCE_MS / 1000 });
    await manual.pass(minutes * 60_000 + PATIENCE_MS);
  }
  await many();
  expect(manual.kinds()).toEqual(['waiting']);
  manual.control.answerInspect = async () => good();
  await manual.pass(15 * 60_000 + PATIENCE_MS);
  await many();
  expect(manual.kinds()).toEqual(['open']);
});

it.each([
  ['one egress', 1, 2 + 8, 96],
  ['two egresses', 2, 2 + 3, 21],
])(
  'a platform that refuses %s gets ten requests; then its rows can be started again',
  async (...row) => {
    const [, requests, tries, minutes] = row;
    const manual = createManualBatch();
    let inspections = 0;
    const begun = manual.now();
    manual.control.answerInspect = () => {
      inspections += 1;
      return Promise.reject(batchRefusal(503, 'rate_limited', requests > 1 ? { requests } : {}));
    };
    manual.batch.add(list(100));
    manual.batch.start();
    let givenUp = 0;
    for (let turn = 0; turn < 600; turn += 1) {
      await many();
      if (!givenUp && manual.counts().failed > 0) givenUp = manual.now() - begun;
      await manual.pass(PATIENCE_MS);
    }
    expect(inspections).toBe(tries);
    expect(requests * inspections).toBeLessThanOrEqual(10);
    expect(Math.round(givenUp / 60_000)).toBe(minutes);
    expect(manual.counts()).toMatchObject({ all: 100, failed: 100 });
    manual.control.answerInspect = async () => good();
    manual.batch.retry(manual.batch.getState().rows.map(({ key }) => key));
    await many();
    await manual.receive();
    await many();
    expect(manual.counts()).toMatchObject({ active: 10, waiting: 90 });
  },
);

it('starts two of a platform beside files that the server had, for those say nothing of the platform', async () => {
  const manual = createManualBatch();
  manual.batch.add(list(8));
  manual.batch.start();
  await many();
  for (const id of ['job-1', 'job-2', 'job-3']) {
    await manual.end(id, { state: 'ready', result: RESULT });
    await many();
    expect(manual.counts()).toMatchObject({ active: 2 });
  }
  await manual.finish('job-4');
  await many();
  expect(manual.counts()).toMatchObject({ ready: 4, active: 4, waiting: 0 });
});

it('of a platform that refuses its files, one download at a time is tried until one is ready', async () => {
  const manual = createManualBatch();
  const error = { code: 'rate_limited', message: '', params: {} } as const;
  manual.batch.add(list(5));
  manual.batch.start();
  await many();
  for (const id of [...manual.jobs.keys()]) await manual.end(id, { state: 'failed', error });
  expect(manual.counts()).toMatchObject({ waiting: 5, active: 0 });
  await manual.pass(60_000 + PATIENCE_MS);
  await many();
  expect(manual.counts()).toMatchObject({ waiting: 4, active: 1 });
  await manual.finish('job-3');
  await many();
  expect(manual.counts()).toMatchObject({ waiting: 0, active: 4 });
});

it('a reload asks nothing before the pause is over, and links that are added wait as well', async () => {
  const before = createManualBatch();
  before.control.answerInspect = () => Promise.reject(storm());
  before.batch.add(list(5));
  before.batch.start();
  await many();
  const manual = createManualBatch(before.memory());
  let inspections = 0;
  manual.control.answerInspect = () => {
    inspections += 1;
    return Promise.reject(storm());
  };
  manual.batch.restore();
  manual.batch.add(link(5));
  await many();
  expect(inspections).toBe(0);
  expect(manual.counts()).toMatchObject({ all: 6, waiting: 6 });
  expect(waits(manual)).toEqual({ youtube: expect.closeTo(70, -1) });
  manual.control.answerInspect = async () => good();
  await manual.pass(60_000 + PATIENCE_MS);
  await many();
  await manual.receive();
  await many();
  expect(manual.counts()).toMatchObject({ active: 6 });
});

it('links of extra sites are taken where they are on, and kept', () => {
  const url = 'https://streamable.com/moo';
  expect(createManualBatch().batch.add(url).links).toEqual([]);
  const before = createManualBatch();
  before.batch.add(url, ['streamable']);
  const manual = createManualBatch(before.memory());
  manual.batch.restore();
  expect(manual.batch.getState().rows).toMatchObject([{ url, platform: 'streamable' }]);
});

it('waiting rows can be cancelled, and nothing is asked for them afterwards', async () => {
  const manual = createManualBatch();
  let inspections = 0;
  manual.control.answerInspect = () => {
    inspections += 1;
    return Promise.reject(storm());
  };
  manual.batch.add(list(5));
  manual.batch.start();
  await many();
  const soFar = inspections;
  manual.batch.cancel(manual.batch.getState().rows.map(({ key }) => key));
  await manual.pass(60_000 + PATIENCE_MS);
  await many();
  expect(inspections).toBe(soFar);
  expect(manual.kinds()).toEqual(Array(5).fill('cancelled'));
});

it('a download that ends in a pause of its platform waits like the others', async () => {
  const manual = createManualBatch();
  manual.batch.add(list(2));
  manual.batch.start();
  for (let turn = 0; turn < 20; turn += 1) await settle();
  const error = {
    code: 'platform_paused',
    message: '',
    params: { retryAfterSeconds: 20 },
  } as const;
  await manual.end('job-1', { state: 'failed', error });
  await manual.finish('job-2');
  expect(manual.kinds()).toEqual(['waiting', 'ready']);
  await manual.pass(20_000 + PATIENCE_MS);
  for (let turn = 0; turn < 20; turn += 1) await settle();
  expect(manual.kinds()).toEqual(['open', 'ready']);
});
