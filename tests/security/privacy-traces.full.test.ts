import { describe, expect, it } from 'vitest';
import { formsOf, tracesIn } from '../support/product/privacy-traces.ts';

describe('a word', () => {
  const word = 'zq – “wörd” 映';
  it.each([...formsOf(word)])('is found as %s, wherever it stands', (_form, bytes) => {
    for (const before of ['', 'x', 'xy', 'xyz', 'xyz1']) {
      const content = Buffer.concat([Buffer.from(before), bytes, Buffer.from('after')]);
      expect(tracesIn(content, { word })).toHaveLength(1);
    }
  });

  it.each(['base64', 'base64url'] as const)('is found in a longer text that is %s', (form) => {
    for (const before of ['', 'x', 'xy', 'xyz', 'xyz1']) {
      const content = Buffer.from(Buffer.from(`${before}${word} and more`).toString(form));
      expect(tracesIn(content, { word })).toHaveLength(1);
    }
  });
});
