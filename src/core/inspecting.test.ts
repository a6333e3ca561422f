import { describe, expect, it } from 'vitest';
import { makeInspection, makeItem } from '../../tests/make-item.ts';
import { createManualClock } from '../../tests/manual-clock.ts';
import { AppError } from '../shared/errors.ts';
import type { Link } from '../shared/platforms/platform.ts';
import { createInspecting, type InspectingNeeds } from './inspecting.ts';
import type { Outcome } from './ports.ts';

const signal = new AbortController().signal;
const VIDEO = 'https://youtu.be/aaaaaaaaaaa';

/** The service with ports in memory: what the engine was asked, and what was recorded. */
function makeService(part: Partial<InspectingNeeds> = {}) {
  const clock = createManualClock(1_000_000_000_000);
  const asked: Link[] = [];
  const outcomes: Outcome[] = [];
  const warnings: string[] = [];
  const state = { failure: null as AppError | null, livesMs: 300_000 };
  const service = createInspecting({
    engine: {
      egress: 'direct',
      async inspect(link) {
        asked.push(link);
        clock.advance(40);
        if (state.failure) throw state.failure;
        const inspection = makeInspection([makeItem([])]);
        return {
          inspection: {
            ...inspection,
            id: `id${asked.length}`,
            link,
            expiresAt: clock.now() + state.livesMs,
          },
          sources: { egress: 'direct', byId: new Map() },
        };
      },
    },
    shortLinks: {
      follow: async () => 'https://www.tiktok.com/@somebody/video/7512345678901234501',
    },
    outcomes: {
      record: async (outcome) => void outcomes.push(outcome),
      countSince: async () => [],
      medianMsSince: async () => null,
      forgetBefore: async () => 0,
    },
    clock,
    disabledPlatforms: new Set(),
    warn: (message) => void warnings.push(message),
    ...part,
  });
  return { service, clock, asked, outcomes, warnings, state };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: AppError) => error.code,
  );

describe('inspecting', () => {
  it('asks the engine once for the same video however it is written, and again when the answer is old', async () => {
    const { service, clock, asked } = makeService();
    await service.inspect(VIDEO, signal);
    await service.inspect('https://www.youtube.com/watch?v=aaaaaaaaaaa&utm_source=x', signal);
    expect(asked).toHaveLength(1);
    clock.advance(300_000);
    await service.inspect(VIDEO, signal);
    expect(asked).toHaveLength(2);
  });

  it('forgets an answer when its first source expires, if that is earlier', async () => {
    const { service, clock, asked, state } = makeService();
    state.livesMs = 10_000;
    await service.inspect(VIDEO, signal);
    clock.advance(10_000);
    await service.inspect(VIDEO, signal);
    expect(asked).toHaveLength(2);
  });

  it('forgets the oldest answers when they hold too many addresses, however few they are', async () => {
    const address = 'x'.repeat(30 * 1024 * 1024);
    const big = {
      egress: 'direct',
      byId: new Map([['t', { address, headers: {}, cookies: {}, fragments: null }]]),
    };
    let asked = 0;
    const { service, clock } = makeService({
      engine: {
        egress: 'direct',
        async inspect(link) {
          asked += 1;
          const inspection = {
            ...makeInspection([makeItem([])]),
            id: link.id,
            link,
            expiresAt: clock.now() + 300_000,
          };
          return { inspection, sources: big };
        },
      },
    });
    const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(11));
    for (const id of ids) await service.inspect(`https://youtu.be/${id}`, signal);
    expect(ids.map((id) => service.find(id)?.inspection.id ?? null)).toEqual([
      null,
      ids[1],
      ids[2],
    ]);
    expect(asked).toBe(3);
  });

  it('gives everybody the hints of their own link and tells the engine none', async () => {
    const { service, asked } = makeService();
    const first = await service.inspect(`${VIDEO}?t=90`, signal);
    const second = await service.inspect(VIDEO, signal);
    expect([first.inspection.link.hints, second.inspection.link.hints]).toEqual([
      { startSeconds: 90 },
      {},
    ]);
    expect(asked[0]?.hints).toEqual({});
  });

  it('finds a kept inspection by its id until it is gone', async () => {
    const { service, clock } = makeService();
    const { inspection } = await service.inspect(VIDEO, signal);
    expect(service.find(inspection.id)?.inspection.id).toBe(inspection.id);
    expect(service.find('unknown')).toBeNull();
    clock.advance(300_000);
    expect(service.find(inspection.id)).toBeNull();
  });

  it('follows a short link once, and only to its own platform', async () => {
    let followed = 0;
    const shortLinks = {
      follow: async () => `https://www.tiktok.com/@x/video/751234567890123450${++followed}`,
    };
    const { service } = makeService({ shortLinks });
    const first = await service.resolve('https://vm.tiktok.com/ZMabcDeFg/', signal);
    const second = await service.resolve('https://vm.tiktok.com/ZMabcDeFg', signal);
    expect([first.id, second.id, followed]).toEqual([
      '7512345678901234501',
      '7512345678901234501',
      1,
    ]);
    const elsewhere = makeService({ shortLinks: { follow: async () => VIDEO } });
    expect(
      await codeOf(elsewhere.service.resolve('https://vm.tiktok.com/ZMabcDeFg/', signal)),
    ).toBe('unsupported_url');
  });

  it('refuses what is not a link, what is no item, and what the operator switched off, without asking anybody', async () => {
    const { service, asked, outcomes } = makeService({ disabledPlatforms: new Set(['tiktok']) });
    expect(await codeOf(service.inspect('nonsense', signal))).toBe('invalid_url');
    expect(await codeOf(service.inspect('https://www.youtube.com/@somebody', signal))).toBe(
      'unsupported_url',
    );
    expect(await codeOf(service.inspect('https://vm.tiktok.com/ZMabcDeFg/', signal))).toBe(
      'platform_disabled',
    );
    expect(
      await codeOf(service.inspect('https://www.tiktok.com/@a/video/7512345678901234501', signal)),
    ).toBe('platform_disabled');
    expect([asked, outcomes]).toEqual([[], []]);
  });

  it('records one outcome per attempt with nothing of the video in it, and none for an answer it had', async () => {
    const { service, outcomes, state } = makeService();
    await service.inspect(VIDEO, signal);
    await service.inspect(VIDEO, signal);
    state.failure = new AppError('private');
    await codeOf(service.inspect('https://youtu.be/bbbbbbbbbbb', signal));
    const hour = Math.floor(1_000_000_000_000 / 3_600_000) * 3_600_000;
    const row = { platform: 'youtube', step: 'inspect', durationMs: 40, bytes: 0, hour };
    expect(outcomes).toEqual([
      { ...row, code: 'ok' },
      { ...row, code: 'private' },
    ]);
  });

  it('goes on when an outcome cannot be recorded', async () => {
    const broken = makeService();
    const record = () => Promise.reject(new Error('disk full'));
    const { service, warnings } = makeService({
      outcomes: {
        record,
        countSince: async () => [],
        medianMsSince: async () => null,
        forgetBefore: async () => 0,
      },
      warn: (message) => void broken.warnings.push(message),
    });
    await service.inspect(VIDEO, signal);
    await Promise.resolve();
    expect([broken.warnings, warnings]).toEqual([['an outcome could not be recorded'], []]);
  });

  it('stops asking a platform that refuses three times, says for how long, and does not count that as an attempt', async () => {
    const { service, asked, outcomes, state, clock } = makeService();
    state.failure = new AppError('bot_check');
    const ids = ['a', 'b', 'c', 'd'].map((letter) => `https://youtu.be/${letter.repeat(11)}`);
    const codes = [];
    for (const url of ids) codes.push(await codeOf(service.inspect(url, signal)));
    expect(codes).toEqual(['bot_check', 'bot_check', 'bot_check', 'platform_paused']);
    expect([asked.length, outcomes.length]).toEqual([3, 3]);
    const error: AppError = await service.inspect(VIDEO, signal).catch((thrown) => thrown);
    expect(error.params).toEqual({ platform: 'YouTube', retryAfterSeconds: 60 });
    state.failure = null;
    clock.advance(60_000);
    expect(await codeOf(service.inspect(VIDEO, signal))).toBe('ok');
  });

  it('lets a visitor who leaves go at once', async () => {
    const engine = { egress: 'direct', inspect: () => new Promise<never>(() => {}) };
    const { service } = makeService({ engine });
    const controller = new AbortController();
    const waiting = service.inspect(VIDEO, controller.signal).catch((reason) => reason);
    await Promise.resolve();
    controller.abort('gone');
    expect(await waiting).toBe('gone');
  });
});
