// The deadline and the short memory before a resolver.
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { createResolver, resolveBySystem } from './resolve.ts';

function setUp(answer: (name: string) => Promise<readonly string[]>) {
  const clock = createManualClock();
  const asked: string[] = [];
  const resolve = createResolver({
    clock,
    resolve: (name) => {
      asked.push(name);
      return answer(name);
    },
  });
  return { asked, clock, resolve };
}

describe('the resolver', () => {
  it('asks once for all who ask within 30 seconds, and again after', async () => {
    let last = 0;
    const { asked, clock, resolve } = setUp(async () => [`5.5.5.${++last}`]);
    const together = await Promise.all([resolve('a.test'), resolve('a.test')]);
    clock.advance(29_999);
    expect([...together, await resolve('a.test')]).toEqual([['5.5.5.1'], ['5.5.5.1'], ['5.5.5.1']]);
    clock.advance(1);
    expect(await resolve('a.test')).toEqual(['5.5.5.2']);
    expect(asked).toHaveLength(2);
    expect(clock.pending()).toBe(0);
  });

  it('does not remember failures', async () => {
    const cause = new Error('ENOTFOUND');
    const { asked, resolve } = setUp(() => Promise.reject(cause));
    for (const _ of [1, 2]) {
      await expect(resolve('a.test')).rejects.toMatchObject({ code: 'origin_unreachable', cause });
    }
    expect(asked).toHaveLength(2);
  });

  it('waits 5 seconds for a name server and no longer', async () => {
    const { asked, clock, resolve } = setUp(() => new Promise(() => undefined));
    const asking = expect(resolve('a.test')).rejects.toMatchObject({ code: 'timeout' });
    clock.advance(5_000);
    await asking;
    const again = expect(resolve('a.test')).rejects.toMatchObject({ code: 'timeout' });
    clock.advance(5_000);
    await again;
    expect(asked).toHaveLength(2);
  });

  it('remembers 500 names and forgets the oldest', async () => {
    const { asked, resolve } = setUp(async () => ['5.5.5.5']);
    for (let index = 0; index < 501; index += 1) await resolve(`${index}.test`);
    await resolve('500.test');
    await resolve('1.test');
    expect(asked).toHaveLength(501);
    await resolve('0.test');
    expect(asked).toHaveLength(502);
  });

  it('of this machine knows its hosts file', async () => {
    expect(await resolveBySystem('localhost')).toContain('127.0.0.1');
  });
});
