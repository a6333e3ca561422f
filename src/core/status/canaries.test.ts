import { describe, expect, it } from 'vitest';
import {
  codesOf,
  makeCanaries,
  OTHER,
  START,
  TIKTOK,
  YOUTUBE,
} from '../../../tests/support/engine/canaries-in-memory.ts';
import { createScriptedEngine } from '../../../tests/support/engine/scripted-engine.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createMemorySignals } from '../../adapters/memory/signals.ts';
import { CANARY_EVERY_MS } from './canaries.ts';
import { readCanaryLink } from './canary-links.ts';

describe('canaries', () => {
  it('run each link every 15 minutes, one after the other and evenly spread', async () => {
    const made = makeCanaries([YOUTUBE, TIKTOK]);
    made.canaries.begin();
    await made.pass(5000);
    expect(made.asked.map(({ address }) => address)).toEqual([YOUTUBE]);
    await made.pass(CANARY_EVERY_MS / 2);
    expect(made.asked.map(({ address }) => address)).toEqual([YOUTUBE, TIKTOK]);
    await made.pass(CANARY_EVERY_MS);
    expect(made.asked).toHaveLength(4);
    expect(codesOf(made)).toEqual([
      ['ok', 'ok'],
      ['ok', 'ok'],
    ]);
    expect(made.canaries.list()[0]?.results[0]).toEqual({
      at: START + 5000,
      code: 'ok',
      ms: 0,
      egress: 'direct',
    });
    await made.canaries.close();
    expect([made.clock.pending(), made.warnings]).toEqual([0, []]);
  });

  it('are run by one server of two, which both know the results', async () => {
    const clock = createManualClock(START);
    const signals = createMemorySignals(clock);
    const [one, other] = [
      makeCanaries([YOUTUBE], clock, signals),
      makeCanaries([YOUTUBE], clock, signals),
    ];
    other.world.leads = false;
    for (const { canaries } of [one, other]) canaries.begin();
    await one.pass(5000);
    one.ends.set(YOUTUBE, 'bot_check');
    await one.pass(CANARY_EVERY_MS);
    expect([codesOf(one), codesOf(other)]).toEqual([[['ok', 'bot_check']], [['ok', 'bot_check']]]);
    // The second failure in a row is seen by the one that runs them from now on.
    [one.world.leads, other.world.leads] = [false, true];
    other.ends.set(YOUTUBE, 'bot_check');
    await other.pass(CANARY_EVERY_MS);
    expect([one.asked.length, other.asked.length > 0]).toEqual([2, true]);
    expect([one.alarms.length, other.alarms.length]).toEqual([0, 1]);
    for (const { canaries } of [one, other]) await canaries.close();
  });

  it('of another server keep only results that can be some', async () => {
    const clock = createManualClock(START);
    const signals = createMemorySignals(clock);
    const { canaries, world } = makeCanaries([YOUTUBE], clock, signals);
    world.leads = false;
    canaries.begin();
    const [link] = world.links;
    const good = { at: START, code: 'ok', ms: 5, egress: 'direct' };
    const bad = [
      { ...good, at: '9e99' },
      { ...good, ms: null },
      { ...good, at: 1e300 },
      { ...good, code: 'constructor' },
      { ...good, egress: 'another' },
    ];
    const memory = { link, results: [...bad, good] };
    signals.publish('canaries/direct', [memory], 1000);
    expect(canaries.list()[0]?.results).toEqual([good]);
    await canaries.close();
  });

  it('keep the results of a day', async () => {
    const made = makeCanaries([YOUTUBE]);
    made.canaries.begin();
    await made.pass(26 * 3_600_000);
    expect(codesOf(made)[0]?.length).toBe(96);
    await made.canaries.close();
  });

  it('raise one alarm after two failures in a row of a link that worked', async () => {
    const made = makeCanaries([YOUTUBE]);
    made.canaries.begin();
    await made.pass(5000);
    made.ends.set(YOUTUBE, 'bot_check');
    await made.pass(CANARY_EVERY_MS);
    expect(made.alarms).toEqual([]);
    await made.pass(3 * CANARY_EVERY_MS);
    const details = { platform: 'youtube', egress: 'direct', code: 'bot_check' };
    const alarm = { kind: 'canary_failed', details };
    expect(made.alarms).toEqual([alarm]);
    made.ends.clear();
    await made.pass(CANARY_EVERY_MS);
    made.ends.set(YOUTUBE, 'bot_check');
    await made.pass(2 * CANARY_EVERY_MS);
    expect(made.alarms).toEqual([alarm, alarm]);
    await made.canaries.close();
  });

  it('raise one alarm for a link that is removed for good, and its platform works by the other', async () => {
    const made = makeCanaries([YOUTUBE, OTHER]);
    made.canaries.begin();
    await made.pass(CANARY_EVERY_MS);
    made.ends.set(YOUTUBE, 'not_found');
    await made.pass(26 * 3_600_000);
    expect(made.alarms).toHaveLength(1);
    expect(made.canaries.lastOf('youtube')?.ok).toBe(true);
    await made.canaries.close();
  });

  it('raise none for a link that never worked, nor while this server itself is too busy', async () => {
    const made = makeCanaries([YOUTUBE, TIKTOK]);
    made.ends.set(TIKTOK, 'not_found');
    made.canaries.begin();
    await made.pass(CANARY_EVERY_MS);
    made.ends.set(YOUTUBE, 'server_busy');
    await made.pass(3 * CANARY_EVERY_MS);
    expect(made.alarms).toEqual([]);
    expect(codesOf(made)[0]).toEqual(['ok', 'server_busy', 'server_busy', 'server_busy']);
    await made.canaries.close();
  });

  it('derive the state of a platform from recent results: one link that works is enough, old results do not count', async () => {
    const made = makeCanaries([YOUTUBE, OTHER, TIKTOK]);
    made.ends.set(YOUTUBE, 'not_found').set(TIKTOK, 'blocked');
    expect(made.canaries.lastOf('youtube')).toBeNull();
    made.canaries.begin();
    await made.pass(5000);
    expect(made.canaries.lastOf('youtube')).toEqual({
      ok: false,
      at: START + 5000,
      hasWorked: false,
    });
    await made.pass(CANARY_EVERY_MS - 5000);
    expect(made.canaries.lastOf('youtube')).toMatchObject({
      ok: true,
      at: START + 305_000,
      hasWorked: true,
    });
    expect(made.canaries.lastOf('tiktok')?.ok).toBe(false);
    expect(made.canaries.lastOf('threads')).toBeNull();
    await made.canaries.close();
    made.clock.advance(3 * CANARY_EVERY_MS);
    expect(made.canaries.lastOf('youtube')).toBeNull();
  });

  it('do not ask a platform that is off, or paused, which counts as a failure', async () => {
    const made = makeCanaries([YOUTUBE, TIKTOK]);
    made.world.off.add('tiktok');
    made.world.paused.add('youtube');
    made.canaries.begin();
    await made.pass(2 * CANARY_EVERY_MS);
    expect(made.asked).toEqual([]);
    expect(codesOf(made)).toEqual([['platform_paused', 'platform_paused'], []]);
    await made.canaries.close();
  });

  it('run links that are set later and forget removed ones', async () => {
    const made = makeCanaries([]);
    made.canaries.begin();
    await made.pass(60_000);
    expect(made.asked).toEqual([]);
    made.world.links = [YOUTUBE].flatMap((text) => readCanaryLink(text) ?? []);
    await made.pass(60_000);
    expect(codesOf(made)).toEqual([['ok']]);
    made.world.links = [];
    await made.pass(CANARY_EVERY_MS);
    expect([made.canaries.list(), made.canaries.lastOf('youtube')]).toEqual([[], null]);
    await made.canaries.close();
  });

  it('can all be run through another engine, without keeping results', async () => {
    const made = makeCanaries([YOUTUBE, TIKTOK]);
    const candidate = createScriptedEngine();
    candidate.ends.set(TIKTOK, 'platform_changed');
    const { signal } = new AbortController();
    expect(await made.canaries.runAll(candidate.engine, signal)).toEqual([
      { platform: 'youtube', code: 'ok', ms: 0 },
      { platform: 'tiktok', code: 'platform_changed', ms: 0 },
    ]);
    expect([made.asked, codesOf(made)]).toEqual([[], [[], []]]);
    await expect(
      made.canaries.runAll(candidate.engine, AbortSignal.abort(new Error('called off'))),
    ).rejects.toThrow('called off');
  });
});
