import { expect, it } from 'vitest';
import { isExtensionOrigin, KEY_FORM, readKeyOrigin } from './keys.ts';

const CHROME = `chrome-extension://${'abcdefghijklmnop'.repeat(2)}`;
const FIREFOX = 'moz-extension://0a1b2c3d-1234-4abc-8def-0123456789ab';

it.each([
  ['https://app.example', 'https://app.example'],
  [' https://App.Example/ ', 'https://app.example'],
  ['https://app.example:443', 'https://app.example'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  [CHROME, CHROME],
  [FIREFOX.toUpperCase().replace('MOZ', 'moz'), FIREFOX],
])('%s is read as an origin', (text, origin) => {
  expect(readKeyOrigin(text)).toBe(origin);
});

it.each([
  '',
  '*',
  'null',
  'app.example',
  'https://',
  'https://*.example',
  'https://app.example/path',
  'https://app.example?x',
  'https://app.example#x',
  'https://user@app.example',
  'https://app.example\\@evil.example',
  'https://app.example https://evil.example',
  'https://app.example:99999',
  'ftp://app.example',
  'file://app.example',
  'javascript://app.example',
  'chrome-extension://short',
  `chrome-extension://${'z'.repeat(32)}`,
  'moz-extension://not-a-uuid',
  `https://${'a'.repeat(300)}.example`,
])('%j is no origin', (text) => {
  expect(readKeyOrigin(text)).toBeNull();
});

it('origins of extensions are told from those of websites', () => {
  expect([CHROME, FIREFOX, 'https://app.example'].map(isExtensionOrigin)).toEqual([
    true,
    true,
    false,
  ]);
});

it('a key is recognized by its form alone', () => {
  expect(KEY_FORM.test(`kr_${'a'.repeat(43)}`)).toBe(true);
  for (const text of [`kr_${'a'.repeat(42)}`, `KR_${'a'.repeat(43)}`, `kr_${'a'.repeat(43)}=`])
    expect(KEY_FORM.test(text)).toBe(false);
});
