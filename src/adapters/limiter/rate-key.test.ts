import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/errors.ts';
import { rateKey } from './rate-key.ts';

const cases: { rateKeys: { ip: string; key: string }[] } = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/security-cases.json', import.meta.url), 'utf8'),
);
const refused = expect.objectContaining({ name: 'AppError', code: 'invalid_request' });
const attempt = (ip: string) => {
  try {
    return rateKey(ip);
  } catch (error) {
    return error;
  }
};

describe('the key of an address', () => {
  it.each(cases.rateKeys)('$ip is $key', ({ ip, key }) => {
    expect(attempt(ip)).toEqual(key === 'refuse the request' ? refused : key);
  });

  it.each([
    ['::ffff:1.2.3.4', '1.2.3.4/32'],
    ['0:0:0:0:0:FFFF:1.2.3.4', '1.2.3.4/32'],
    ['::1.2.3.4', '::/64'],
    ['::1', '::/64'],
    ['::', '::/64'],
    ['2001:DB8:1234:5678:9:a:b:c', '2001:db8:1234:5678::/64'],
    ['2001:db8::5678:0:0:0:1', '2001:db8:0:5678::/64'],
    ['2001:0db8:0000:0000::1', '2001:db8::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['64:ff9b::102:304', '64:ff9b::/64'],
  ])('%s is %s', (ip, key) => {
    expect(rateKey(ip)).toBe(key);
  });

  it.each([
    ['nothing', ''],
    ['a space', ' '],
    ['a space in front', ' 1.2.3.4'],
    ['three parts', '1.2.3'],
    ['a short form', '127.1'],
    ['octal', '01.2.3.4'],
    ['hexadecimal', '0x7f.0.0.1'],
    ['one number', '2130706433'],
    ['more than a byte', '256.1.1.1'],
    ['a port', '1.2.3.4:80'],
    ['brackets', '[::1]'],
    ['two gaps', '1::2::3'],
    ['nine groups', '1:2:3:4:5:6:7:8:9'],
    ['a key', '1.2.3.4/32'],
    ['two addresses', '1.2.3.4, 5.6.7.8'],
    ['full-width digits', '１.2.3.4'],
    ['a zero byte', '1.2.3.4\0'],
    ['a line end', '1.2.3.4\n'],
  ])('refuses the request for %s', (_name, ip) => {
    expect(attempt(ip)).toEqual(refused);
  });

  it('is the same for every spelling of one network, and another for another', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const groups = fc.array(group, { minLength: 8, maxLength: 8 });
    const spell = (list: number[], pad: number) =>
      list.map((value) => value.toString(16).padStart(pad, '0')).join(':');
    fc.assert(
      fc.property(groups, groups, (one, other) => {
        const neighbour = [...one.slice(0, 4), ...other.slice(4)];
        fc.pre(one.slice(0, 5).some(Boolean) && neighbour.slice(0, 5).some(Boolean));
        expect(rateKey(spell(one, 1))).toBe(rateKey(spell(neighbour, 4).toUpperCase()));
        const isSameNetwork = String(one.slice(0, 4)) === String(other.slice(0, 4));
        fc.pre(other.slice(0, 5).some(Boolean));
        expect(rateKey(spell(one, 4)) === rateKey(spell(other, 4))).toBe(isSameNetwork);
      }),
    );
  });

  it('is refused or given for any text, and nothing else happens', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6()), (ip) => {
        const key = attempt(ip);
        expect(key instanceof AppError || typeof key === 'string').toBe(true);
      }),
    );
  });
});
