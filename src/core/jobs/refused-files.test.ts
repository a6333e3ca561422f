// A platform that refuses its files at one egress: another one is tried, and the first rests.
import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../tests/support/run/manual-clock.ts';
import { EDIT, inspectedBy, LINK, runJob } from '../../../tests/support/run/one-job.ts';
import { createMemoryCircuits } from '../../adapters/memory/circuits.ts';
import { createBreaker } from '../inspecting/egress/breaker.ts';

describe('a platform that refuses its files', () => {
  const refused = { kept: inspectedBy('here'), refuses: 'here' };

  it('is asked once more by another egress, from an inspection of that', async () => {
    const { asked, held, fetched, end } = await runJob(LINK, {
      ...refused,
      elsewhere: inspectedBy('elsewhere'),
    });
    expect(asked).toEqual(['find kept', 'elsewhere than here']);
    expect(held).toEqual(['hold here', 'release here', 'hold elsewhere', 'release elsewhere']);
    expect([fetched[0], fetched.at(-1)]).toEqual([
      'https://here.test/1',
      'https://elsewhere.test/1',
    ]);
    expect(end.code).toBe('making_failed');
  });

  it('has refused where there is no other, and is not asked elsewhere after another failure', async () => {
    expect((await runJob(LINK, refused)).end.code).toBe('blocked');
    const { asked } = await runJob(LINK, {
      kept: inspectedBy('here'),
      elsewhere: inspectedBy('elsewhere'),
    });
    expect(asked).toEqual(['find kept']);
  });

  it('is paused at that egress after three posts, and the next file comes by the other one at once', async () => {
    const breaker = createBreaker(createManualClock(), createMemoryCircuits());
    const linkTo = (id: string) => ({
      ...LINK,
      link: { ...LINK.link, id },
    });
    for (const id of ['1', '2', '3']) await runJob(linkTo(id), { ...refused, breaker });
    const alone = await runJob(linkTo('4'), { ...refused, breaker });
    expect([alone.end.code, alone.fetched]).toEqual(['platform_paused', []]);
    const other = await runJob(linkTo('5'), {
      ...refused,
      breaker,
      elsewhere: inspectedBy('elsewhere'),
    });
    expect(other.fetched).toEqual(['https://elsewhere.test/1']);
    expect((await runJob(EDIT, { breaker })).end.code).toBe('making_failed');
  });

  it('is not paused by one post, however its link is written', async () => {
    const breaker = createBreaker(createManualClock(), createMemoryCircuits());
    for (const address of ['watch/?v=1', 'reel/1', 'someone/posts/1', 'other/posts/1']) {
      const job = {
        ...LINK,
        link: { ...LINK.link, address: `https://www.facebook.com/${address}` },
      };
      expect((await runJob(job, { ...refused, breaker })).end.code).toBe('blocked');
    }
  });

  it('is paused after two posts to which it says "later", and no job tries two paused egresses', async () => {
    const clock = createManualClock();
    const breaker = createBreaker(clock, createMemoryCircuits());
    const storm = { refuses: ['here', 'elsewhere'], refusal: 'rate_limited', breaker } as const;
    const run = (id: string) =>
      runJob(
        { ...LINK, link: { ...LINK.link, id } },
        { ...storm, kept: inspectedBy('here'), elsewhere: inspectedBy('elsewhere') },
      );
    const first = await run('1');
    expect(first.fetched).toEqual(['https://here.test/1', 'https://elsewhere.test/1']);
    expect(first.end.params).toMatchObject({ requests: 2 });
    expect((await run('2')).fetched).toEqual(['https://here.test/1']);
    expect((await run('3')).fetched).toEqual(['https://elsewhere.test/1']);
    expect(await run('4')).toMatchObject({ fetched: [], end: { code: 'platform_paused' } });
    clock.advance(60_000);
    const probe = await run('5');
    expect(probe.fetched).toEqual(['https://here.test/1']);
    expect(probe.end).toMatchObject({ code: 'rate_limited', params: {} });
  });

  it('is not paused by jobs whose bytes arrive, however they end', async () => {
    const breaker = createBreaker(createManualClock(), createMemoryCircuits());
    for (let count = 0; count < 5; count += 1) {
      const { end } = await runJob(
        { ...LINK, link: { ...LINK.link, id: `${count}` } },
        { ...refused, breaker, bytes: 1000 },
      );
      expect(end.code).toBe('blocked');
    }
  });
});
