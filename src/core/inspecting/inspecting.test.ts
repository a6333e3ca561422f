import { describe, expect, it } from 'vitest';
import {
  makeInspection,
  makeItem,
  makeTrack,
  NO_ORIGIN,
} from '../../../tests/support/media/make-item.ts';
import { DEFAULT_OPERATOR_STATE } from '../../../tests/support/run/default-operator-state.ts';
import { directEgress } from '../../../tests/support/run/direct-egress.ts';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { AppError } from '../../shared/errors.ts';
import { readLink } from '../../shared/link.ts';
import type { Link } from '../../shared/platforms/platform.ts';
import { createBlockList } from '../blocks/block-list.ts';
import type { Block } from '../blocks/ports.ts';
import type { Outcome } from '../outcomes/ports.ts';
import { createInspecting, type InspectingNeeds } from './inspecting.ts';

const signal = new AbortController().signal;
const VIDEO = 'https://youtu.be/aaaaaaaaaaa';
const HOME = { network: '192.0.2.1/32', canWait: false };

/** The service with ports in memory: what the engine was asked, and what was recorded. */
function makeService(part: Partial<InspectingNeeds> = {}) {
  const clock = createManualClock(1_000_000_000_000);
  const asked: Link[] = [];
  const outcomes: Outcome[] = [];
  const warnings: string[] = [];
  const state = { failure: null as AppError | null, livesMs: 300_000, origin: NO_ORIGIN };
  const blocked: Pick<Block, 'kind' | 'subject'>[] = [];
  const blockList = createBlockList({ subjects: async () => blocked });
  const service = createInspecting({
    readLink,
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
          origin: state.origin,
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
    egresses: directEgress(clock),
    turns: DEFAULT_OPERATOR_STATE.turns,
    switches: { of: () => ({ off: false, reason: null, fixed: false }) },
    blockList,
    warn: (message) => void warnings.push(message),
    ...part,
  });
  const block = async (kind: Block['kind'], subject: string) => {
    blocked.push({ kind, subject });
    await blockList.reload();
  };
  /** Inspects the link in a text, as the route does. */
  const inspect = async (text: string, asker = HOME, by = signal) =>
    service.inspect(await service.resolve(text, by), asker, by);
  return { service, inspect, clock, asked, outcomes, warnings, state, block };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: AppError) => error.code,
  );

describe('inspecting', () => {
  it('asks the engine once for the same video however it is written, and again when the answer is old', async () => {
    const { inspect, clock, asked } = makeService();
    await inspect(VIDEO, HOME, signal);
    await inspect('https://www.youtube.com/watch?v=aaaaaaaaaaa&utm_source=x', HOME, signal);
    expect(asked).toHaveLength(1);
    clock.advance(300_000);
    await inspect(VIDEO, HOME, signal);
    expect(asked).toHaveLength(2);
  });

  it('forgets an answer when its first source expires, if that is earlier', async () => {
    const { inspect, clock, asked, state } = makeService();
    state.livesMs = 10_000;
    await inspect(VIDEO, HOME, signal);
    clock.advance(10_000);
    await inspect(VIDEO, HOME, signal);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['addresses', 30 * 1024 * 1024, 0],
    ['tracks', 0, 75_000],
  ])(
    'forgets the oldest answers when they hold too many %s, however few they are',
    async (_name, length, tracks) => {
      const address = 'x'.repeat(length);
      const items = [makeItem(Array(tracks).fill(makeTrack('1')))];
      const big = {
        egress: 'direct',
        byId: new Map([['t', { address, headers: {}, cookies: {}, fragments: null }]]),
      };
      let asked = 0;
      const { service, inspect, clock } = makeService({
        engine: {
          egress: 'direct',
          async inspect(link) {
            asked += 1;
            const inspection = {
              ...makeInspection(items),
              id: link.id,
              link,
              expiresAt: clock.now() + 300_000,
            };
            return { inspection, sources: big, origin: NO_ORIGIN };
          },
        },
      });
      const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(11));
      for (const id of ids) await inspect(`https://youtu.be/${id}`, HOME, signal);
      const found = await Promise.all(ids.map((id) => service.find(id)));
      expect(found.map((one) => one?.inspection.id ?? null)).toEqual([null, ids[1], ids[2]]);
      expect(asked).toBe(3);
    },
  );

  it('gives each caller the hints of its own link, and the engine none', async () => {
    const { inspect, asked } = makeService();
    const first = await inspect(`${VIDEO}?t=90`, HOME, signal);
    const second = await inspect(VIDEO, HOME, signal);
    expect([first.inspection.link.hints, second.inspection.link.hints]).toEqual([
      { startSeconds: 90 },
      {},
    ]);
    expect(asked[0]?.hints).toEqual({});
  });

  it('finds a kept inspection by its id until it is gone', async () => {
    const { service, inspect, clock } = makeService();
    const { inspection } = await inspect(VIDEO, HOME, signal);
    expect((await service.find(inspection.id))?.inspection.id).toBe(inspection.id);
    expect(await service.find('unknown')).toBeNull();
    clock.advance(300_000);
    expect(await service.find(inspection.id)).toBeNull();
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

  it('refuses what is not a link, what is no item, and what the operator switched off, without any request', async () => {
    const { service, inspect, asked, outcomes } = makeService({
      switches: { of: (id) => ({ off: id === 'tiktok', reason: 'As asked.', fixed: false }) },
    });
    expect(await codeOf(inspect('nonsense', HOME, signal))).toBe('invalid_url');
    expect(await codeOf(inspect('https://www.youtube.com/@somebody', HOME, signal))).toBe(
      'unsupported_url',
    );
    expect(await codeOf(inspect('https://vm.tiktok.com/ZMabcDeFg/', HOME, signal))).toBe(
      'platform_disabled',
    );
    expect(
      await codeOf(inspect('https://www.tiktok.com/@a/video/7512345678901234501', HOME, signal)),
    ).toBe('platform_disabled');
    await expect(service.resolve('https://vm.tiktok.com/ZMabcDeFg/', signal)).rejects.toMatchObject(
      {
        params: { platform: 'TikTok', reason: 'As asked.' },
      },
    );
    expect([asked, outcomes]).toEqual([[], []]);
  });

  it('records one outcome per attempt with nothing of the video in it, and none for an answer it had', async () => {
    const { inspect, outcomes, state } = makeService();
    await inspect(VIDEO, HOME, signal);
    await inspect(VIDEO, HOME, signal);
    state.failure = new AppError('private');
    await codeOf(inspect('https://youtu.be/bbbbbbbbbbb', HOME, signal));
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
    const { inspect, warnings } = makeService({
      outcomes: {
        record,
        countSince: async () => [],
        medianMsSince: async () => null,
        forgetBefore: async () => 0,
      },
      warn: (message) => void broken.warnings.push(message),
    });
    await inspect(VIDEO, HOME, signal);
    await Promise.resolve();
    expect([broken.warnings, warnings]).toEqual([['an outcome could not be recorded'], []]);
  });

  it('pauses a platform that refuses three times, gives the time to retry, and does not count that as an attempt', async () => {
    const { inspect, asked, outcomes, state, clock } = makeService();
    state.failure = new AppError('bot_check');
    const ids = ['a', 'b', 'c', 'd'].map((letter) => `https://youtu.be/${letter.repeat(11)}`);
    const codes = [];
    for (const url of ids) codes.push(await codeOf(inspect(url, HOME, signal)));
    expect(codes).toEqual(['bot_check', 'bot_check', 'bot_check', 'platform_paused']);
    expect([asked.length, outcomes.length]).toEqual([3, 3]);
    const error: AppError = await inspect(VIDEO, HOME, signal).catch((thrown) => thrown);
    expect(error.params).toEqual({ platform: 'YouTube', retryAfterSeconds: 60 });
    state.failure = null;
    clock.advance(60_000);
    expect(await codeOf(inspect(VIDEO, HOME, signal))).toBe('ok');
  });

  it('lets a visitor who leaves go at once', async () => {
    const engine = { egress: 'direct', inspect: () => new Promise<never>(() => {}) };
    const { inspect } = makeService({ engine });
    const controller = new AbortController();
    const waiting = inspect(VIDEO, HOME, controller.signal).catch((reason) => reason);
    await Promise.resolve();
    controller.abort('gone');
    expect(await waiting).toBe('gone');
  });

  it('neither asks for a blocked video nor gives what it kept of it, however the link is written', async () => {
    const { service, inspect, asked, block } = makeService();
    const { inspection } = await inspect(VIDEO, HOME, signal);
    await block('video', 'youtube:aaaaaaaaaaa');
    for (const url of [VIDEO, 'https://www.youtube.com/shorts/aaaaaaaaaaa']) {
      expect(await codeOf(inspect(url, HOME, signal))).toBe('taken_down');
      expect(await codeOf(service.resolve(url, signal))).toBe('taken_down');
    }
    expect(await codeOf(service.inspectAgain(inspection.link, signal))).toBe('taken_down');
    await expect(service.find('id1')).rejects.toThrow('taken_down');
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['an id that the engine resolved', 'alias', 'youtube:bbbbbbbbbbb'],
    ['the video that it is cut from', 'video', 'youtube:ccccccccccc'],
    ['its uploader by the handle', 'uploader', 'youtube:somebody'],
    ['its uploader by the channel', 'uploader', 'youtube:uc1'],
  ] as const)('refuses what is blocked by %s, fresh or kept', async (_name, kind, subject) => {
    const { service, inspect, state, block } = makeService();
    const [mediaIds, sourceIds] = [['bbbbbbbbbbb'], ['ccccccccccc']];
    state.origin = { mediaIds, sourceIds, uploaderIds: ['UC1', '@Somebody'] };
    expect(await codeOf(inspect(VIDEO, HOME, signal))).toBe('ok');
    await block(kind, subject);
    expect(await codeOf(inspect(VIDEO, HOME, signal))).toBe('taken_down');
    await expect(service.find('id1')).rejects.toThrow('taken_down');
    const other = 'https://youtu.be/zzzzzzzzzzz';
    expect(await codeOf(inspect(other, HOME, signal))).toBe('taken_down');
    state.origin = { mediaIds: ['x'], sourceIds: [], uploaderIds: ['UC2', '@somebodyelse'] };
    expect(await codeOf(inspect('https://youtu.be/yyyyyyyyyyy', HOME, signal))).toBe('ok');
  });
});
