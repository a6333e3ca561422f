// The rules for operators' addresses and passwords.
import { expect, it } from 'vitest';
import { readEmail, utf8Length, weaknessOf } from './admins.ts';

it.each([
  ['ann@site.example', 'ann@site.example'],
  ['  Ann@Site.EXAMPLE\n', 'ann@site.example'],
  ["o'neill+x@site.example", "o'neill+x@site.example"],
  ['ÄNNE@site.example', 'änne@site.example'],
  [`${'a'.repeat(241)}@site.example`, `${'a'.repeat(241)}@site.example`],
  [`${'a'.repeat(242)}@site.example`, null],
  ['ann', null],
  ['@site.example', null],
  ['ann@', null],
  ['ann@b@site.example', null],
  ['an n@site.example', null],
  ['ann@site .example', null],
  ['ann\0@site.example', null],
  ['ann@site\u0007.example', null],
  ['', null],
])('the address %j is read as %j', (text, email) => {
  expect(readEmail(text)).toBe(email);
});

it.each([
  ['elevencharsx'.slice(1), /at least 12/],
  ['twelve chars', null],
  // Six letters, whatever they take.
  ['😀'.repeat(6), /at least 12/],
  ['😀'.repeat(12), null],
  ['a'.repeat(1024), null],
  ['a'.repeat(1025), /too long/],
  ['é'.repeat(512), null],
  ['é'.repeat(513), /too long/],
  [' '.repeat(12), null],
])('the new password %j is judged', (password, words) => {
  const weakness = weaknessOf(password);
  if (words === null) expect(weakness).toBeNull();
  else expect(weakness).toMatch(words);
});

it.each(['', 'a', '\x7f', '\x80', '\u07ff', '\u0800', '\uffff', '\u{10000}', 'aé€😀', '\ud800x'])(
  'the length of %j is that of its UTF-8',
  (text) => {
    expect(utf8Length(text)).toBe(Buffer.byteLength(text));
  },
);
