import { expect, it } from 'vitest';
import {
  batchRefusal,
  createManualBatch,
  link,
  list,
  settle,
} from '../../../../tests/support/flow/manual-batch.ts';
import { anInspection, anOffer } from '../../../../tests/support/flow/manual-flow.ts';
import type { VisitorErrorCode } from '../../../shared/errors.ts';

const PATIENCE_MS = 10_000;
const TIKTOK = 'https://www.tiktok.com/@lab.painter/video/7512345678901234501';
const good = () => anInspection([anOffer('high')]);
const waits = ({ batch }: ReturnType<typeof createManualBatch>) =>
  batch.getState().rows.map(({ state }) => ('waitSeconds' in state ? state.waitSeconds : null));

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
  expect(waits(manual)).toEqual(Array.from({ length: 12 }, () => seconds));
  expect(inspections).toBe(3);
  isRefusing = false;
  await manual.pass(1000);
  expect(waits(manual)[11]).toBe(seconds - 1);
  await manual.pass(1000 * seconds + PATIENCE_MS);
  for (let turn = 0; turn < 20; turn += 1) await settle();
  expect(manual.counts()).toMatchObject({ active: 10, waiting: 2, failed: 0 });
  expect(waits(manual)).toEqual(Array.from({ length: 12 }, () => null));
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

it('a post that is refused three times fails, and keeps no other from its turn', async () => {
  const manual = createManualBatch();
  manual.control.answerInspect = async (url) => {
    if (url === link(0)) throw batchRefusal(503, 'rate_limited');
    return good();
  };
  manual.batch.add(list(2));
  manual.batch.start();
  for (let turn = 0; turn < 3; turn += 1) {
    for (let each = 0; each < 20; each += 1) await settle();
    await manual.pass(60_000 + PATIENCE_MS);
  }
  for (let turn = 0; turn < 20; turn += 1) await settle();
  expect(manual.batch.getState().rows.map(({ state }) => state)).toMatchObject([
    { kind: 'failed', failure: { code: 'rate_limited' } },
    { kind: 'open' },
  ]);
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
