// What operators change at one server, and what a platform tells one, holds at the others at once, and not only when these look
// again after half a minute.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { CockpitAnswer, RunningJobsAnswer } from '../../src/shared/api/cockpit.ts';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, openFleet } from '../support/fleet/fleet.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';
import type { Server } from '../support/product/server.ts';

const SHORT = film('Short', 4);
const ANN = { email: 'ann@video.example', password: 'a long enough pass phrase' };
/** Far less than the half minute after which a server looks for itself. */
const SOON = { timeout: 8000, interval: 20 };

let fleet: Fleet;
let one: Server;
let other: Server;
let ann: JobClient;
beforeAll(async () => {
  fleet = await openFleet({ 301: SHORT, 302: SHORT, 303: SHORT, 304: SHORT });
  const settings = { ADMIN_EMAIL: ANN.email, ADMIN_PASSWORD: ANN.password };
  [one, other] = await Promise.all([fleet.start('one', settings), fleet.start('other')]);
  ann = clientAt(one.url);
  expect((await ann.post('/api/admin/login', ANN)).status).toBe(200);
}, 240_000);
afterAll(() => fleet?.close());

const put = (path: string, body: object) =>
  ann.ask(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code;
const inspect = (server: Server, id: string) =>
  clientAt(server.url).post('/api/inspect', { url: filmLink(id) });

it('the cockpit of either shows both servers', async () => {
  const servers = async () => {
    const answer = await ann.ask('/api/admin/cockpit');
    return ((await answer.json()) as CockpitAnswer).servers;
  };
  await vi.waitUntil(
    async () => (await servers()).filter(({ facts }) => facts !== null).length === 2,
    { timeout: 60_000, interval: 500 },
  );
  const [first, second] = await servers();
  expect([first?.isThis, second?.isThis].toSorted()).toEqual([false, true]);
  expect(first?.facts).toMatchObject({
    version: '0.1.0',
    role: 'all',
    engine: expect.stringMatching(/^\d{4}\./),
    jobs: 0,
    downloads: 0,
  });
});

it('a platform that is switched off at one server is off at the other', async () => {
  expect((await inspect(other, '301')).status).toBe(200);
  expect(
    (await put('/api/admin/platforms/twitter', { off: true, reason: 'A pause.' })).status,
  ).toBe(200);
  await vi.waitUntil(
    async () => (await codeOf(await inspect(other, '301'))) === 'platform_disabled',
    SOON,
  );
  await put('/api/admin/platforms/twitter', { off: false });
  await vi.waitUntil(async () => (await inspect(other, '301')).status === 200, SOON);
});

it('a video that is blocked at one server ends, and is refused, at the other', async () => {
  const letGo = fleet.hold('302');
  const visitor = clientAt(other.url);
  const { job } = await visitor.start({ url: filmLink('302') });
  await visitor.until(job, 'fetching');
  const blocked = await ann.post('/api/admin/blocks', {
    link: filmLink('302'),
    reason: 'A notice.',
  });
  expect(blocked.status).toBeLessThan(300);
  await vi.waitUntil(async () => (await visitor.job(job)).error?.code === 'taken_down', SOON);
  expect(await codeOf(await inspect(other, '302'))).toBe('taken_down');
  letGo();
});

it('operators see the downloads of both servers, and cancel one of the other', async () => {
  const letGo = fleet.hold('304');
  const visitor = clientAt(other.url);
  const { job } = await visitor.start({ url: filmLink('304') });
  await visitor.until(job, 'fetching');
  const listed = async () =>
    ((await (await ann.ask('/api/admin/jobs')).json()) as RunningJobsAnswer).jobs;
  await vi.waitUntil(async () => (await listed())[0]?.phase === 'fetching', SOON);
  const [shown, ...more] = await listed();
  expect([shown?.platform, more]).toEqual(['twitter', []]);
  expect(job.startsWith(shown?.id ?? 'none')).toBe(true);
  const answer = await ann.post(`/api/admin/jobs/${shown?.id}/cancel`, {});
  expect(await answer.json()).toEqual({ cancelled: true });
  expect((await visitor.ended(job)).state).toBe('cancelled');
  expect(await listed()).toEqual([]);
  letGo();
});

it('a platform that refuses one server is not asked by the other until its pause is over', async () => {
  const REFUSED = '1931111111111111901';
  for (let turn = 0; turn < 2; turn += 1)
    expect(await codeOf(await inspect(one, REFUSED))).toBe('rate_limited');
  // The third refusal opens the circuit, whoever meets it.
  const asked = fleet.lab.requests().length;
  await vi.waitUntil(
    async () => (await codeOf(await inspect(other, REFUSED))) === 'platform_paused',
    SOON,
  );
  const until = fleet.lab.requests().length;
  expect(until - asked).toBeGreaterThan(0);
  for (const server of [one, other]) {
    const paused = await inspect(server, '303');
    expect([await codeOf(paused), paused.status]).toEqual(['platform_paused', 503]);
    expect(Number(paused.headers.get('retry-after'))).toBeGreaterThan(30);
  }
  expect(fleet.lab.requests()).toHaveLength(until);
});
