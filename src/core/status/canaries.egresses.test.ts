import { describe, expect, it } from 'vitest';
import {
  codesOf,
  makeCanaries,
  START,
  YOUTUBE,
} from '../../../tests/support/engine/canaries-in-memory.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemorySignals } from '../../adapters/memory/signals.ts';
import { AppError } from '../../shared/errors.ts';
import { breakerKey } from '../inspecting/egress/breaker.ts';
import { CANARY_EVERY_MS } from './canaries.ts';

describe('canaries by several egresses', () => {
  const HOME = ['direct', 'home'];
  const made = (links: readonly string[], by = HOME) => {
    const clock = createManualClock(START);
    return makeCanaries(links, clock, createMemorySignals(clock), by);
  };

  it('each link is still inspected once in 15 minutes, by one egress after the other', async () => {
    const one = made([YOUTUBE], ['direct', 'home', 'hut']);
    one.canaries.begin();
    await one.pass(4 * CANARY_EVERY_MS);
    expect(one.usedBy).toEqual(['direct', 'home', 'direct', 'hut']);
    expect(one.canaries.list()[0]?.results.map(({ egress }) => egress)).toEqual(one.usedBy);
    // A result counts for as long as two turns of its egress last.
    await one.pass(3 * CANARY_EVERY_MS);
    expect(one.canaries.lastOf('youtube', 'hut')?.ok).toBe(true);
    await one.canaries.close();
  });

  it('the alarm names the egress that is refused, and the platform works by the other', async () => {
    const one = made([YOUTUBE]);
    one.canaries.begin();
    await one.pass(2 * CANARY_EVERY_MS);
    one.world.refused.add('home');
    await one.pass(4 * CANARY_EVERY_MS);
    const details = { platform: 'youtube', egress: 'home', code: 'bot_check' };
    expect(one.alarms).toEqual([{ kind: 'canary_failed', details }]);
    const oks = ['direct', 'home', undefined].map(
      (egress) => one.canaries.lastOf('youtube', egress)?.ok,
    );
    expect(oks).toEqual([true, false, true]);
    await one.canaries.close();
  });

  it('a removed link raises one alarm, not one for each egress', async () => {
    const one = made([YOUTUBE]);
    one.canaries.begin();
    await one.pass(2 * CANARY_EVERY_MS);
    one.ends.set(YOUTUBE, 'not_found');
    await one.pass(8 * CANARY_EVERY_MS);
    expect(one.alarms).toHaveLength(1);
    await one.canaries.close();
  });

  it('a paused one is not used, and its turn is the next one’s; after its pause it comes first and is used again', async () => {
    const one = made([YOUTUBE]);
    const key = breakerKey('youtube', 'direct');
    const refuse = () => one.breaker.guard(key, () => Promise.reject(new AppError('bot_check')));
    for (let at = 0; at < 3; at += 1) await refuse().catch(() => undefined);
    one.canaries.begin();
    await one.pass(5000);
    expect(one.usedBy).toEqual(['home']);
    expect(codesOf(one)).toEqual([['platform_paused', 'ok']]);
    expect(one.breaker.awaitsProbe(key)).toBe(false);
    // The second turn would be of the other one.
    await one.pass(CANARY_EVERY_MS);
    expect(one.usedBy).toEqual(['home', 'direct']);
    expect(one.breaker.awaitsProbe(key)).toBe(false);
    await one.pass(CANARY_EVERY_MS);
    expect(one.usedBy.at(-1)).toBe('direct');
    await one.canaries.close();
  });
});
