import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../../tests/support/run/slow-machine-timeout.ts';
import type { Alarm } from '../../core/status/alarms.ts';
import { createWebhook } from './webhook.ts';

const ALARM: Alarm = { kind: 'platform_down', details: { platform: 'tiktok', failed: 9 } };
const endings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/** A server of the operator's on this machine, and the webhook that leads to it. */
async function makeWebhook(answer: (response: ServerResponse, n: number) => void) {
  const seen: { readonly request: IncomingMessage; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    seen.push({ request, body });
    answer(response, seen.length);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const clock = createManualClock(1_000_000);
  const warnings: string[] = [];
  const webhook = createWebhook({
    url: `http://127.0.0.1:${port}/hooks/abc?key=1`,
    site: 'https://video.example',
    clock,
    warn: (message, cause) => void warnings.push(`${message}: ${cause}`),
  });
  endings.push(
    () => new Promise<void>((resolve) => void server.close(() => resolve())),
    () => server.closeAllConnections(),
    webhook.close,
  );
  return { webhook, clock, seen, warnings };
}

it('an alarm is posted as JSON, to an address of this machine too', async () => {
  const { webhook, seen, warnings } = await makeWebhook((response) =>
    response.end('x'.repeat(1e6)),
  );
  await webhook.send(ALARM);
  expect(seen[0]?.request).toMatchObject({ method: 'POST', url: '/hooks/abc?key=1' });
  expect(seen[0]?.request.headers['content-type']).toBe('application/json');
  expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
    ...ALARM,
    site: 'https://video.example',
    at: 1_000_000,
  });
  expect([seen.length, warnings]).toEqual([1, []]);
});

it('it is tried twice, and a run of failures is warned of once', async () => {
  const { webhook, seen, warnings } = await makeWebhook((response, n) =>
    response.writeHead(n === 5 ? 204 : n === 6 ? 302 : 500, { location: '/elsewhere' }).end(),
  );
  await webhook.send(ALARM);
  await webhook.send(ALARM);
  expect(seen).toHaveLength(4);
  expect(warnings).toEqual([
    'the alarm webhook cannot be reached: Error: the webhook answered 500',
  ]);
  await webhook.send(ALARM);
  await webhook.send(ALARM);
  expect(seen.map(({ request }) => request.url)).toEqual(Array(7).fill('/hooks/abc?key=1'));
  expect(warnings).toHaveLength(2);
});

it('a server that does not answer is given up after five seconds, twice', async () => {
  const { webhook, clock, seen, warnings } = await makeWebhook(() => undefined);
  const sent = webhook.send(ALARM);
  await vi.waitUntil(() => seen.length === 1, SLOW_MACHINE_TIMEOUT);
  clock.advance(4999);
  clock.advance(1);
  await vi.waitUntil(() => seen.length === 2, SLOW_MACHINE_TIMEOUT);
  clock.advance(5000);
  await sent;
  expect(warnings).toEqual([
    'the alarm webhook cannot be reached: Error: no answer within five seconds',
  ]);
  expect(clock.pending()).toBe(0);
});

it('thirty an hour are sent, and none after the end', async () => {
  const { webhook, clock, seen } = await makeWebhook((response) => response.end());
  for (let n = 0; n < 40; n += 1) await webhook.send(ALARM);
  expect(seen).toHaveLength(30);
  clock.advance(3_600_000);
  await webhook.send(ALARM);
  expect(seen).toHaveLength(31);
  webhook.close();
  await webhook.send(ALARM);
  expect(seen).toHaveLength(31);
});

it('an end in the midst of it lets go without a warning', async () => {
  const { webhook, clock, seen, warnings } = await makeWebhook(() => undefined);
  const sent = webhook.send(ALARM);
  await vi.waitUntil(() => seen.length === 1, SLOW_MACHINE_TIMEOUT);
  webhook.close();
  await sent;
  expect([warnings, clock.pending()]).toEqual([[], 0]);
});
