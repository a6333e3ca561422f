// Which addresses, headers and cookies of a format are used, and until when.
import { describe, expect, it } from 'vitest';
import { readCookies } from '../read-cookies.ts';
import { expirySeconds, readExpiry } from './read-expiry.ts';
import { readHeaders, webAddress } from './read-source.ts';

describe('readHeaders', () => {
  it("keeps a player's headers under their usual names, and no others", () => {
    const headers = {
      'user-agent': 'Player/1',
      Referer: 'https://www.tiktok.com/',
      ORIGIN: 'https://www.tiktok.com',
      Accept: '*/*',
      'Accept-Language': 'en',
      'Accept-Encoding': 'gzip',
      Host: 'internal',
      Cookie: 'a=b',
      Authorization: 'Bearer x',
      'Proxy-Authorization': 'x',
      'Ytdl-Request-Proxy': 'http://evil',
      'X-Forwarded-For': '1.2.3.4',
      Range: 'bytes=0-',
      __proto__: { Accept: 'x' },
    };
    expect(readHeaders(headers)).toEqual({
      'User-Agent': 'Player/1',
      Referer: 'https://www.tiktok.com/',
      Origin: 'https://www.tiktok.com',
      Accept: '*/*',
      'Accept-Language': 'en',
    });
  });

  it.each(['a\r\nHost: internal', 'a\u0000', 'ä', '', 'x'.repeat(2001), 5, null, ['a']])(
    'drops the value %j',
    (value) => {
      expect(readHeaders({ Referer: value })).toEqual({});
    },
  );
});

describe('readCookies', () => {
  it('reads names and values from the flattened line, without attributes and quotes', () => {
    const line =
      'tt_chain_token="ab/c==+1"; Domain=.tiktok.com; Path=/; Secure; Expires=1790000000; ' +
      'ttwid=1%7Cx; Domain=.tiktok.com; Path=/; Version=1; odd="a\\"b\\\\c\\054d e"';
    expect(readCookies(line)).toEqual({
      tt_chain_token: 'ab/c==+1',
      ttwid: '1%7Cx',
      odd: 'a"b\\c,d e',
    });
  });

  it.each([
    [null, {}],
    ['', {}],
    [';;=;a', {}],
    ['a=b\r\nHost: x', {}],
    ['a="b\\015\\012c"', {}],
    ['a="b\\073c"', {}],
    ['a b=c', {}],
    ['a=ä', {}],
    ['a=1; a=2', { a: '1' }],
    [`a=${'x'.repeat(5000)}`, {}],
  ])('maps %j to %j', (line, cookies) => {
    expect(readCookies(line)).toEqual(cookies);
  });

  it('keeps at most fifty', () => {
    const line = Array.from({ length: 80 }, (_, at) => `c${at}=1`).join('; ');
    expect(Object.keys(readCookies(line))).toHaveLength(50);
  });
});

describe('webAddress', () => {
  it.each([
    ['https://a.test/x?y=1#z', 'https://a.test/x?y=1'],
    ['http://a.test/', 'http://a.test/'],
    ['HTTPS://A.test', 'https://a.test/'],
    ['https://a.test\\@b.test/', 'https://a.test/@b.test/'],
    ['ftp://a.test/', null],
    ['https://u@a.test/', null],
    ['https://a.test:99999/', null],
    ['x.mp4', null],
  ])('maps %j to %j', (value, address) => {
    expect(webAddress(value)).toBe(address);
  });
});

describe('readExpiry', () => {
  const now = Date.UTC(2026, 5, 2);
  const at = (minutes: number) => now / 1000 + minutes * 60;

  it.each([
    ['YouTube', `https://r.googlevideo.com/videoplayback?expire=${at(3)}&ei=x`],
    ['a YouTube manifest', `https://manifest.googlevideo.com/api/expire/${at(3)}/ei/x/index.m3u8`],
    ['TikTok', `https://v16.tiktokcdn.com/x?x-expires=${at(3)}`],
    ['Instagram', `https://scontent.cdninstagram.com/x.mp4?oe=${at(3).toString(16).toUpperCase()}`],
    ['CloudFront', `https://cf-st.sc-cdn.net/x?Expires=${at(3)}&Signature=a`],
    ['Amazon', 'https://s3.test/x?X-Amz-Date=20260602T000000Z&X-Amz-Expires=180'],
  ])('expires a minute before an address of %s', (_, address) => {
    expect(expirySeconds(address)).toBe(at(3));
    expect(readExpiry(['https://a.test/', address], now)).toBe(now + 2 * 60_000);
  });

  it('is at most five minutes ahead, and not in the past', () => {
    expect(readExpiry([], now)).toBe(now + 5 * 60_000);
    expect(readExpiry([`https://a.test/?expire=${at(600)}`], now)).toBe(now + 5 * 60_000);
    expect(readExpiry([`https://a.test/?expire=${at(-60)}`], now)).toBe(now);
  });

  it.each(['expire=never', 'expire=5', 'oe=zzzzzzzz', 'oe=1', 'Expires=', 'X-Amz-Expires=180'])(
    'takes nothing from %s',
    (query) => {
      expect(expirySeconds(`https://a.test/?${query}`)).toBeNull();
    },
  );
});
