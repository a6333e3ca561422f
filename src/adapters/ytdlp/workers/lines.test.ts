import { describe, expect, it } from 'vitest';
import { createLineReader } from './lines.ts';

function read(chunks: readonly (string | Buffer)[], maxBytes = 5) {
  const lines: string[] = [];
  let tooLong = 0;
  const reader = createLineReader({
    maxBytes,
    onLine: (line) => lines.push(line),
    onTooLong: () => {
      tooLong += 1;
    },
  });
  for (const chunk of chunks) reader(Buffer.from(chunk));
  return { lines, tooLong };
}

describe('lines', () => {
  it.each([
    ['in one chunk', ['a\nb\n'], ['a', 'b']],
    ['over many chunks', ['a', 'b', '\n', 'c\nd', '\n'], ['ab', 'c', 'd']],
    ['without a line feed are not reported', ['a\nb'], ['a']],
    ['that are empty are lines', ['\n\n'], ['', '']],
    ['of just the bound', ['12345\n'], ['12345']],
  ])('%s', (_, chunks, lines) => {
    expect(read(chunks)).toEqual({ lines, tooLong: 0 });
  });

  it('keep a character whole that is split over two chunks', () => {
    const [first, ...rest] = Buffer.from('é\n');
    expect(read([Buffer.from([first ?? 0]), Buffer.from(rest)]).lines).toEqual(['é']);
  });

  it.each([
    ['in one chunk', ['a\n123456\nb\n']],
    ['over many chunks, even without an end', ['a\n123', '456', '789\n', 'b\n']],
  ])('that are too long end the reading once: %s', (_, chunks) => {
    expect(read(chunks)).toEqual({ lines: ['a'], tooLong: 1 });
  });
});
