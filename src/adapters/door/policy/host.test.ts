// What counts as a name, an address, an odd spelling and nothing at all, for CONNECT and for absolute addresses.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLocalName, readAbsolute, readAuthority, readHost, writeAuthority } from './host.ts';

const kindOf = (text: string) => readHost(text)?.kind ?? null;

describe('readHost', () => {
  it.each([
    ['cdn.test', 'cdn.test'],
    ['CDN.Test.', 'cdn.test'],
    ['r3---sn-4g5e6nzz.googlevideo.com', 'r3---sn-4g5e6nzz.googlevideo.com'],
    ['xn--bcher-kva.test', 'xn--bcher-kva.test'],
    ['3.cdn.test', '3.cdn.test'],
    [`${'a'.repeat(63)}.test`, `${'a'.repeat(63)}.test`],
  ])('reads %s as the name %s', (text, name) => {
    expect(readHost(text)).toEqual({ kind: 'name', name });
  });

  it.each(['127.0.0.1', '8.8.8.8', '8.8.8.8.', '::1', '2001:4860::8888', '::FFFF:127.0.0.1'])(
    'reads %s as an address',
    (text) => {
      expect(kindOf(text)).toBe('address');
    },
  );

  it.each([
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0X7F.0.0.1',
    '127.1',
    '0177.0.0.1',
    '017700000001',
    '0',
    '0x',
    '1.2.3.4.5',
    '256.256.256.256',
    '127.0.0.01',
    'cdn.0x7f',
    'cdn.1',
    '127.1.',
  ])('tells %s apart as an oddly written address', (text) => {
    expect(kindOf(text)).toBe('odd');
  });

  it.each([
    '',
    '.',
    '..',
    'cdn..test',
    '.cdn.test',
    'cdn.test..',
    '-a.test',
    'a-.test',
    'a_b.test',
    'cdn.test ',
    ' cdn.test',
    'cdn test',
    'cdn.test\t',
    'cdn.test\0',
    'cdn%2etest',
    'a@b.test',
    '[::1]',
    '[cdn.test]',
    'cdn.test:443',
    'fe80::1%eth0',
    'fe80::1%25eth0',
    'a/b',
    'a\\b.test',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    '１２７.0.0.1',
    'youtubе.com',
    `${'a'.repeat(64)}.test`,
    `${'a.'.repeat(127)}test`,
  ])('reads nothing from %j', (text) => {
    expect(readHost(text)).toBeNull();
  });

  it('never lets a name through that the URL standard would read as an address', () => {
    const label = fc.stringMatching(/^(0x)?[0-9a-fx]{0,9}$/);
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), (labels) => {
        const text = labels.join('.');
        fc.pre(URL.canParse(`http://${text}/`));
        const { hostname } = new URL(`http://${text}/`);
        if (/^[0-9.]+$/.test(hostname)) expect(kindOf(text)).not.toBe('name');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('readAuthority', () => {
  it.each([
    ['cdn.test:443', 'cdn.test:443'],
    ['CDN.TEST.:80', 'cdn.test:80'],
    ['127.0.0.1:22', '127.0.0.1:22'],
    ['[::1]:443', '[::1]:443'],
    ['cdn.test:65535', 'cdn.test:65535'],
  ])('reads %s', (text, written) => {
    const target = readAuthority(text);
    expect(target && writeAuthority(target.host, target.port)).toBe(written);
  });

  it.each([
    'cdn.test',
    'cdn.test:',
    ':443',
    'cdn.test:0',
    'cdn.test:0443',
    'cdn.test:65536',
    'cdn.test:4x',
    '[cdn.test]:443',
    '[127.0.0.1]:443',
    '::1:443',
    '[::1]',
    '[::1:443',
    '[fe80::1%25eth0]:443',
    'user@cdn.test:443',
    'cdn.test :443',
    'cdn.test: 443',
    'https://cdn.test:443',
    'cdn.test:443/',
    '*:443',
  ])('reads nothing from %j', (text) => {
    expect(readAuthority(text)).toBeNull();
  });
});

describe('readAbsolute', () => {
  it.each([
    ['http://cdn.test/', 'http://cdn.test', 80, '/'],
    ['http://cdn.test', 'http://cdn.test', 80, '/'],
    ['http://CDN.test.:80/a?b=c#d', 'http://cdn.test', 80, '/a?b=c'],
    ['HTTP://cdn.test?x', 'http://cdn.test', 80, '/?x'],
    ['http://cdn.test:8080/a', 'http://cdn.test:8080', 8080, '/a'],
    ['http://cdn.test:443/', 'http://cdn.test:443', 443, '/'],
    ['https://cdn.test/', 'https://cdn.test', 443, '/'],
    ['HTTPS://CDN.test.:443/a', 'https://cdn.test', 443, '/a'],
    ['https://cdn.test:80?x', 'https://cdn.test:80', 80, '/?x'],
    ['http://[::1]/a', 'http://[::1]', 80, '/a'],
    ['http://[::1]:81/a', 'http://[::1]:81', 81, '/a'],
    ['http://127.1/', 'http://127.1', 80, '/'],
    ['http://cdn.test/http://127.0.0.1/', 'http://cdn.test', 80, '/http://127.0.0.1/'],
  ])('reads %s', (text, origin, port, path) => {
    expect(readAbsolute(text)).toMatchObject({ origin, port, path });
  });

  it.each([
    '/',
    '*',
    'cdn.test:443',
    'httpss://cdn.test/',
    'https://user@cdn.test/',
    'file:///etc/passwd',
    'ftp://cdn.test/',
    'http:///x',
    'http:/cdn.test/',
    'http:cdn.test',
    'http://',
    'http://user@cdn.test/',
    'http://a:b@cdn.test/',
    'http://cdn.test:/',
    'http://cdn.test:0/',
    'http://cdn.test:99999/',
    'http://cdn.test\\@127.0.0.1/',
    'http://cdn.test /',
    'http://cdn.test/ a',
    'http://cdn.test/\r\nx',
    'http://[cdn.test]/',
    'http://cdn%2etest/',
  ])('reads nothing from %j', (text) => {
    expect(readAbsolute(text)).toBeNull();
  });
});

describe('isLocalName', () => {
  it.each([
    'localhost',
    'foo.localhost',
    'nas',
    'printer.local',
    'metadata.google.internal',
    'a.lan',
    'x.home.arpa',
    'db.corp',
    'x.onion',
    'host.localdomain',
    'wiki.intranet',
    'nas.private',
    'printer.home',
    'x.invalid',
  ])('knows %s', (name) => {
    expect(isLocalName(name)).toBe(true);
  });

  it.each(['cdn.test', 'www.youtube.com', 'local.test', 'internal.example', 'mylocal.com', 't.co'])(
    'leaves %s alone',
    (name) => {
      expect(isLocalName(name)).toBe(false);
    },
  );
});
