// Text from elsewhere cannot stop the server: every pattern takes time in proportion to its text, and what parses long texts runs
// in a thread with a deadline.
import { parseSync } from 'oxc-parser';
import { analyse } from 'scslre';
import { expect, it } from 'vitest';
import { importsOf } from '../support/house/arrows.ts';
import { readTree } from '../support/house/read-tree.ts';

const tree = readTree(['src', 'extension'], ['.ts', '.tsx']);

/** Parsers of texts of more than 64 kB, each with what may import it: the thread, and what decides between the two. */
const THREADED: Readonly<Record<string, readonly string[]>> = {
  'src/core/subtitles/read-subtitles.ts': [
    'src/adapters/subtitles/subtitle-thread.ts',
    'src/adapters/subtitles/subtitle-reader.ts',
  ],
  'src/adapters/fetch/segments/read-playlist.ts': [
    'src/adapters/fetch/segments/playlist-thread.ts',
    'src/adapters/fetch/segments/parse-playlist.ts',
  ],
};

/** Read by hand: they take time in proportion to their text. */
const COMPOSED: readonly string[] = [
  'src/commands/doctor.ts',
  'src/core/subtitles/parse-marked.ts',
  'src/core/subtitles/parse-platform.ts',
];

/** The patterns in a file that may take time in proportion to the square of a text, or worse. */
function slowPatterns(file: string, text: string): string[] {
  const slow: string[] = [];
  const visit = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) return node.forEach(visit);
    const { regex } = node as { regex?: { pattern: string; flags: string } };
    if (regex) {
      const flags = regex.flags.replace('v', 'u').replace('d', '');
      const { reports } = analyse(new RegExp(regex.pattern, flags), {
        reportTypes: { Move: true, Self: true, Trade: true },
      });
      if (reports.length > 0) slow.push(`${file}: /${regex.pattern}/`);
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, text).program.body);
  return slow;
}

it('matches patterns in linear time', () => {
  expect(slowPatterns('a.ts', 'text.split(/\\s*,\\s*/)')).toEqual(['a.ts: /\\s*,\\s*/']);
  const ours = [...tree].filter(([file]) => !file.includes('.test.'));
  expect(ours.flatMap(([file, text]) => slowPatterns(file, text))).toEqual([]);
});

it('puts patterns together only of its own words, here', () => {
  const own = [...tree].filter(
    ([file, text]) => !file.includes('.test.') && /\bnew RegExp\(/.test(text),
  );
  expect(own.map(([file]) => file).sort()).toEqual(COMPOSED);
});

it.each(Object.entries(THREADED))('parses long texts in a thread: %s', (parser, allowed) => {
  const importers = [...tree]
    .filter(([file]) => !file.includes('.test.'))
    .filter(([file, text]) =>
      importsOf(file, text).some(({ target, isTypeOnly }) => target === parser && !isTypeOnly),
    )
    .map(([file]) => file);
  expect(importers.sort()).toEqual([...allowed].sort());
});
