import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDuties } from '../../src/adapters/clock/duties.ts';
import { createAuditLog } from '../../src/adapters/database/audit-log.ts';
import { createSettings } from '../../src/adapters/database/settings.ts';
import { createMemoryCircuits } from '../../src/adapters/memory/circuits.ts';
import { createMemorySignals } from '../../src/adapters/memory/signals.ts';
import type { Clock } from '../../src/core/async/clock.ts';
import { createBreaker } from '../../src/core/inspecting/egress/breaker.ts';
import { createInspecting } from '../../src/core/inspecting/inspecting.ts';
import { createLiveSetting } from '../../src/core/settings/live-setting.ts';
import {
  createPlatformSwitches,
  readNoticeMode,
  readOffPlatforms,
} from '../../src/core/settings/platform-switches.ts';
import { createCanaries } from '../../src/core/status/canaries.ts';
import { createCanaryLinks, readCanaryTexts } from '../../src/core/status/canary-links.ts';
import { createOperating } from '../../src/core/status/operating.ts';
import { createSiteStatus } from '../../src/core/status/site-status.ts';
import { AppError } from '../../src/shared/errors.ts';
import { readLink } from '../../src/shared/link.ts';
import { databases, type TestDatabase } from '../contracts/databases.ts';
import { createScriptedEngine } from '../support/engine/scripted-engine.ts';
import { bodyOf } from '../support/http/http-fixture.ts';
import { type AdminFixture, startAdminFixture } from '../support/operators/admin-fixture.ts';
import { DEFAULT_OPERATOR_STATE } from '../support/run/default-operator-state.ts';
import { directEgress } from '../support/run/direct-egress.ts';

const YOUTUBE = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';

/** What operators set, real; on an engine and downloads that a test plays. */
function servicesOn(clock: Clock, db: TestDatabase['db'], warnings: unknown[]) {
  const warn = (_: string, cause: unknown) => void warnings.push(cause);
  const duties = createDuties({ warn, after: clock.after });
  const signals = createMemorySignals(clock);
  const common = { settings: createSettings(db), duties, signals, warn };
  const setting = createLiveSetting({ ...common, name: 'platforms', read: readOffPlatforms });
  const notice = createLiveSetting({ ...common, name: 'youtubeNotice', read: readNoticeMode });
  const switches = createPlatformSwitches({ setting, disabled: new Set(['threads']) });
  const links = createCanaryLinks({
    setting: createLiveSetting({ ...common, name: 'canaries', read: readCanaryTexts }),
    configured: [YOUTUBE],
    defaults: [],
  });
  const { engine } = createScriptedEngine();
  const none = () => Promise.reject(new TypeError('not part of this test'));
  const outcomes = {
    record: async () => undefined,
    forgetBefore: none,
    countSince: async () => [],
    medianMsSince: async () => null,
  };
  const canaries = createCanaries({
    engine,
    clock,
    duties,
    signals,
    warn,
    links: links.list,
    alarms: { raise: () => undefined },
    isOff: () => false,
    breaker: createBreaker(clock, createMemoryCircuits()),
    egresses: directEgress(clock),
    group: 'direct',
  });
  return {
    siteStatus: createSiteStatus({
      outcomes,
      clock,
      rating: async () => null,
      operated: { ...DEFAULT_OPERATOR_STATE, switches, canaries, noticeMode: notice.get },
    }),
    inspecting: createInspecting({
      readLink,
      engine,
      outcomes,
      clock,
      switches,
      warn,
      egresses: directEgress(clock),
      turns: DEFAULT_OPERATOR_STATE.turns,
      shortLinks: { follow: none },
      blockList: { refuseLink: () => undefined, refuseOrigin: () => undefined },
    }),
    operating: createOperating({
      switches,
      notice,
      links,
      canaries,
      clock,
      audit: createAuditLog(db),
      downloading: {
        openAnywhere: async () => [],
        async cancelAny(handle) {
          if (handle !== 'abcdefgh') throw new AppError('job_not_found');
          return { cancelled: true, platform: 'tiktok' };
        },
      },
      newId: () => crypto.randomUUID(),
    }),
  };
}

describe.each(databases)('what operators set, on %s', (_kind, make) => {
  const warnings: unknown[] = [];
  let fixture: AdminFixture;
  let cookie: string;
  beforeAll(async () => {
    fixture = await startAdminFixture(await make(), {}, ({ clock, db }) =>
      servicesOn(clock, db, warnings),
    );
    cookie = await fixture.signedIn();
  });
  afterAll(() => fixture?.close());
  beforeEach(() => fixture.database.db.deleteFrom('audit_log').execute());
  afterEach(() => expect(warnings).toEqual([]));

  const send = (method: string, path: string, body?: unknown) => {
    // Nothing is done in the same moment as something else.
    fixture.clock.advance(1);
    return fetch(`${fixture.origin}${path}`, {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  };
  const detect = async (url: string) => bodyOf(await send('POST', '/api/detect-platform', { url }));
  const statusOf = async (platform: string) => {
    const { platforms, notices } = await bodyOf(await send('GET', '/api/status'));
    const all = platforms as readonly { platform: string; state: string; reason: string | null }[];
    return { ...all.find((one) => one.platform === platform), notices };
  };
  const audited = async () =>
    (await createAuditLog(fixture.database.db).list(10, null)).map(
      ({ admin, action, subject, details }) => [admin, action, subject, details],
    );

  it('a platform is switched off with a reason that visitors see, and on again', async () => {
    const off = await send('PUT', '/api/admin/platforms/youtube', {
      off: true,
      reason: ' Until Monday: <b>repairs</b>. ',
    });
    const reason = 'Until Monday: <b>repairs</b>.';
    expect([off.status, await bodyOf(off)]).toEqual([
      200,
      { platform: 'youtube', off: true, reason, fixed: false },
    ]);
    expect(await detect(YOUTUBE)).toMatchObject({
      isValid: false,
      code: 'platform_disabled',
      params: { platform: 'YouTube', reason },
    });
    expect(await bodyOf(await send('POST', '/api/inspect', { url: YOUTUBE }))).toMatchObject({
      code: 'platform_disabled',
      params: { reason },
    });
    expect(await statusOf('youtube')).toMatchObject({ state: 'off', reason });
    await send('PUT', '/api/admin/platforms/youtube', { off: false });
    expect(await detect(YOUTUBE)).toMatchObject({ isValid: true });
    expect(await statusOf('youtube')).toMatchObject({ state: 'unknown', reason: null });
    expect(await audited()).toEqual([
      ['ann@site.example', 'platform_switched', 'youtube', { off: false }],
      ['ann@site.example', 'platform_switched', 'youtube', { off: true, reason }],
    ]);
  });

  it('a platform that the configuration switched off stays off', async () => {
    const answer = await send('PUT', '/api/admin/platforms/threads', { off: false });
    expect(await bodyOf(answer)).toMatchObject({ off: true, reason: null, fixed: true });
    expect(await statusOf('threads')).toMatchObject({ state: 'off', reason: null });
  });

  it.each([
    ['no platform', '/api/admin/platforms/myspace', { off: true }],
    ['no switch', '/api/admin/platforms/youtube', { reason: 'x' }],
    ['a long reason', '/api/admin/platforms/youtube', { off: true, reason: 'x'.repeat(301) }],
    ['two lines', '/api/admin/platforms/youtube', { off: true, reason: 'a\nb' }],
    ['text that turns round', '/api/admin/platforms/youtube', { off: true, reason: 'a\u202eb' }],
    ['more than was asked', '/api/admin/platforms/youtube', { off: true, until: 1 }],
    ['another mode', '/api/admin/youtube-notice', { mode: 'maybe' }],
    ['a short link', '/api/admin/canaries', { links: ['https://vm.tiktok.com/ZMabcDeFg/'] }],
    ['no link', '/api/admin/canaries', { links: ['nonsense'] }],
    ['a link twice', '/api/admin/canaries', { links: [YOUTUBE, `${YOUTUBE}&t=1`] }],
    ['too many links', '/api/admin/canaries', { links: Array(25).fill(YOUTUBE) }],
  ])('%s is refused, and nothing is logged', async (_, path, body) => {
    const answer = await send('PUT', path, body);
    expect([answer.status, (await bodyOf(answer))['code']]).toEqual([400, 'invalid_request']);
    expect(await audited()).toEqual([]);
  });

  it('the notice about YouTube is shown and hidden', async () => {
    for (const [mode, youtube] of [
      ['on', true],
      ['off', false],
      ['auto', false],
    ] as const) {
      const answer = await send('PUT', '/api/admin/youtube-notice', { mode });
      expect(await bodyOf(answer)).toEqual({ mode });
      expect((await statusOf('youtube')).notices).toEqual({ youtube });
    }
    expect((await audited())[2]).toEqual([
      'ann@site.example',
      'youtube_notice_set',
      null,
      { mode: 'on' },
    ]);
  });

  it('canaries are those of the configuration until some are set, even none', async () => {
    const canary = { link: YOUTUBE, platform: 'youtube', results: [] };
    expect(await bodyOf(await send('GET', '/api/admin/canaries'))).toEqual({
      everyMinutes: 15,
      origin: 'setting',
      canaries: [canary],
    });
    const set = await send('PUT', '/api/admin/canaries', {
      links: ['https://youtu.be/bbbbbbbbbbb?si=track'],
    });
    const link = 'https://www.youtube.com/watch?v=bbbbbbbbbbb';
    expect(await bodyOf(set)).toMatchObject({ origin: 'operators', canaries: [{ link }] });
    const cleared = await send('PUT', '/api/admin/canaries', { links: [] });
    expect(await bodyOf(cleared)).toMatchObject({ origin: 'operators', canaries: [] });
    const restored = await send('PUT', '/api/admin/canaries', { links: null });
    expect(await bodyOf(restored)).toMatchObject({ origin: 'setting', canaries: [canary] });
    expect((await audited()).map(([, action, , details]) => [action, details])).toEqual([
      ['canaries_set', { links: 1 }],
      ['canaries_set', { links: 0 }],
      ['canaries_set', { links: 1 }],
    ]);
  });

  it('a download is ended by its handle, which is logged without any link', async () => {
    const done = await send('POST', '/api/admin/jobs/abcdefgh/cancel');
    expect(await bodyOf(done)).toEqual({ cancelled: true });
    expect(await audited()).toEqual([
      ['ann@site.example', 'job_cancelled', 'abcdefgh', { platform: 'tiktok' }],
    ]);
    const missing = await send('POST', '/api/admin/jobs/nobodys/cancel');
    expect([missing.status, (await bodyOf(missing))['code']]).toEqual([404, 'job_not_found']);
  });
});
