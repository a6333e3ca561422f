import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../tests/support/run/manual-clock.ts';
import { createMemoryCircuits } from '../../../adapters/memory/circuits.ts';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import { createBreaker } from './breaker.ts';

const YOUTUBE = 'youtube direct';

/** A breaker, and attempts that run until they are refused. */
function makeWaiting() {
  const clock = createManualClock();
  const breaker = createBreaker(clock, createMemoryCircuits());
  const begin = () => {
    const asked = Promise.withResolvers<unknown>();
    const { reject, resolve } = asked;
    const ended = breaker.guard(YOUTUBE, () => asked.promise).catch(() => undefined);
    return {
      async answer() {
        resolve('fine');
        await ended;
      },
      async refuse(code: ErrorCode, params = {}) {
        reject(new AppError(code, { params }));
        await ended;
      },
    };
  };
  return { clock, breaker, begin };
}

const failing =
  (code: ErrorCode, params = {}) =>
  () =>
    Promise.reject(new AppError(code, { params }));

async function codes(
  breaker: ReturnType<typeof createBreaker>,
  attempts: readonly (() => Promise<unknown>)[],
) {
  const seen: unknown[] = [];
  for (const attempt of attempts) {
    seen.push(
      await breaker.guard('youtube direct', attempt).catch((error: AppError) => error.code),
    );
  }
  return seen;
}

describe('the circuit breaker', () => {
  it('pauses a platform after three refusals in a row and says for how long', async () => {
    const clock = createManualClock();
    const breaker = createBreaker(clock, createMemoryCircuits());
    const bot = failing('bot_check');
    expect(await codes(breaker, [bot, bot, bot, bot])).toEqual([
      'bot_check',
      'bot_check',
      'bot_check',
      'platform_paused',
    ]);
    clock.advance(20_500);
    expect(breaker.state('youtube direct')).toMatchObject({ open: true, retryAfterSeconds: 40 });
  });

  it('does not call the platform while it is paused, and leaves other platforms alone', async () => {
    const breaker = createBreaker(createManualClock(), createMemoryCircuits());
    const limited = failing('rate_limited');
    await codes(breaker, [limited, limited, limited]);
    let called = false;
    await codes(breaker, [
      async () => {
        called = true;
      },
    ]);
    expect(called).toBe(false);
    expect(await breaker.guard('tiktok direct', async () => 'fine')).toBe('fine');
  });

  it('lets one attempt through when the time is over; a refusal doubles the pause, a success ends it', async () => {
    const clock = createManualClock();
    const breaker = createBreaker(clock, createMemoryCircuits());
    const bot = failing('bot_check');
    await codes(breaker, [bot, bot, bot]);
    clock.advance(60_000);
    let release = (_value: string) => {};
    const probe = breaker.guard(
      'youtube direct',
      () =>
        new Promise<string>((resolve) => {
          release = resolve;
        }),
    );
    expect(await codes(breaker, [async () => 'second'])).toEqual(['platform_paused']);
    // An attempt takes seconds.
    expect(breaker.state('youtube direct').retryAfterSeconds).toBe(0);
    await expect(breaker.guard('youtube direct', async () => 'third')).rejects.toMatchObject({
      params: { retryAfterSeconds: 5 },
    });
    release('first');
    expect(await probe).toBe('first');
    expect(await codes(breaker, [async () => 'again'])).toEqual(['again']);

    await codes(breaker, [bot, bot, bot]);
    clock.advance(60_000);
    await codes(breaker, [bot]);
    expect(breaker.state('youtube direct').retryAfterSeconds).toBe(120);
  });

  it('rests as long as the platform itself says', async () => {
    const breaker = createBreaker(createManualClock(), createMemoryCircuits());
    const limited = failing('rate_limited', { retryAfterSeconds: 900 });
    await codes(breaker, [limited, limited, limited]);
    expect(breaker.state('youtube direct').retryAfterSeconds).toBe(900);
  });

  it('rests for a quarter of an hour at most, whatever the host of a file says', async () => {
    const clock = createManualClock();
    const breaker = createBreaker(clock, createMemoryCircuits());
    const limited = failing('rate_limited', { retryAfterSeconds: 1e12 });
    for (const item of ['a', 'b'])
      await breaker.guardFiles(YOUTUBE, item, limited).catch(() => undefined);
    expect(breaker.state(YOUTUBE)).toMatchObject({ open: true, retryAfterSeconds: 900 });
    clock.advance(900_000);
    expect(breaker.state(YOUTUBE).open).toBe(false);
  });

  it('takes an answer about the item as a sign of life, and a network failure as none', async () => {
    const breaker = createBreaker(createManualClock(), createMemoryCircuits());
    const bot = failing('bot_check');
    await codes(breaker, [bot, bot, failing('private'), bot, bot]);
    expect(breaker.state('youtube direct').open).toBe(false);
    await codes(breaker, [failing('timeout'), bot]);
    expect(breaker.state('youtube direct').open).toBe(true);
  });

  it.each([1, 3, 5, 8])('%i refusals at the same moment pause it once', async (count) => {
    const { breaker, begin } = makeWaiting();
    const running = Array.from({ length: count }, begin);
    for (const attempt of running) await attempt.refuse('rate_limited');
    expect(breaker.state(YOUTUBE).retryAfterSeconds).toBe(count < 3 ? 0 : 60);
  });

  it('late refusals of attempts from before leave the pause as it is, unless the platform asks for more', async () => {
    const { breaker, clock, begin } = makeWaiting();
    const running = Array.from({ length: 6 }, begin);
    for (const attempt of running.slice(0, 3)) await attempt.refuse('bot_check');
    clock.advance(59_000);
    await running[3]?.refuse('bot_check');
    expect(breaker.state(YOUTUBE).retryAfterSeconds).toBe(1);
    clock.advance(1000);
    const probe = begin();
    await running[4]?.refuse('timeout');
    expect(await codes(breaker, [async () => 'second'])).toEqual(['platform_paused']);
    await probe.refuse('rate_limited');
    expect(breaker.state(YOUTUBE).retryAfterSeconds).toBe(120);
    await running[5]?.refuse('rate_limited', { retryAfterSeconds: 300 });
    expect(breaker.state(YOUTUBE).retryAfterSeconds).toBe(300);
  });

  it('late answers to attempts from before leave the pause as it is', async () => {
    const { breaker, begin } = makeWaiting();
    const [answered, unavailable, ...refused] = Array.from({ length: 5 }, begin);
    for (const attempt of refused) await attempt.refuse('rate_limited');
    await answered?.answer();
    await unavailable?.refuse('private');
    expect(breaker.state(YOUTUBE)).toMatchObject({ open: true, retryAfterSeconds: 60 });
  });

  it('what waits for its turn does not ask a platform that has been paused meanwhile', async () => {
    const { breaker, begin } = makeWaiting();
    let startWaiting = () => {};
    const waiting = breaker.guard(YOUTUBE, async (goOn) => {
      await new Promise<void>((resolve) => (startWaiting = resolve));
      goOn();
      return 'asked';
    });
    for (const attempt of [begin(), begin(), begin()]) await attempt.refuse('rate_limited');
    startWaiting();
    await expect(waiting).rejects.toMatchObject({
      code: 'platform_paused',
      params: { retryAfterSeconds: 60 },
    });
  });

  it('takes locked formats neither as a sign of life nor as a refusal', async () => {
    const breaker = createBreaker(createManualClock(), createMemoryCircuits());
    const [bot, drm] = [failing('bot_check'), failing('drm')];
    await codes(breaker, [bot, bot, drm]);
    expect(breaker.state(YOUTUBE).open).toBe(false);
    await codes(breaker, [bot]);
    expect(breaker.state(YOUTUBE).open).toBe(true);
  });
});

describe('the circuit for files', () => {
  const fetchOf = (breaker: ReturnType<typeof createBreaker>, item: string, code: ErrorCode) =>
    breaker
      .guardFiles(YOUTUBE, item, () => Promise.reject(new AppError(code)))
      .catch((error: AppError) => error.code);

  it('opens after the files of three items were refused, for inspections too', async () => {
    const clock = createManualClock();
    const breaker = createBreaker(clock, createMemoryCircuits());
    for (const item of ['a', 'a', 'a', 'b', 'a', 'b'])
      expect(await fetchOf(breaker, item, 'blocked')).toBe('blocked');
    expect(breaker.state(YOUTUBE).open).toBe(false);
    await codes(breaker, [async () => 'the page is there']);
    expect(await fetchOf(breaker, 'c', 'blocked')).toBe('blocked');
    expect(breaker.state(YOUTUBE)).toEqual({ open: true, retryAfterSeconds: 60, refused: 'files' });
    expect(await codes(breaker, [async () => 'asked'])).toEqual(['platform_paused']);
    expect(await fetchOf(breaker, 'd', 'blocked')).toBe('platform_paused');
    expect(await breaker.guard('tiktok direct', async () => 'fine')).toBe('fine');
    clock.advance(60_000);
    expect(await codes(breaker, [async () => 'asked'])).toEqual(['asked']);
    expect(await fetchOf(breaker, 'e', 'blocked')).toBe('blocked');
    expect(breaker.state(YOUTUBE).retryAfterSeconds).toBe(120);
  });

  it('opens after two that were refused with "later", but not after one of them and one that was refused otherwise', async () => {
    const breaker = createBreaker(createManualClock(), createMemoryCircuits());
    await fetchOf(breaker, 'a', 'blocked');
    await fetchOf(breaker, 'b', 'rate_limited');
    expect(breaker.state(YOUTUBE).open).toBe(false);
    await fetchOf(breaker, 'c', 'blocked');
    expect(breaker.state(YOUTUBE).open).toBe(true);
    const other = createBreaker(createManualClock(), createMemoryCircuits());
    for (const item of ['a', 'b']) await fetchOf(other, item, 'rate_limited');
    expect(other.state(YOUTUBE).open).toBe(true);
  });

  it('is opened once by items that are always refused, whoever asks for them again, until an hour has passed', async () => {
    const clock = createManualClock();
    const breaker = createBreaker(clock, createMemoryCircuits());
    const isOpenAfter = async (...items: string[]) => {
      for (const item of items) await fetchOf(breaker, item, 'rate_limited');
      return breaker.state(YOUTUBE).open;
    };
    const serve = (item: string) => breaker.guardFiles(YOUTUBE, item, async () => 'a file');
    expect(await isOpenAfter('a', 'b')).toBe(true);
    clock.advance(60_000);
    // They do not make the pause longer either, and the next item closes the circuit.
    expect(await isOpenAfter('a', 'b')).toBe(false);
    expect(await serve('c')).toBe('a file');
    expect(await isOpenAfter('a', 'b', 'a', 'b')).toBe(false);
    expect(await isOpenAfter('c')).toBe(false);
    expect(await isOpenAfter('d')).toBe(true);
    clock.advance(60_000);
    await serve('a');
    expect(await isOpenAfter('b', 'a')).toBe(false);
    clock.advance(3_600_000);
    expect(await isOpenAfter('b', 'a')).toBe(true);
  });

  it('lets an item that was refused before ask once a minute, and others at once, until it closes', async () => {
    const clock = createManualClock();
    const breaker = createBreaker(clock, createMemoryCircuits());
    for (const item of ['a', 'b']) await fetchOf(breaker, item, 'rate_limited');
    clock.advance(60_000);
    const many = async () => {
      const codes = [];
      for (let time = 0; time < 5; time += 1)
        codes.push(await fetchOf(breaker, 'a', 'rate_limited'));
      return codes;
    };
    const one = ['rate_limited', ...Array(4).fill('platform_paused')];
    expect(await many()).toEqual(one);
    clock.advance(60_000);
    expect(await many()).toEqual(one);
    expect(await breaker.guardFiles(YOUTUBE, 'c', async () => 'a file')).toBe('a file');
    expect(await fetchOf(breaker, 'a', 'rate_limited')).toBe('rate_limited');
  });

  it('the first bytes close it, however long the rest takes', async () => {
    const clock = createManualClock();
    const breaker = createBreaker(clock, createMemoryCircuits());
    for (const item of ['a', 'b', 'c']) await fetchOf(breaker, item, 'rate_limited');
    clock.advance(60_000);
    let arrive = () => {};
    const probe = breaker.guardFiles(YOUTUBE, 'd', (onAnswer) => {
      arrive = onAnswer;
      return new Promise(() => undefined);
    });
    expect(await fetchOf(breaker, 'e', 'blocked')).toBe('platform_paused');
    arrive();
    expect(await fetchOf(breaker, 'e', 'blocked')).toBe('blocked');
    void probe;
  });

  it.each(['timeout', 'bad_media', 'server_full', 'cancelled'] as const)(
    'is not opened by %s, nor by refusals with an answer between them',
    async (code) => {
      const breaker = createBreaker(createManualClock(), createMemoryCircuits());
      for (const item of ['a', 'b', 'c', 'd']) await fetchOf(breaker, item, code);
      for (const item of ['a', 'b']) await fetchOf(breaker, item, 'blocked');
      await breaker.guardFiles(YOUTUBE, 'c', async () => 'a file');
      for (const item of ['d', 'e']) await fetchOf(breaker, item, 'blocked');
      expect(breaker.state(YOUTUBE).open).toBe(false);
    },
  );

  it('a refusal after bytes had arrived is about that item', async () => {
    const breaker = createBreaker(createManualClock(), createMemoryCircuits());
    for (const item of ['a', 'b', 'c', 'd'])
      await breaker
        .guardFiles(YOUTUBE, item, (onAnswer) => {
          onAnswer();
          return Promise.reject(new AppError('blocked'));
        })
        .catch(() => undefined);
    expect(breaker.state(YOUTUBE).open).toBe(false);
  });
});
