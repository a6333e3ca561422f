// Accounts are tried before they are used: what is used, refused, waited for, and how often an account is shown to a platform.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createEnginesInMemory,
  type EnginesInMemory,
} from '../../../../tests/support/engine/engines-in-memory.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../../../tests/support/run/slow-machine-timeout.ts';
import { AppError, type ErrorCode } from '../../../shared/errors.ts';
import type { EngineUpdates } from '../updates.ts';
import type { FoundAccount } from './account-trials.ts';

const GOOD: FoundAccount = {
  id: 'good-1',
  name: 'youtube.txt',
  cookies: 'good',
  platform: 'youtube',
  egress: null,
};
const BAD: FoundAccount = { ...GOOD, id: 'bad-1', name: 'youtube.second.txt', cookies: 'bad' };

let fixture: EnginesInMemory;
let updates: EngineUpdates;
let files: readonly FoundAccount[];
let used: ReadonlySet<string>;
/** The cookies of each request. */
let requests: (string | null)[];
/** What a request with these cookies ends with; by default it is answered. */
let failing: Record<string, ErrorCode>;
/** Requests with the cookies `slow` are answered after that. */
let slow: PromiseWithResolvers<void>;
beforeEach(() => {
  fixture = createEnginesInMemory();
  fixture.canaries = ['youtube'];
  slow = Promise.withResolvers();
  [files, used, requests, failing] = [[GOOD], new Set(['none']), [], { bad: 'login_required' }];
  fixture.accounts = {
    setting: 'COOKIES_DIR',
    find: async () => files,
    use(ids) {
      used = ids;
    },
    markOf: (id) => `mark of ${id}`,
    egressOf: (_platform, wanted) => (wanted === 'away' ? null : (wanted ?? 'direct')),
    async inspect(_link, cookies) {
      requests.push(cookies);
      if (cookies === 'slow') await slow.promise;
      const code = failing[String(cookies)];
      if (code) throw new AppError(code);
    },
  };
});
afterEach(() => updates.close());

/** Lets the files be read so often. */
async function read(times = 1) {
  for (let time = 0; time < times; time += 1) {
    fixture.clock.advance(5000);
    await new Promise((resolve) => setImmediate(resolve));
    const isIdle = async () => (await updates.status()).running === null;
    await vi.waitUntil(isIdle, { ...SLOW_MACHINE_TIMEOUT, interval: 1 });
  }
}
const start = async () => {
  updates = await fixture.start('notify');
};
const states = async () => (await updates.status()).accounts.map(({ state }) => state);
const changes = async () => (await updates.status()).changes;

it('one that passes the canary is used, after one request, and not tried again by the next start', async () => {
  await start();
  await read(3);
  expect([...used]).toEqual(['good-1']);
  expect(requests).toEqual(['good']);
  expect(await changes()).toMatchObject([
    {
      what: 'account',
      parts: ['account'],
      by: 'COOKIES_DIR',
      to: ['youtube.txt'],
      result: 'switched',
      isTried: true,
    },
  ]);
  await updates.close();
  used = new Set();
  await start();
  await read();
  expect([...used]).toEqual(['good-1']);
  expect(requests).toEqual(['good']);
});

it('one that fails where no account passes is not used, and log, status and alarm say why', async () => {
  files = [GOOD, BAD];
  await start();
  await read(3);
  expect([...used]).toEqual(['good-1']);
  expect(requests).toEqual(['good', 'bad', null]);
  expect((await updates.status()).accounts.at(-1)).toEqual({
    name: 'youtube.second.txt',
    platform: 'youtube',
    state: 'refused',
    reason: 'canaries_failed',
  });
  const details = 'youtube (direct): login_required';
  expect((await changes())[0]).toMatchObject({
    result: 'refused',
    platforms: ['youtube'],
    details,
  });
  const told = { account: BAD.name, reason: 'canaries_failed', platforms: 'youtube', details };
  expect(fixture.alarms).toEqual([{ kind: 'account_refused', details: told }]);
});

it('one that changes is not used until it was tried, and not while it may be written', async () => {
  await start();
  await read();
  files = [{ ...BAD, name: GOOD.name }];
  await read();
  expect([[...used], await states(), requests]).toEqual([[], ['waiting'], ['good']]);
  await read();
  expect([[...used], await states()]).toEqual([[], ['refused']]);
  files = [{ ...GOOD, id: 'good-2' }];
  await read(2);
  expect([...used]).toEqual(['good-2']);
});

it('one without cookies is named', async () => {
  files = [{ ...GOOD, cookies: '', platform: null, name: 'cookies.txt' }];
  await start();
  await read();
  expect([[...used], requests]).toEqual([[], []]);
  expect(await changes()).toMatchObject([
    { result: 'refused', reason: 'unreadable', to: ['cookies.txt'] },
  ]);
});

it('one is used untried where no canary can say anything', async () => {
  failing = { bad: 'login_required', null: 'login_required' };
  files = [BAD, { ...GOOD, platform: 'tiktok' }];
  await start();
  await read();
  expect([...used]).toEqual(['bad-1', 'good-1']);
  expect((await changes()).map(({ isTried }) => isTried)).toEqual([false, false]);
});

it('one waits while its platform is paused, out of reach, or its egress is not there', async () => {
  fixture.isPaused = true;
  files = [GOOD, { ...GOOD, id: 'away', egress: 'away' }];
  await start();
  await read(2);
  expect([requests, await states()]).toEqual([[], ['waiting', 'waiting']]);
  fixture.isPaused = false;
  failing = { good: 'timeout' };
  await read(3);
  // Not again and again.
  expect([requests, await states()]).toEqual([['good'], ['waiting', 'waiting']]);
  failing = {};
  await read(180);
  expect([requests, await states()]).toEqual([
    ['good', 'good'],
    ['used', 'waiting'],
  ]);
});

it('one that has passed is used before the next is tried, and is said to be used only then', async () => {
  files = [GOOD, { ...GOOD, id: 'slow-1', name: 'youtube.slow.txt', cookies: 'slow' }];
  await start();
  fixture.clock.advance(5000);
  await vi.waitUntil(() => requests.includes('slow'), { ...SLOW_MACHINE_TIMEOUT, interval: 1 });
  expect([...used]).toEqual(['good-1']);
  expect(await states()).toEqual(['used', 'waiting']);
  slow.resolve();
  await read();
  expect([...used]).toEqual(['good-1', 'slow-1']);
  expect(await states()).toEqual(['used', 'used']);
});
