import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aVideo } from '../../../tests/support/http/site-fixture.ts';
import { makeInspection, makeItem } from '../../../tests/support/media/make-item.ts';
import { DEFAULT_OPERATOR_STATE } from '../../../tests/support/run/default-operator-state.ts';
import { directEgress } from '../../../tests/support/run/direct-egress.ts';
import { createManualClock, type ManualClock } from '../../../tests/support/run/manual-clock.ts';
import { openDatabase } from '../../adapters/database/connection/open-database.ts';
import { createOutcomes } from '../../adapters/database/outcomes.ts';
import type { Database } from '../../adapters/database/schema.ts';
import { createTrendingChecks } from '../../adapters/database/trending-checks.ts';
import { createTrendingVideos } from '../../adapters/database/trending-videos.ts';
import { AppError, type ErrorCode } from '../../shared/errors.ts';
import { readLink } from '../../shared/link.ts';
import { createInspecting } from '../inspecting/inspecting.ts';
import type { Outcomes } from '../outcomes/ports.ts';
import { type CheckingVideos, createCheckingVideos } from './checking-videos.ts';
import type { TrendingVideos } from './ports.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const signal = new AbortController().signal;

let clock: ManualClock;
let database: Database;
let videos: TrendingVideos;
let outcomes: Outcomes;
let checking: CheckingVideos;
/** The links that the engine inspected, and its outcome for each; others succeed. */
let asked: string[];
let says: Record<string, ErrorCode | Error | Promise<never>>;
let films: Set<string>;
let warnings: string[];

beforeEach(async () => {
  clock = createManualClock(Date.UTC(2026, 10, 21));
  database = await openDatabase({ url: null, dataDir: ':memory:' });
  videos = createTrendingVideos(database.db);
  outcomes = createOutcomes(database.db);
  [asked, says, films, warnings] = [[], {}, new Set(), []];
  const warn = (message: string) => void warnings.push(message);
  const inspecting = createInspecting({
    readLink,
    engine: {
      egress: 'direct',
      async inspect(link) {
        asked.push(link.address);
        const said = await says[link.id];
        if (said instanceof Error) throw said;
        if (said) throw new AppError(said);
        const inspection = { ...makeInspection([makeItem([])]), link };
        const origin = { mediaIds: [], sourceIds: [], uploaderIds: [] };
        return { inspection, sources: { egress: 'direct', byId: new Map() }, origin };
      },
    },
    shortLinks: { follow: async () => 'https://www.tiktok.com/@a/video/7512345678901234501' },
    outcomes,
    clock,
    warn,
    egresses: directEgress(clock),
    switches: DEFAULT_OPERATOR_STATE.switches,
    turns: DEFAULT_OPERATOR_STATE.turns,
    blockList: { refuseLink: () => undefined, refuseOrigin: () => undefined },
  });
  checking = createCheckingVideos({
    inspecting,
    clock,
    warn,
    checks: createTrendingChecks(database.db),
    files: {
      async find(name) {
        if (name === 'broken.mp4') throw new AppError('storage_failed');
        return films.has(name) ? { bytes: 1, etag: '"e"' } : null;
      },
    },
  });
});
afterEach(() => database.close());

const add = (id: string, videoUrl = `https://youtu.be/${id}`) =>
  videos.add(aVideo(id, { videoUrl }));
const addFilm = (id: string, film: string) => videos.add(aVideo(id, { videoUrl: null, film }));
const check = async (afterMs = 0) => {
  clock.advance(afterMs);
  await checking.checkNext(signal);
};
const isThere = async (id: string) => (await videos.get(id))?.isAvailable;
const A = 'aaaaaaaaaaa';
const B = 'bbbbbbbbbbb';

describe('a trending video', () => {
  it('is checked once a day, each minute the one that is most overdue', async () => {
    await add(A);
    await check();
    await add(B);
    await check(60_000);
    await check(60_000);
    expect(asked.map((link) => link.slice(-11))).toEqual([A, B]);
    await check(DAY_MS - 180_000);
    expect(asked).toHaveLength(2);
    await check(60_000);
    await check();
    await check(60_000);
    expect(asked.map((link) => link.slice(-11))).toEqual([A, B, A, B]);
  });

  it.each(['not_found', 'private', 'members_only', 'no_video'] as const)(
    'is gone after the second %s, an hour after the first or later, and back after a success',
    async (code) => {
      await add(A);
      says = { [A]: code };
      await check();
      await check(HOUR_MS - 1);
      expect([asked.length, await isThere(A)]).toEqual([1, true]);
      await check(1);
      expect([asked.length, await isThere(A)]).toEqual([2, false]);
      says = {};
      await check(HOUR_MS);
      expect(asked).toHaveLength(2);
      await check(DAY_MS - HOUR_MS);
      expect(await videos.get(A)).toMatchObject({ isAvailable: true, version: 1 });
    },
  );

  it('is not gone if it was available in between', async () => {
    await add(A);
    for (const said of [{ [A]: 'private' }, {}, { [A]: 'private' }] as const) {
      says = said;
      await check(DAY_MS);
    }
    expect([asked.length, await isThere(A)]).toEqual([3, true]);
  });

  it.each([
    'bot_check',
    'timeout',
    'geo_blocked',
    'login_required',
    'upstream_error',
    'engine_unavailable',
  ] as const)('stays as it is after %s, however often', async (code) => {
    await add(A);
    await add(B);
    await videos.update(B, { isAvailable: false }, null);
    says = { [A]: code, [B]: code };
    for (let turn = 0; turn < 8; turn += 1) await check(DAY_MS);
    expect([await isThere(A), await isThere(B)]).toEqual([true, false]);
    says = { [A]: 'not_found', [B]: code };
    await check(2 * DAY_MS);
    await check();
    expect(await isThere(A)).toBe(true);
  });

  it('stays as it is while its platform is paused', async () => {
    for (const id of ['1', '2', '3']) await add(id.repeat(11));
    await add(A);
    says = Object.fromEntries(['1', '2', '3'].map((id) => [id.repeat(11), 'bot_check']));
    for (let turn = 0; turn < 4; turn += 1) await check(1000);
    expect([asked.length, await isThere(A)]).toEqual([3, true]);
  });

  it('counts among the attempts of its platform', async () => {
    await add(A);
    says = { [A]: 'private' };
    await check();
    await expect
      .poll(() => outcomes.countSince(0))
      .toEqual([{ platform: 'youtube', step: 'inspect', code: 'private', count: 1 }]);
  });

  it('is checked once at a time', async () => {
    await add(A);
    await add(B);
    const gate = Promise.withResolvers<never>();
    says = { [A]: gate.promise };
    const first = check();
    await expect.poll(() => asked).toHaveLength(1);
    await check();
    expect(asked).toHaveLength(1);
    gate.reject(new AppError('timeout'));
    await first;
    await check();
    expect(asked).toHaveLength(2);
  });

  it('is found behind a short link, so that its downloads are counted', async () => {
    await add(A, 'https://vm.tiktok.com/ZMabcDeFg/');
    await check();
    expect((await createTrendingChecks(database.db).list())[0]?.itemId).toBe(
      'tiktok:video:7512345678901234501',
    );
  });

  it('of no supported platform stays as it is, and does not block others', async () => {
    await add(A, 'https://video.example/a');
    await check();
    await add(B);
    await check();
    expect([asked.length, await isThere(A)]).toEqual([1, true]);
  });

  it('whose check fails internally is logged, and does not block others', async () => {
    await add(A);
    says = { [A]: new TypeError('a fault') };
    await check();
    await add(B);
    await check(1000);
    expect([asked.length, warnings]).toEqual([2, ['a trending video could not be checked']]);
    expect(await isThere(A)).toBe(true);
  });

  it('is not judged by a check that the end of the server aborted', async () => {
    await add(A);
    const gate = Promise.withResolvers<never>();
    says = { [A]: gate.promise };
    const ending = new AbortController();
    const look = checking.checkNext(ending.signal);
    await expect.poll(() => asked).toHaveLength(1);
    ending.abort(new AppError('cancelled'));
    await expect(look).rejects.toThrow('cancelled');
    gate.reject(new AppError('not_found'));
    expect((await createTrendingChecks(database.db).list())[0]?.check).toBeNull();
  });
});

describe('an uploaded video', () => {
  it('is gone when its file is, and back with it', async () => {
    await addFilm('f', 'f.mp4');
    await check();
    expect(await isThere('f')).toBe(false);
    films.add('f.mp4');
    await check(DAY_MS);
    expect(await isThere('f')).toBe(true);
    expect(asked).toEqual([]);
  });

  it('stays as it is while the disk cannot be read', async () => {
    await addFilm('f', 'broken.mp4');
    for (let turn = 0; turn < 3; turn += 1) await check(DAY_MS);
    expect([await isThere('f'), warnings]).toEqual([true, []]);
  });
});
