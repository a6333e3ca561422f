// Passwords within texts of egresses: hidden wherever they may stand, and put back for the same proxy alone.
import { expect, it } from 'vitest';
import { masked, unmasked } from './passwords.ts';

it.each([
  ['a=http://ann:pa55@proxy.test:3128; family=4', 'a=http://ann:***@proxy.test:3128; family=4'],
  ['a=http://ann:pa55@proxy.test;family=4', 'a=http://ann:***@proxy.test;family=4'],
  ['a=socks5h://:pa55@[2001:db8::1]:1080', 'a=socks5h://:***@[2001:db8::1]:1080'],
  ['a=http://ann@proxy.test\nb=direct', 'a=http://ann@proxy.test\nb=direct'],
  ['a=http://ann:p@55@proxy.test', 'a=http://ann:***@proxy.test'],
  ['# http://ann:p;55@proxy.test', '# http://ann:***@proxy.test'],
  ['#http://a:pa55@b,http://ann:pa55@proxy.test', '#http://a:***@proxy.test'],
  ['a=http:/ann:pa55@proxy.test', 'a=http:/ann:***@proxy.test'],
  ['a=HTTP:ann:pa55@proxy.test', 'a=HTTP:***@proxy.test'],
  ['youtube:player_js_version=1@01234567', 'youtube:player_js_version=1@01234567'],
])('hides the password of %j, and finds it again for the same proxy alone', (text, shown) => {
  expect(masked(text)).toBe(shown);
  expect(unmasked(shown, text)).toBe(text);
  const elsewhere = shown.replace('proxy.test', 'evil.test').replace('db8::1', 'db8::2');
  expect(unmasked(elsewhere, text)).toBe(elsewhere);
});

it('a password is not put back for another kind of proxy, nor where there are two of them', () => {
  const known = 'a=https://ann:pa55@proxy.test:8443';
  expect(unmasked('a=http://ann:***@proxy.test:8443', known)).not.toContain('pa55');
  expect(unmasked('b=https://ann:***@proxy.test:8443;family=4', known)).toContain('pa55');
  const two = `${known}\nb=https://ann:pa66@proxy.test:8443`;
  expect(unmasked(masked(two), two)).toBe(masked(two));
});
