import { expect, it } from 'vitest';
import type { BucketName, Limiter } from './ports.ts';
import { takeToken } from './rate-limit.ts';
import { countRefusals } from './refusal-count.ts';

/** A limiter that has `left` tokens, and the refusals that were counted. */
function make(left: number) {
  const refused: BucketName[] = [];
  const limiter: Limiter = {
    async take(_bucket, _key, cost = 1) {
      const allowed = cost <= left;
      if (allowed) left -= cost;
      return { allowed, retryAfterSeconds: allowed ? 0 : 9 };
    },
  };
  return { limiter: countRefusals(limiter, { add: (bucket) => refused.push(bucket) }), refused };
}

it.each([
  ['one token', undefined, 2],
  ['as many tokens as it costs', 2, 1],
])(
  'a request takes %s, and is refused with the time to try again when there are not enough',
  async (_name, cost, times) => {
    const { limiter, refused } = make(2);
    for (let n = 0; n < times; n += 1) await takeToken(limiter, 'inspect', 'a', cost);
    expect(refused).toEqual([]);
    await expect(takeToken(limiter, 'inspect', 'a', cost)).rejects.toMatchObject({
      code: 'too_many_requests',
      params: { retryAfterSeconds: 9 },
    });
    expect(refused).toEqual(['inspect']);
  },
);
