import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemoryCircuits } from '../../adapters/memory/circuits.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { createBreaker } from './breaker.ts';

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
    expect(breaker.state('youtube direct')).toEqual({ open: true, retryAfterSeconds: 40 });
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

  it('takes an answer about the item as a sign of life, and a network failure as none', async () => {
    const breaker = createBreaker(createManualClock(), createMemoryCircuits());
    const bot = failing('bot_check');
    await codes(breaker, [bot, bot, failing('private'), bot, bot]);
    expect(breaker.state('youtube direct').open).toBe(false);
    await codes(breaker, [failing('timeout'), bot]);
    expect(breaker.state('youtube direct').open).toBe(true);
  });
});
