// Questions between processes: those who ask, and those who answer, with a real Redis.
import { Queue } from 'bullmq';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createAnswering } from '../../src/adapters/bullmq/answer-questions.ts';
import { createAsk } from '../../src/adapters/bullmq/ask.ts';
import { announceSlots } from '../../src/adapters/bullmq/worker-slots.ts';
import { systemClock } from '../../src/adapters/clock/system.ts';
import { createSeal } from '../../src/adapters/secrets/seal.ts';
import { type GiveAnswer, type Question, question } from '../../src/core/async/asks.ts';
import { AppError } from '../../src/shared/errors.ts';
import { openSignals } from '../support/fleet/open-signals.ts';
import { type RedisFixture, startRedisFixture } from '../support/run/redis-fixture.ts';

const sealing = createSeal(new Uint8Array(32).fill(7));
const TITLE: Question<string, string> = question('title', 'engine', 20_000, z.string().parse);
const soon = (read: () => unknown) => expect.poll(read, { timeout: 30_000, interval: 10 });
const never = () => new AbortController().signal;

let redis: RedisFixture;
beforeAll(async () => {
  redis = await startRedisFixture();
});
afterAll(() => redis?.close());
const closing: (() => unknown)[] = [];
const warnings: string[] = [];
beforeEach(() => redis.client.flushall());
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  expect(warnings.splice(0)).toEqual([]);
});

function openProcess() {
  const { close, ...own } = openSignals(redis.server.url, sealing);
  closing.push(close);
  const warn = (message: string) => void warnings.push(message);
  return { ...own, sealing, clock: systemClock, warn };
}

function openAsker() {
  const { ask, close } = createAsk({ ...openProcess(), hide: (name) => name.length.toString() });
  closing.push(close);
  return ask;
}

/** A process that answers, and says that it is there until the returned function is called. */
async function openAnswering(give: GiveAnswer<string, string>) {
  const own = openProcess();
  const answering = createAnswering({ ...own, connection: own.client, lane: 'engine', most: 4 });
  answering.to(TITLE, give);
  answering.begin();
  const slots = () => ({ maxRunning: 4, maxHeavy: 1 });
  const { withdraw } = announceSlots(own.client, own.signals, slots);
  closing.push(async () => {
    await withdraw();
    await answering.close(0);
  });
  await soon(() => own.client.zcard('keepreel:workers')).toBeGreaterThan(0);
  return withdraw;
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
  );

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => value,
    (error: unknown) => (error instanceof AppError ? [error.code, error.params] : error),
  );

describe('a question', () => {
  it('has the answer of another process, an error too', async () => {
    await openAnswering(async (asked) => {
      if (asked === 'none') throw new AppError('private', { params: { platform: 'X' } });
      return `about ${asked}`;
    });
    const ask = openAsker();
    expect(await ask(TITLE, 'one', { signal: never() })).toBe('about one');
    expect(await codeOf(ask(TITLE, 'none', { signal: never() }))).toEqual([
      'private',
      { platform: 'X' },
    ]);
    await soon(() => redis.client.keys('keepreel:bull:questions-engine:[qk]-*')).toEqual([]);
  });

  it('has no answer where what comes is of another shape', async () => {
    await openAnswering(async (asked) =>
      asked === 'object' ? ({ title: 'x' } as never) : (undefined as never),
    );
    const ask = openAsker();
    for (const asked of ['object', 'nothing'])
      expect(await codeOf(ask(TITLE, asked, { signal: never() }))).toEqual(['internal', {}]);
  });

  it('with a key is answered once for all who ask at that moment, and a moment later', async () => {
    let times = 0;
    const held = Promise.withResolvers<void>();
    await openAnswering(async () => {
      times += 1;
      await held.promise;
      return 'once';
    });
    const [one, other] = [openAsker(), openAsker()];
    const asked = [one, one, other].map((ask) =>
      ask(TITLE, 'same', { signal: never(), key: 'same' }),
    );
    await soon(() => times).toBe(1);
    held.resolve();
    expect(await Promise.all(asked)).toEqual(['once', 'once', 'once']);
    expect(await other(TITLE, 'same', { signal: never(), key: 'same' })).toBe('once');
    expect(times).toBe(1);
  });

  it('is dropped when it is not needed any more', async () => {
    let given: AbortSignal | undefined;
    await openAnswering((_asked, signal) => {
      given = signal;
      return untilAborted(signal);
    });
    const visitor = new AbortController();
    const end = codeOf(openAsker()(TITLE, 'long', { signal: visitor.signal }));
    await soon(() => given?.aborted).toBe(false);
    visitor.abort(new AppError('cancelled'));
    expect(await end).toEqual(['cancelled', {}]);
    await soon(() => given?.aborted).toBe(true);
  });

  it('fails while nobody is there, and when the last one goes', async () => {
    const ask = openAsker();
    const busy = ['server_busy', { retryAfterSeconds: 5 }];
    expect(await codeOf(ask(TITLE, 'nobody', { signal: never() }))).toEqual(busy);
    const withdraw = await openAnswering((_asked, signal) => untilAborted(signal));
    const waiting = codeOf(openAsker()(TITLE, 'lost', { signal: never() }));
    await soon(() => redis.client.llen('keepreel:bull:questions-engine:active')).toBe(1);
    await withdraw();
    expect(await Promise.race([waiting, new Promise((late) => setTimeout(late, 60_000))])).toEqual(
      busy,
    );
  });

  it('that is strange does no harm, and one of a newer release is left to a newer one', async () => {
    const own = openProcess();
    await openAnswering(async (asked) => asked);
    const stranger = new Queue('questions-engine', {
      connection: own.client,
      prefix: 'keepreel:bull',
    });
    for (const data of ['x', { a: 1 }, 'y'.repeat(1_000_000), null]) await stranger.add('q', data);
    await soon(() => warnings.length).toBe(4);
    expect(new Set(warnings.splice(0))).toEqual(
      new Set(['a question in the queue could not be read']),
    );
    const newer = JSON.stringify({ version: 2, name: 'title', asked: 'later' });
    await stranger.add('question', sealing.seal(newer, 'q-newer'), { jobId: 'q-newer' });
    await soon(() => stranger.getDelayedCount()).toBe(1);
    expect(await openAsker()(TITLE, 'fine', { signal: never() })).toBe('fine');
    await stranger.close();
  });

  it('holds nothing in clear', async () => {
    await openAnswering(async () => 'canary answer');
    await openAsker()(TITLE, 'canary question', { signal: never() });
    const keys = await redis.client.keys('*');
    for (const key of keys) {
      const dump = (await redis.client.dumpBuffer(key))?.toString('latin1');
      expect(`${key} ${dump}`).not.toContain('canary');
    }
    expect(keys.some((key) => key.includes('answer'))).toBe(true);
  });
});
