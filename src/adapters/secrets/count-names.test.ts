import { describe, expect, it } from 'vitest';
import { createPopularNames, createViewMarks } from './count-names.ts';
import { createRaterName } from './rater-name.ts';

const secret = new Uint8Array(32).fill(7);
const other = new Uint8Array(32).fill(8);
const visitor = 'ab'.repeat(32);
const week = 'cd'.repeat(32);

describe('the mark of a view', () => {
  it('is the same for a visitor, a video and a day, and another when any of them or the server is', () => {
    const mark = createViewMarks(secret);
    expect(mark(visitor, 'v1', 0)).toMatch(/^[0-9a-f]{64}$/);
    expect(mark(visitor, 'v1', 0)).toBe(createViewMarks(secret)(visitor, 'v1', 0));
    const all = [
      mark(visitor, 'v1', 0),
      mark(visitor, 'v1', 86_400_000),
      mark(visitor, 'v2', 0),
      mark(`${visitor}v`, '1', 0),
      createViewMarks(other)(visitor, 'v1', 0),
      createRaterName(secret)(visitor),
      visitor,
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('the names of a week', () => {
  it('are others in another week and on another server, and items are not visitors', () => {
    const all = [
      ...[secret, other].flatMap((one) =>
        [week, 'ef'.repeat(32)].flatMap((key) => {
          const { nameOf, markOf } = createPopularNames(one)(key);
          return [nameOf('a'), nameOf('b'), markOf(visitor, 'a'), markOf(visitor, 'b')];
        }),
      ),
      createPopularNames(secret)(week).markOf('c', 'a'),
    ];
    expect(new Set(all).size).toBe(all.length);
    expect(createPopularNames(secret)(week).nameOf('a')).toBe(all[0]);
  });
});
