// Which targets a lane refuses by their name or port alone, before anything is dialled, and under what it counts them.
import { afterEach, expect, it } from 'vitest';
import { AMPLE, openTestDoor } from '../../../tests/fixtures/door/open-door.ts';
import type { Door } from './door.ts';

const never = new AbortController().signal;
let door: Door;
afterEach(() => door.close());

it.each([
  ['an address written in an odd way', '0x7f.1', 80, 'refusedAddress'],
  ['an address written as one number', '2130706433', 80, 'refusedAddress'],
  ['a name of this machine', 'localhost', 80, 'refusedHost'],
  ['a name of the local network', 'printer.local', 80, 'refusedHost'],
  ['no name at all', 'a b', 80, 'refusedHost'],
  ['an empty name', '', 80, 'refusedHost'],
  ['a port that is not one of the web', 'cdn.test', 22, 'refusedPort'],
])('%s is refused', async (_what, host, port, counted) => {
  door = await openTestDoor({
    policy: { isAllowedAddress: () => true, isAllowedPort: (one) => one === 80 },
  });
  const lane = door.lane();
  lane.begin('youtube', AMPLE);
  await expect(lane.connect(host, port, never)).rejects.toMatchObject({ code: 'blocked_target' });
  expect(door.counts()).toMatchObject({ [counted]: 1, opened: 0, failed: 0 });
});
