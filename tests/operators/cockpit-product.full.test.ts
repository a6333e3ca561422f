import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cockpitAnswer } from '../../src/shared/api/cockpit.ts';
import { FILM_HOST, film, filmLink, filmPath } from '../fixtures/download/films.ts';
import { bodyOf } from '../support/http/http-fixture.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt } from '../support/product/job-client.ts';

const YOUTUBE = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';

describe('the cockpit of the whole product', () => {
  const SECRET_WORD = 'Whistleblower';
  let fixture: DownloadFixture;
  let cookie: string;
  beforeAll(async () => {
    fixture = await startDownloadFixture({
      filmOf: (id) => (id === '999900009000' ? undefined : film(`${SECRET_WORD} ${id}`, 4)),
      settings: {
        ADMIN_EMAIL: 'ann@site.example',
        ADMIN_PASSWORD: 'four random words make one',
        MAX_JOBS: '1',
        CANARY_URLS: YOUTUBE,
      },
    });
    const answer = await fetch(`${fixture.origin()}/api/admin/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ann@site.example', password: 'four random words make one' }),
    });
    cookie = (answer.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? '';
  });
  afterAll(() => fixture?.close());

  const get = async (path: string) => {
    const answer = await fetch(`${fixture.origin()}${path}`, { headers: { cookie } });
    expect(answer.status).toBe(200);
    return answer.text();
  };
  const look = async () =>
    cockpitAnswer.strict().parse(JSON.parse(await get('/api/admin/cockpit')));
  const jobs = async () => {
    const text = await get('/api/admin/jobs');
    expect(text).not.toMatch(new RegExp(`${SECRET_WORD}|${FILM_HOST}|777700007001|777700007002`));
    return JSON.parse(text).jobs as readonly { id: string; position: number | null }[];
  };

  it('shows platforms, versions, workers and disk space', async () => {
    const seen = await vi.waitUntil(async () => {
      const answer = await look();
      return answer.versions.engine && answer.versions.ffmpeg ? answer : undefined;
    }, 10_000);
    expect(seen.platforms).toHaveLength(8);
    expect(seen.platforms[0]).toMatchObject({
      platform: 'youtube',
      breaker: { open: false, retryAfterSeconds: 0 },
      switch: { off: false, reason: null, fixed: false },
    });
    expect(seen.versions.engine?.version).toMatch(/^\d{4}\.\d{2}\.\d{2}/);
    expect(seen.versions.jsRuntime).toMatch(/^(deno|node) \d/);
    expect(seen.workers).toMatchObject({ isServing: true, most: 8, restarts: 0 });
    expect(seen.disk.freeBytes).toBeGreaterThan(0);
    expect(seen.limits.find(({ bucket }) => bucket === 'signIn')).toMatchObject({ burst: 5 });
    expect(seen).toMatchObject({
      canaries: { links: 1, everyMinutes: 15 },
      cookies: null,
      alarms: { webhook: false },
      queue: { open: 0, running: 0, mostRunning: 1, waiting: 0, oldestWaitSeconds: null },
    });
  });

  it('sees jobs without their names, and ends one for its visitor', async () => {
    const undo = fixture.lab.faults.add({
      host: FILM_HOST,
      pathPrefix: filmPath('777700007001'),
      fault: { kind: 'slow', bytesPerSecond: 2000 },
    });
    const visitor = clientAt(fixture.origin());
    const first = await visitor.start({ url: filmLink('777700007001') });
    await vi.waitUntil(async () => (await look()).queue.running === 1, 10_000);
    const second = await visitor.start({ url: filmLink('777700007002') });
    const waiting = await vi.waitUntil(
      async () => (await jobs()).find(({ position }) => position === 1),
      10_000,
    );
    expect(await jobs()).toHaveLength(2);
    expect((await look()).queue).toMatchObject({ open: 2, running: 1, waiting: 1 });
    const cancel = await fetch(`${fixture.origin()}/api/admin/jobs/${waiting.id}/cancel`, {
      method: 'POST',
      headers: { cookie },
    });
    expect(await bodyOf(cancel)).toEqual({ cancelled: true });
    expect((await visitor.job(second.job)).state).toBe('cancelled');
    expect((await visitor.job(first.job)).state).toBe('open');
    expect(await jobs()).toHaveLength(1);
    await visitor.cancel(first.job);
    undo();
  });

  it('names the libraries that requests are made with', async () => {
    const names = ['Python', 'curl_cffi', 'requests', 'urllib3', 'brotli', 'certifi', 'websockets'];
    const { current } = JSON.parse(await get('/api/admin/engine'));
    const known = Object.keys(current.libraries);
    expect(names).toEqual(expect.arrayContaining(known));
    expect(known).toContain('requests');
    for (const version of Object.values(current.libraries)) expect(version).toMatch(/^\d+\.\d/);
    expect((await look()).versions.engine?.libraries).toEqual(current.libraries);
  });

  it('names the egress that a canary used, by platform too', async () => {
    const result = await vi.waitUntil(async () => {
      const { canaries } = JSON.parse(await get('/api/admin/canaries'));
      return canaries[0].results[0];
    }, 60_000);
    const { platforms } = await look();
    const [egress] = platforms.find(({ platform }) => platform === 'youtube')?.egresses ?? [];
    expect(egress).toMatchObject({
      id: result.egress,
      canary: { ok: result.code === 'ok', at: result.at },
    });
    expect(result.ms).toBeGreaterThan(0);
  });

  it('counts what was wrong with files that no one got, without their names', async () => {
    const undo = fixture.lab.faults.add({
      host: FILM_HOST,
      pathPrefix: filmPath('777700007003'),
      fault: { kind: 'cut', atShare: 0.5 },
    });
    const visitor = clientAt(fixture.origin());
    const { job } = await visitor.start({ url: filmLink('777700007003') });
    expect((await visitor.ended(job)).error).toMatchObject({ code: 'bad_media' });
    undo();
    const { findings } = await look();
    expect(findings.reduce((sum, { count }) => sum + count, 0)).toBe(1);
    expect(findings[0]?.kind).not.toBe('other');
  });

  it('stores failures by their code only', async () => {
    const visitor = clientAt(fixture.origin());
    const answer = await visitor.post('/api/inspect', { url: filmLink('999900009000') });
    const { code } = await bodyOf(answer);
    const text = await get('/api/admin/cockpit');
    expect(text).not.toMatch(/999900009000|198\.18\.|status\//);
    expect(JSON.parse(text).errors[0]).toEqual({
      at: expect.any(Number),
      platform: 'twitter',
      step: 'inspect',
      code,
    });
  });
});
