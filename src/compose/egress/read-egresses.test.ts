// The operator's list of egresses: what each line means, and what is refused by its name without repeating an address.
import { expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';
import { egressesOf } from './egresses.ts';
import { readEgresses } from './read-egresses.ts';

it('reads one egress from each line, with its options', () => {
  const text = `
    # at home
    home=socks5h://user:pa55@10.0.0.2; platforms=youtube, tiktok; per-hour=300
    direct=direct; family=4

    office=https://proxy.example:8443;resolve=proxy
  `;
  const none = { platforms: null, perHour: null, family: undefined, from: undefined };
  expect(readEgresses(text, 'EGRESSES')).toEqual([
    {
      ...none,
      name: 'home',
      platforms: ['youtube', 'tiktok'],
      perHour: 300,
      proxy: expect.objectContaining({ kind: 'socks5', user: 'user', resolvesNames: true }),
    },
    { ...none, name: 'direct', family: 4, proxy: undefined },
    {
      ...none,
      name: 'office',
      proxy: expect.objectContaining({ kind: 'https', port: 8443, resolvesNames: true }),
    },
  ]);
});

it('makes a few egresses of a range, with addresses within it that stay the same', () => {
  const read = () => readEgresses('v6=2001:db8:5::/64; addresses=3', 'EGRESSES');
  const egresses = read();
  expect(egresses.map(({ name, family }) => [name, family])).toEqual([
    ['v6-1', 6],
    ['v6-2', 6],
    ['v6-3', 6],
  ]);
  const addresses = egresses.map(({ from }) => from ?? '');
  expect(addresses.every((address) => address.startsWith('2001:db8:5:0:'))).toBe(true);
  expect(new Set(addresses).size).toBe(3);
  expect(read()).toEqual(egresses);
  const [first] = readEgresses('v4=198.51.100.0/24', 'EGRESSES');
  expect([first?.family, first?.from]).toEqual([4, expect.stringMatching(/^198\.51\.100\.\d+$/)]);
});

it.each([
  ['home', 'name=address and options behind semicolons'],
  ['a=direct, platforms=youtube', 'behind semicolons'],
  ['Home=direct', 'name=address'],
  ['a=ftp://secret@proxy', 'http://'],
  ['a=http//secret:1', 'EGRESSES, line 1 (a): the address must be direct, a proxy as http://'],
  ['a=direct; platforms=youtube,myspace', '(a): platforms must be some of youtube, tiktok'],
  ['a=direct; platforms=', 'platforms'],
  ['a=direct; per-hour=0', '(a): per-hour must be a whole number from 1 to 1000000.'],
  ['a=direct; per-hour', '(a): write options as name=value'],
  ['a=direct; family=5', '(a): family must be 4 or 6.'],
  ['a=direct; resolve=proxy', '(a): resolve says where names are resolved for a proxy'],
  ['a=2001:db8:5::/64; resolve=here', 'this is none: remove it.'],
  ['a=direct; colour=red', '(a): there is no option "colour".'],
  ['a=direct; http://ann:secret@proxy', 'name=value'],
  ['a=http:ann:secret@proxy', 'http://'],
  ['a=http://ann:se@cret@proxy', '%40'],
  ['a=direct\na=direct', 'twice'],
  ['v6=2001:db8::/127', 'range'],
  ['v6=secret/64', 'range'],
])('refuses "%s"', (text, why) => {
  const read = () => readEgresses(text, 'EGRESSES');
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(why);
  expect(read).not.toThrow(/secret/);
});

it.each<[string, Record<string, string>, string]>([
  ['no line', { EGRESSES: '# none' }, 'at least one'],
  ['a platform that none serves', { EGRESSES: 'a=direct; platforms=youtube' }, 'tiktok'],
  ['a file that is not there', { EGRESSES_FILE: '/nowhere/egresses' }, 'ENOENT'],
])('refuses settings with %s', (_what, environment, why) => {
  expect(() => egressesOf(readConfig(environment))).toThrow(why);
});

it('serves all platforms with several, and one alone has the name that it had', () => {
  const disabled = 'twitter,instagram,facebook,snapchat,pinterest,threads';
  const several = { EGRESSES: 'a=direct; platforms=youtube\nb=direct; platforms=tiktok' };
  const ids = (environment: Record<string, string>) =>
    egressesOf(readConfig(environment)).map(({ id }) => id);
  expect(ids({ ...several, DISABLED_PLATFORMS: disabled })).toEqual(['a', 'b']);
  expect(ids({})).toEqual(['direct']);
  expect(ids({ UPSTREAM_PROXY: 'http://proxy.example' })).toEqual(['upstream']);
  expect(ids({ EGRESS_ID: 'here' })).toEqual(['here']);
  expect(ids({ EGRESS_ID: 'here', EGRESSES: 'a=direct\nb=direct' })).toEqual(['here:a', 'here:b']);
});
