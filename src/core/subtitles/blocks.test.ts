import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blocksOf } from './blocks.ts';
import { type Cue, tidy } from './cue.ts';

const cue = (startMs: number, endMs: number, text: string): Cue => ({ startMs, endMs, text });

it.each<[string, readonly Cue[], readonly Cue[]]>([
  ['none', [], []],
  [
    'cues that follow each other',
    [cue(0, 1, 'a'), cue(1, 2, 'b')],
    [cue(0, 1, 'a'), cue(1, 2, 'b')],
  ],
  [
    'one within another',
    [cue(0, 9, 'long'), cue(3, 4, 'short')],
    [cue(0, 3, 'long'), cue(3, 4, 'long\nshort'), cue(4, 9, 'long')],
  ],
  [
    'three at once, then a pause',
    [cue(1, 5, 'A'), cue(3, 4, 'C'), cue(3, 7, 'B'), cue(8, 9, 'D')],
    [cue(1, 3, 'A'), cue(3, 4, 'A\nC\nB'), cue(4, 5, 'A\nB'), cue(5, 7, 'B'), cue(8, 9, 'D')],
  ],
  [
    'the same said by two, which shows once',
    [cue(0, 4, 'Hey'), cue(2, 6, 'Hey')],
    [cue(0, 6, 'Hey')],
  ],
])('%s', (_name, cues, blocks) => {
  expect(blocksOf(cues)).toEqual(blocks);
});

it('no text is lost, and no two blocks are shown at once', () => {
  const some = fc.record({
    startMs: fc.integer({ min: 0, max: 60 }),
    endMs: fc.integer({ min: 1, max: 80 }),
    text: fc.constantFrom('a', 'b', 'c\nd', 'e'),
  });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 9 }), (sent) => {
      const cues = tidy(sent);
      const blocks = blocksOf(cues);
      for (let at = 0; at < 80; at += 1) {
        const isShown = ({ startMs, endMs }: Cue) => startMs <= at && at < endMs;
        const [shown, ...others] = blocks.filter(isShown);
        expect(others).toEqual([]);
        const wanted = new Set(cues.filter(isShown).map(({ text }) => text));
        expect(shown?.text ?? '').toBe([...wanted].join('\n'));
      }
    }),
  );
});

it('of any number they are made at once, and bounded', () => {
  const many = Array.from({ length: 20_000 }, (_, n) => cue(n, n + 5_000_000, `${n}`.repeat(300)));
  expect(blocksOf(many)).toBe(many);
});
