// Tables of texts name their rows as well, for screen readers.
import { expect, it } from 'vitest';
import { markdownFor } from '../../scripts/web/draw-markdown.ts';

const draw = markdownFor(() => null);
const cellsOf = (markdown: string) =>
  [...draw(markdown).matchAll(/<(t[hd])>(.*?)<\/t[hd]>/g)].map(([, tag, text]) => `${tag} ${text}`);

it('the first column of a table names its rows where the corner is empty', () => {
  expect(cellsOf('| | Instant | Exact |\n|---|---|---|\n| Time | short | longer |')).toEqual([
    'td ',
    'th Instant',
    'th Exact',
    'th Time',
    'td short',
    'td longer',
  ]);
});

it('a table with a whole head has cells below it', () => {
  expect(cellsOf('| Format | Size |\n|---|---|\n| MP4 | 3 MB |')).toEqual([
    'th Format',
    'th Size',
    'td MP4',
    'td 3 MB',
  ]);
});

it('a table of four columns names the column in each cell, for cards on phones', () => {
  const table = draw('| What | Why | Where | How long |\n|---|---|---|---|\n| a | b | c | "d" |');
  expect(table).toContain('<th role="columnheader">How long</th>');
  expect(table).toContain('<td role="cell">a</td>');
  expect(table).toContain('<td role="cell" data-label="How long">');
});

it('columns from three on have their share by their words, at least a sixth', () => {
  const table = draw(`| A | B | C |\n|---|---|---|\n| ${'many words '.repeat(9)} | b | c |`);
  expect([...table.matchAll(/data-share="(\d+)"/g)].map(([, share]) => share)).toEqual([
    '10',
    '2',
    '2',
  ]);
});
