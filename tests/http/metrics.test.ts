import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/adapters/metrics/prometheus.ts';
import { countedOutcomes, type Metrics, type Readings } from '../../src/core/outcomes/metrics.ts';
import { PLATFORM_IDS } from '../../src/shared/platforms/platform.ts';
import { databases } from '../contracts/databases.ts';
import { startHttpFixture } from '../support/http/http-fixture.ts';
import { type AdminFixture, startAdminFixture } from '../support/operators/admin-fixture.ts';

const TOKEN = 'a token of the monitor'.replaceAll(' ', '-');
const READINGS: Readings = {
  server: { version: '1.2.3', role: 'worker' },
  downloads: {
    open: 5,
    running: 2,
    waiting: 1,
    mostRunning: 4,
    oldestWaitSeconds: 1.5,
    foundLost: 6,
  },
  hasRedis: false,
  workers: { busy: 1, idle: 2, queued: 3, restarts: 4 },
  files: { bytes: 1e9, limitBytes: 2e10, diskFreeBytes: 3e10 },
  engineVersion: '2026.08.19',
};
const servedBy = (metrics: Metrics, readings = READINGS) => ({
  metrics: { ...metrics, text: () => metrics.text(async () => readings) },
});
const [, makeDatabase] = databases[0] ?? [];

/** Every line that is a figure: its name, its labels, its value. */
function figuresOf(text: string) {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] =
        /^([a-z_]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, of]) => [key, of]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value };
    });
}

describe('who may read the metrics', () => {
  let withToken: AdminFixture;
  let without: AdminFixture;
  beforeAll(async () => {
    if (!makeDatabase) throw new TypeError('there is no database');
    const services = () => servedBy(createMetrics());
    withToken = await startAdminFixture(await makeDatabase(), { metricsToken: TOKEN }, services);
    without = await startAdminFixture(await makeDatabase(), {}, services);
  });
  afterAll(async () => {
    await withToken.close();
    await without.close();
  });
  const ask = (fixture: AdminFixture, headers: Record<string, string> = {}) =>
    fetch(`${fixture.origin}/metrics`, { headers });

  it.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}`])(
    'a client that sends "%s"',
    async (authorization) => {
      const answer = await ask(withToken, { authorization });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
      ]);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.text()).toContain('keepreel_downloads{state="running"} 2');
    },
  );

  it.each([
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${TOKEN}x`,
    `Bearer ${TOKEN.slice(1)}`,
    `Basic ${TOKEN}`,
    TOKEN,
    'Bearer undefined',
  ])('no client that sends "%s"', async (authorization) => {
    const answer = await ask(withToken, { authorization });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    expect(await answer.text()).not.toMatch(/downloads|process_/);
    expect((await ask(without, { authorization })).status).toBe(404);
  });

  it('an operator who is signed in, with a token in the settings or without', async () => {
    for (const fixture of [withToken, without]) {
      const cookie = await fixture.signedIn();
      expect((await ask(fixture, { cookie })).status).toBe(200);
      expect((await ask(fixture, { cookie: `${cookie.slice(0, -1)}_` })).status).not.toBe(200);
    }
  });
});

describe('metrics', () => {
  it('report the current state', async () => {
    const metrics = createMetrics();
    const text = await metrics.text(async () => READINGS);
    for (const line of [
      'keepreel_downloads{state="open"} 5',
      'keepreel_downloads{state="waiting"} 1',
      'keepreel_server_info{version="1.2.3",role="worker"} 1',
      'keepreel_jobs_limit 4',
      'keepreel_oldest_wait_seconds 1.5',
      'keepreel_jobs_lost_total 6',
      'keepreel_redis_up 0',
      'keepreel_inspection_workers{state="busy"} 1',
      'keepreel_inspection_workers{state="idle"} 2',
      'keepreel_inspections_queued 3',
      'keepreel_engine_restarts_total 4',
      'keepreel_files_bytes 1000000000',
      'keepreel_files_limit_bytes 20000000000',
      'keepreel_disk_free_bytes 30000000000',
      'keepreel_engine_info{version="2026.08.19"} 1',
    ])
      expect(text.split('\n')).toContain(line);
    const own = figuresOf(text).filter(({ name }) => /^(process|nodejs)_/.test(name));
    expect(own.length).toBeGreaterThanOrEqual(8);
    for (const { name, value } of own) expect([name, Number(value) > 0]).toEqual([name, true]);
  });

  it('count what the object store answered, and what it failed at', async () => {
    const metrics = createMetrics();
    metrics.storeAnswered({ operation: 'read', seconds: 0.02, hasFailed: false });
    metrics.storeAnswered({ operation: 'write', seconds: 2, hasFailed: true });
    const lines = (await metrics.text(async () => READINGS)).split('\n');
    for (const line of [
      'keepreel_store_request_duration_seconds_count{operation="read"} 1',
      'keepreel_store_failures_total{operation="read"} 0',
      'keepreel_store_failures_total{operation="write"} 1',
    ])
      expect(lines).toContain(line);
  });

  it('leave out unknown values, and an engine that is gone', async () => {
    const metrics = createMetrics();
    await metrics.text(async () => READINGS);
    const text = await metrics.text(async () => ({
      ...READINGS,
      files: null,
      hasRedis: null,
      engineVersion: null,
    }));
    expect(text).toContain('keepreel_redis_up Nan');
    expect(text).toContain('keepreel_disk_free_bytes Nan');
    expect(text).not.toContain('keepreel_engine_info{');
  });

  it('count attempts by platform, step and code, and still store them', async () => {
    const metrics = createMetrics();
    const kept: unknown[] = [];
    const outcomes = countedOutcomes(
      {
        record: async (outcome) => void kept.push(outcome),
        countSince: async () => [],
        medianMsSince: async () => null,
        forgetBefore: async () => 0,
      },
      metrics,
    );
    const attempt = { platform: 'youtube', step: 'inspect', bytes: 0, hour: 0 } as const;
    await outcomes.record({ ...attempt, code: 'ok', durationMs: 40 });
    await outcomes.record({ ...attempt, code: 'private', durationMs: 3000 });
    const text = await metrics.text(async () => READINGS);
    expect(text).toContain(
      'keepreel_attempts_total{platform="youtube",step="inspect",code="private"} 1',
    );
    expect(text).toContain(
      'keepreel_attempt_duration_seconds_count{platform="youtube",step="inspect"} 2',
    );
    expect(kept).toHaveLength(2);
  });

  it('metrics-card: never gain labels from requests', async () => {
    const metrics = createMetrics();
    const fixture = await startHttpFixture({ metricsToken: TOKEN }, servedBy(metrics));
    const read = async () =>
      figuresOf(
        await (
          await fetch(`${fixture.origin}/metrics`, {
            headers: { authorization: `Bearer ${TOKEN}` },
          })
        ).text(),
      ).filter(({ name }) => name.startsWith('keepreel_http_'));
    const round = async (word: string) => {
      const paths = [
        `/files/${word}/${word}.mp4`,
        `/api/jobs/${word}`,
        `/${word}`,
        `/?q=${word}`,
        `/api/inspections/${word}/thumbnails/${word}`,
        `/de/${word}`,
        `/assets/${word}.js`,
        `/trending-files/${word}.jpg`,
        `/admin/trending/${word}`,
        '/about',
        '/fr/about',
      ];
      for (const path of paths)
        for (const method of ['GET', 'POST', 'PUT', 'PROPFIND', 'DELETE'])
          await fetch(fixture.origin + path, { method }).then((answer) => answer.arrayBuffer());
    };
    try {
      await round('canary0');
      await read();
      const first = await read();
      for (const word of ['canary1', 'canary2', 'canary3']) await round(word);
      const last = await read();
      expect(last.length).toBe(first.length);
      const tree = fixture.app.printRoutes({ commonPrefix: false });
      for (const { labels } of last) {
        const { route = '', method, status, le: _, ...more } = labels;
        expect(more).toEqual({});
        expect(route).not.toMatch(/canary/);
        const ending = route.split('/').at(-1) ?? '';
        expect([route, route.startsWith('(') || tree.includes(ending)]).toEqual([route, true]);
        if (method) expect(method).toMatch(/^(GET|HEAD|POST|PUT|DELETE|OPTIONS|other)$/);
        if (status) expect(status).toMatch(/^[1-5]xx$/);
      }
      expect(last.map(({ labels }) => labels['route'])).toEqual(
        expect.arrayContaining(['(page)', '(none)', '/files/:token/:name', '/api/jobs/:id']),
      );
    } finally {
      await fixture.close();
    }
  });

  it('know every platform by its own name', async () => {
    const metrics = createMetrics();
    for (const platform of PLATFORM_IDS)
      metrics.attemptEnded({
        platform,
        step: 'download',
        code: 'ok',
        durationMs: 1,
        bytes: 1,
        hour: 0,
      });
    const text = await metrics.text(async () => READINGS);
    for (const platform of PLATFORM_IDS) expect(text).toContain(`platform="${platform}"`);
  });
});
