import { describe, expect, it } from 'vitest';
import { createTail } from './tail.ts';

describe('a tail', () => {
  it.each([
    ['nothing', [], ''],
    ['all that fits', ['ab', 'cd'], 'abcd'],
    ['the last bytes of many chunks', ['abc', 'def', 'ghi'], 'efghi'],
    ['the last bytes of one chunk', ['abcdefghi'], 'efghi'],
    ['a small chunk after a large one', ['abcdefghi', 'j'], 'fghij'],
  ])('keeps %s', (_, chunks, text) => {
    const tail = createTail(5);
    for (const chunk of chunks) tail.push(Buffer.from(chunk));
    expect(tail.text()).toBe(text);
  });

  it('holds no more memory than it says, whatever runs through it', () => {
    const tail = createTail(1000);
    const before = process.memoryUsage().arrayBuffers;
    const chunk = Buffer.alloc(64 * 1024);
    for (let n = 0; n < 2000; n += 1) tail.push(chunk);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 ** 2);
    expect(tail.text()).toHaveLength(1000);
  });
});
