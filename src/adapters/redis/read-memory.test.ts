// What a Redis says of its memory, which may be anything.
import { expect, it } from 'vitest';
import { readMemory } from './read-memory.ts';

const read = (text: string) => readMemory({ info: async () => text });

it('reads the figures', async () => {
  const text = 'used_memory:7\r\nmaxmemory:9\r\nmaxmemory_policy:allkeys-lru\r\nevicted_keys:2\r\n';
  const memory = { usedBytes: 7, limitBytes: 9, policy: 'allkeys-lru', evictedKeys: 2 };
  expect(await read(text)).toEqual(memory);
});

it.each(['abc', '-5', '1.5', '1e400', '', 'NaN'])('takes %j for no figure', async (figure) => {
  const text = `used_memory:${figure}\nmaxmemory:${figure}\nmaxmemory_policy:${'x'.repeat(999)}`;
  const memory = { usedBytes: 0, limitBytes: null, policy: 'x'.repeat(40), evictedKeys: 0 };
  expect(await read(text)).toEqual(memory);
});
