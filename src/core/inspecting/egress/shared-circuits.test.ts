import { expect, it } from 'vitest';
import { createManualClock } from '../../../../tests/support/run/manual-clock.ts';
import { createMemoryCircuits } from '../../../adapters/memory/circuits.ts';
import { createMemorySignals } from '../../../adapters/memory/signals.ts';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import { createBreaker } from './breaker.ts';
import { createSharedCircuits } from './shared-circuits.ts';

/** Breakers of servers whose signals reach each other; those of another egress are the last one's. */
function makeServers() {
  const clock = createManualClock(1_000_000_000_000);
  const signals = createMemorySignals(clock);
  let told = 0;
  const counted: typeof signals = {
    ...signals,
    publish: (...values) => {
      told += 1;
      signals.publish(...values);
    },
  };
  const serverWith = (egress: string) => {
    const own = createMemoryCircuits();
    const platforms = ['youtube', 'tiktok'] as const;
    return createBreaker(
      clock,
      createSharedCircuits({ own, signals: counted, clock, egresses: [egress], platforms }),
    );
  };
  const servers = [serverWith('direct'), serverWith('direct'), serverWith('upstream')] as const;
  return { clock, signals, servers, serverWith, told: () => told };
}

type Server = ReturnType<typeof makeServers>['servers'][number];
const meet = (server: Server, code: ErrorCode, egress = 'direct') =>
  server
    .guard(`youtube ${egress}`, () => Promise.reject(new AppError(code)))
    .catch((error: AppError) => error.code);
const openIn = (server: Server, key = 'youtube direct') => server.state(key).open;

it('three refusals open the circuit of all servers with one egress, whoever meets them', async () => {
  const { clock, servers, serverWith } = makeServers();
  const [one, other, elsewhere] = servers;
  await meet(one, 'bot_check');
  await meet(other, 'bot_check');
  expect(openIn(one)).toBe(false);
  await meet(one, 'bot_check');
  clock.advance(20_500);
  for (const server of [one, other, serverWith('direct')])
    expect(server.state('youtube direct')).toMatchObject({ open: true, retryAfterSeconds: 40 });
  expect(await meet(other, 'bot_check')).toBe('platform_paused');
  expect(openIn(elsewhere, 'youtube upstream')).toBe(false);
  expect(openIn(other, 'tiktok direct')).toBe(false);
});

it('an egress that is added at run time is shared from then on', async () => {
  const { clock, signals, servers } = makeServers();
  const own = createMemoryCircuits();
  const platforms = ['youtube'] as const;
  const shared = createSharedCircuits({ own, signals, clock, egresses: ['upstream'], platforms });
  for (let turn = 0; turn < 3; turn += 1) await meet(servers[0], 'bot_check');
  expect(shared.get('youtube direct')).toBeUndefined();
  shared.follow(['direct', 'upstream']);
  for (let turn = 0; turn < 3; turn += 1) await meet(servers[0], 'bot_check');
  expect(openIn(createBreaker(clock, shared))).toBe(true);
});

it('one server of all tries after a pause; how that ends is known to all', async () => {
  const { clock, servers } = makeServers();
  const [one, other] = servers;
  for (let turn = 0; turn < 3; turn += 1) await meet(one, 'rate_limited');
  clock.advance(60_000);
  let refuse = (_error: AppError) => {};
  const trying = other.guard('youtube direct', () => new Promise((_, no) => (refuse = no)));
  expect(await meet(one, 'rate_limited')).toBe('platform_paused');
  refuse(new AppError('rate_limited'));
  await trying.catch(() => undefined);
  expect(one.state('youtube direct').retryAfterSeconds).toBe(120);
  clock.advance(120_000);
  expect(await one.guard('youtube direct', async () => 'fine')).toBe('fine');
  expect(openIn(other)).toBe(false);
  expect(await meet(other, 'rate_limited')).toBe('rate_limited');
  expect(openIn(other)).toBe(false);
});

it('an attempt of a server that is gone holds the others up for a minute', async () => {
  const { clock, servers } = makeServers();
  const [one, other] = servers;
  for (let turn = 0; turn < 3; turn += 1) await meet(one, 'rate_limited');
  clock.advance(60_000);
  void one.guard('youtube direct', () => new Promise(() => undefined));
  clock.advance(59_000);
  expect(await meet(other, 'not_found')).toBe('platform_paused');
  clock.advance(1000);
  expect(await meet(other, 'not_found')).toBe('not_found');
});

it('what succeeds, or fails for another reason, is told to none', async () => {
  const { servers, told } = makeServers();
  const [one] = servers;
  await one.guard('youtube direct', async () => 'fine');
  await meet(one, 'not_found');
  await meet(one, 'timeout');
  expect(told()).toBe(0);
});

it('files that are refused to one server are asked for by none', async () => {
  const { servers } = makeServers();
  const [one, other, elsewhere] = servers;
  for (const item of ['a', 'b', 'c'])
    await one
      .guardFiles('youtube direct', item, () => Promise.reject(new AppError('blocked')))
      .catch(() => undefined);
  expect(other.state('youtube direct')).toMatchObject({ open: true, refused: 'files' });
  expect(await meet(other, 'not_found')).toBe('platform_paused');
  expect(openIn(elsewhere, 'youtube upstream')).toBe(false);
});

it('no server is paused for longer than a pause may last, or by what makes no sense', () => {
  const { signals, servers } = makeServers();
  const [one] = servers;
  const circuit = { refusals: 3, pauses: 1, openUntil: Number.MAX_SAFE_INTEGER, isProbing: false };
  signals.publish('circuit youtube direct', { ...circuit, openUntil: 'never' }, 1000);
  expect(openIn(one)).toBe(false);
  signals.publish('circuit youtube direct', circuit, 1000);
  expect(one.state('youtube direct')).toMatchObject({ open: true, retryAfterSeconds: 900 });
});
