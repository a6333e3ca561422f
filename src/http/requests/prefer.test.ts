import { expect, it } from 'vitest';
import { prefersAsync } from './prefer.ts';

it.each<[string | string[] | undefined, boolean]>([
  [undefined, false],
  ['', false],
  ['respond-async', true],
  ['Respond-Async', true],
  ['respond-async, wait=10', true],
  ['return=minimal; foo="a, b",  respond-async ;x=1', true],
  [['handling=lenient', 'respond-async'], true],
  ['respond-async=""', true],
  ['foo="respond-async"', false],
  ['foo="a\\", respond-async, \\""', false],
  ['foo; respond-async', false],
  ['respond-asynchronously', false],
  ['no-respond-async', false],
  ['respond-async=no', false],
])('Prefer %j: %j', (header, wanted) => {
  expect(prefersAsync(header)).toBe(wanted);
});
