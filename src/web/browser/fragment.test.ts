import { expect, it, vi } from 'vitest';
import { readFragment } from './fragment.ts';

it.each([
  ['#faq', 'faq'],
  ['#%C3%A9t%C3%A9', 'été'],
  ['', null],
  ['#', null],
  ['#100%', null],
  ['#%E0%A4%A', null],
])('the fragment of %s is %s', (hash, fragment) => {
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  expect(readFragment(hash)).toBe(fragment);
  vi.mocked(console.info).mockClear();
});
