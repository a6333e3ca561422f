// What search excerpts are taken from: the text of pages, with tables row by row.
import { expect, it } from 'vitest';
import { markdownFor } from '../../scripts/web/draw-markdown.ts';
import { plainText } from '../../scripts/web/search-documents.ts';

it('a row of a table is a line with its cells apart, without the head', () => {
  const html = markdownFor(() => null)(
    '| Column | Says |\n|---|---|\n| Size | bytes |\n| Rate | bits |',
  );
  expect(plainText(html)).toBe('Size · bytes\nRate · bits');
});
