import { expect, it } from 'vitest';
import { createFeedTokens } from './feed-tokens.ts';

const KEY = '0123456789abcdef0123456789abcdef';
const LIST = 'https://www.youtube.com/playlist?list=PLab0123456789abcdef';
const tokens = createFeedTokens(new Uint8Array(32).fill(7));
const token = tokens.make(KEY, LIST);

it('names its key to the list that it was made for', () => {
  expect(tokens.read(token, LIST)).toBe(KEY);
});

it.each([
  ['another list', token, `${LIST}2`],
  ['another key', `1${token.slice(1)}`, LIST],
  ['a changed end', `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`, LIST],
  ['capitals', token.toUpperCase(), LIST],
  ['a longer one', `${token}0`, LIST],
  ['nothing', '', LIST],
])('opens nothing for %s', (_name, text, list) => {
  expect(tokens.read(text, list)).toBeNull();
});

it('opens nothing under another secret', () => {
  expect(createFeedTokens(new Uint8Array(32).fill(8)).read(token, LIST)).toBeNull();
});
