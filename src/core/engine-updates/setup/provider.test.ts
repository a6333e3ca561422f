// A provider of tokens as a part of the setup: tried, refused, taken back.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createEnginesInMemory,
  type EnginesInMemory,
  OLD,
} from '../../../../tests/support/engine/engines-in-memory.ts';
import { SLOW_MACHINE_TIMEOUT } from '../../../../tests/support/run/slow-machine-timeout.ts';
import type { EngineUpdates } from '../updates.ts';
import type { SetupWish } from './setup-changes.ts';

const ANN = 'ann@site.example';
const GOOD = 'youtube: lang=en';
const provider = 'http://127.0.0.1:4416';

let fixture: EnginesInMemory;
let updates: EngineUpdates;
beforeEach(async () => {
  fixture = createEnginesInMemory();
  fixture.canaries = ['youtube', 'tiktok'];
  updates = await fixture.start('notify');
});
afterEach(() => updates.close());

async function ended(): Promise<void> {
  const isIdle = async () => (await updates.status()).running === null;
  await vi.waitUntil(isIdle, { ...SLOW_MACHINE_TIMEOUT, interval: 1 });
}
async function set(wish: SetupWish) {
  await updates.setSetup(wish, ANN, false);
  await ended();
  return last();
}
const last = async () => (await updates.status()).changes[0];

it('that breaks a canary is never used, and one that does not is', async () => {
  fixture.failing[provider] = ['youtube'];
  expect(await set({ provider })).toMatchObject({
    to: [provider],
    result: 'refused',
    reason: 'canaries_failed',
    platforms: ['youtube'],
  });
  expect(fixture.setup().provider).toBe('');
  fixture.failing = {};
  expect(await set({ provider })).toMatchObject({ to: [provider], result: 'switched' });
  expect(fixture.setup().provider).toBe(provider);
});

it('that fails visitors is taken back', async () => {
  await set({ provider });
  fixture.attempts(updates, 'platform_changed', 10, provider);
  await ended();
  expect(fixture.setup().provider).toBe('');
  expect(await last()).toMatchObject({ from: [provider], result: 'rolled_back' });
});

it('that does not answer, or whose plugin is for another yt-dlp, is refused', async () => {
  fixture.absent = 'it does not answer (ECONNREFUSED)';
  const reason = 'provider_fails';
  expect(await set({ provider })).toMatchObject({ reason, details: fixture.absent });
  fixture.absent = null;
  fixture.facts[OLD] = { tokenProviders: [] };
  const details = 'its plugin has nothing for this yt-dlp';
  expect(await set({ provider })).toMatchObject({ reason, details });
  // Its absence costs no other change.
  expect(await set({ arguments: GOOD })).toMatchObject({ result: 'switched' });
});

it('that is missing in what an older release stored is that of now', async () => {
  await set({ arguments: GOOD });
  const setting = fixture.setting as { setup: { before: { live: string } } };
  setting.setup.before.live = btoa(JSON.stringify({ egresses: 'direct', arguments: '' }));
  await updates.close();
  updates = await fixture.start('notify');
  await updates.rollBack('setup', ANN);
  await ended();
  expect(fixture.setup()).toEqual({ egresses: 'direct', arguments: '', provider: '' });
});
