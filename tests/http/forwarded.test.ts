// Forwarded headers in the whole application: limits apply to the visitor's address, whatever its port.
import { afterEach, expect, it } from 'vitest';
import { createMemoryLimiter } from '../../src/adapters/limiter/memory.ts';
import { type HttpFixture, startHttpFixture } from '../support/http/http-fixture.ts';

let fixture: HttpFixture;
afterEach(() => fixture.close());

const serve = async () => {
  fixture = await startHttpFixture({}, ({ clock }) => {
    const limiter = createMemoryLimiter({ clock });
    return { limiter };
  });
};
const statusFor = async (forwardedFor: string) => {
  const headers = { 'x-forwarded-for': forwardedFor };
  return (await fetch(`${fixture.origin}/api/trending`, { headers })).status;
};

it.each(['198.51.100.7:5678', '[2001:db8::1]:443', '198.51.100.7:1, 127.0.0.1:80'])(
  'a request whose proxy names its visitor %s is served',
  async (forwardedFor) => {
    await serve();
    expect(await statusFor(forwardedFor)).toBe(200);
  },
);

it('a visitor with many ports shares one limit', async () => {
  await serve();
  const statuses: number[] = [];
  for (let port = 1; port <= 70; port += 1) statuses.push(await statusFor(`198.51.100.7:${port}`));
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
  expect(await statusFor('198.51.100.8:1')).toBe(200);
});
