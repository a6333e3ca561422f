// The reading of links as a whole: the security cases, what is refused up front, links inside of texts.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LINK_TABLES } from '../../tests/fixtures/links/index.ts';
import { MAX_LINK_LENGTH } from './limits.ts';
import { canonicalKey, findLink, findLinks, readLink, withScheme } from './link.ts';

// Not imported: the bundler cannot read the lone surrogates that some cases are about.
const cases: {
  urls: { id: string; url: string; expect: string }[];
  takedownAliases: { url: string; canonical: string }[];
} = JSON.parse(
  readFileSync(new URL('../../tests/fixtures/security-cases.json', import.meta.url), 'utf8'),
);

const WATCH = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

function verdict(text: string): string {
  const reading = readLink(text);
  if (reading.kind === 'link') return `accept:${canonicalKey(reading.link)}`;
  if (reading.kind === 'short') return `accept-short:${reading.short.platform}`;
  return `reject:${reading.code.replace('_url', '')}`;
}

function reason(text: string): string {
  const reading = readLink(text);
  return reading.kind === 'refused' ? reading.reason : reading.kind;
}

describe('the security cases', () => {
  it.each(cases.urls)('$id: $url is $expect', ({ url, expect: expected }) => {
    expect(verdict(url)).toBe(expected);
  });

  it.each(cases.takedownAliases)('$url is $canonical', ({ url, canonical }) => {
    expect(verdict(url)).toBe(`accept:${canonical}`);
  });
});

describe('refused before any name is looked up', () => {
  it.each(
    `http://127.0.0.1/ http://127.1/ http://127.0.1/ http://2130706433/ http://0x7f000001/ http://0x7f.0.0.1/
    http://0177.0.0.1/ http://017700000001/ http://0/ http://0.0.0.0/ http://127.0.0.1./ http://127.0.0.1%2e/
    http://①②⑦.⓪.⓪.①/ http://１２７。０。０。１/ http://127。0。0。1/ http://localhost/ http://localhost./
    http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/ http://loc%61lhost/ http://foo.localhost/ http://[::1]/ http://[::]/
    http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/ http://[::127.0.0.1]/ http://[64:ff9b::169.254.169.254]/
    http://[64:ff9b:1::a9fe:a9fe]/ http://[2002:7f00:1::]/ http://[2001:0:0:0:0:0:80ff:fffe]/ http://[fe80::1]/
    http://[fd00:ec2::254]/ http://[fec0::1]/ http://169.254.169.254/latest/meta-data/
    http://0xA9FEA9FE/ http://2852039166/ http://0251.0376.0251.0376/ http://169.254.43518/
    http://metadata.google.internal/ http://100.100.100.200/ http://192.0.0.192/ http://168.63.129.16/
    http://10.0.0.1/ http://100.64.0.1/ http://127.0.0.1.nip.io/ http://8.8.8.8/video.mp4
    http:/127.0.0.1/ http:127.0.0.1/ https:///127.0.0.1/
    http://youtube.com.evil.test/watch?v=a http://evil-youtube.com/ https://youtubе.com/
    https://www.facebook.com/flx/warn/?u=http%3A%2F%2F169.254.169.254%2F
    https://l.facebook.com/l.php?u=http%3A%2F%2F127.0.0.1%2F
    https://www.youtube.com/redirect?q=http%3A%2F%2F127.0.0.1%2F
    https://www.youtube.com/attribution_link?u=%2F%2F127.0.0.1%2F`.split(/\s+/),
  )('%s is unsupported', (text) => expect(verdict(text)).toBe('reject:unsupported'));

  it.each([
    ...`http://[fe80::1%25eth0]/ http://127.0.0.1:6379/ http://youtube.com@127.0.0.1/
    http://127.0.0.1@youtube.com/watch?v=dQw4w9WgXcQ http://youtube.com:80@127.0.0.1/
    http://youtube.com%2f@127.0.0.1/ http://youtube.com\\@127.0.0.1/ http://127.0.0.1\\@youtube.com/ http:\\\\127.0.0.1\\
    //127.0.0.1/ http://youtube.com%00.evil.test/ http://youtube.com:22/ http://youtube.com:0/
    http://1.2.3.4.5/ http://256.256.256.256/
    file:///etc/passwd ftp://youtube.com/x gopher://127.0.0.1:6379/_FLUSHALL javascript:alert(1)
    blob:https://youtube.com/x rtsp://youtube.com/x rtmp://youtube.com/x concat:/etc/passwd|/etc/hosts
    subfile,,start,0,end,9,,:/etc/passwd tco:abc instagram://media?id=1 ytsearch10:cats ytsearchall:cats :ytfav
    ytuser:x tiktokuser:x url - --exec=id --config-locations=/tmp/x -o/etc/cron.d/x @/etc/passwd`.split(
      /\s+/,
    ),
    'data:text/plain,hi',
    'http://you\ttube.com/',
    'http://youtube.com/\r\nHost: x',
    `${WATCH}\0`,
    `${WATCH}\u0085&x`,
    `${WATCH}\u2028&x`,
    '\ufeffhttp://127.0.0.1/',
    `\ufeff${WATCH}`,
    `${WATCH}\ufeff`,
    `https://@www.youtube.com/watch?v=dQw4w9WgXcQ`,
    `https:www@youtube.com/watch?v=dQw4w9WgXcQ`,
    'http://www.youtube.com:443/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com:80/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
    'http://youtube.com:65536/',
  ])('%j is invalid', (text) => expect(verdict(text)).toBe('reject:invalid'));

  it.each([
    'https://ｙｏｕｔｕｂｅ.com/watch?v=dQw4w9WgXcQ',
    'https://ⓨⓞⓤⓣⓤⓑⓔ.com/watch?v=dQw4w9WgXcQ',
    'https://you%74ube.com/watch?v=dQw4w9WgXcQ',
    'https://youtube。com/watch?v=dQw4w9WgXcQ',
    'https://you\u00adtube.com/watch?v=dQw4w9WgXcQ',
    'https://you\u200btube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com../watch?v=dQw4w9WgXcQ',
    'https://.youtube.com/watch?v=dQw4w9WgXcQ',
    'https://xn--youtub-4nf.com/watch?v=dQw4w9WgXcQ',
    'https://nitter.net/a/status/1790637656616943991',
  ])('%s is another site, however it parses', (text) => {
    expect(readLink(text)).toEqual({
      kind: 'refused',
      code: 'unsupported_url',
      platform: null,
      reason: 'other_site',
    });
  });

  it('names the reason for what is no address at all', () => {
    expect(reason('')).toBe('empty');
    expect(reason(' \n\u200e ')).toBe('empty');
    expect(reason('www.youtube.com/watch?v=dQw4w9WgXcQ')).toBe('scheme');
    expect(reason('ftp://youtube.com/x')).toBe('scheme');
    expect(reason('https://youtube.com:22/')).toBe('malformed');
    expect(reason('https://vimeo.com/76979871')).toBe('other_site');
    expect(reason(`${WATCH}&x=${'a'.repeat(MAX_LINK_LENGTH)}`)).toBe('too_long');
    expect(reason(`${WATCH}&x=`.padEnd(MAX_LINK_LENGTH, 'a'))).toBe('link');
  });
});

describe('an accepted link', () => {
  it.each([
    `${WATCH}&amp;list=PLx`,
    `${WATCH}#__youtubedl_smuggle=%7B%22to_generic%22%3Atrue%7D`,
    'https://www.youtube.com./watch?v=dQw4w9WgXcQ',
    'HTTPS://WWW.YOUTUBE.COM:443/watch?v=dQw4w9WgXcQ',
    'http://www.youtube.com.:80/watch?v=dQw4w9WgXcQ',
    'https:/www.youtube.com/watch?v=dQw4w9WgXcQ',
    `\u200e ${WATCH}\u00a0\r\n`,
  ])('%j leaves as the rebuilt address only', (text) => {
    const reading = readLink(text);
    expect(reading.kind === 'link' && reading.link.address).toBe(WATCH);
  });

  it('has one layer of "&amp;" taken off, not two', () => {
    const hints = (text: string) => {
      const reading = readLink(text);
      return reading.kind === 'link' ? reading.link.hints : null;
    };
    expect(hints(`${WATCH}&amp;t=90`)).toEqual({ startSeconds: 90 });
    expect(hints(`${WATCH}&amp;amp;t=90`)).toEqual({});
  });
});

describe('links inside of texts', () => {
  it.each([
    ['Check this out! https://vm.tiktok.com/ZMabc123/ #fyp', 'https://vm.tiktok.com/ZMabc123/'],
    ['(see https://youtu.be/dQw4w9WgXcQ).', 'https://youtu.be/dQw4w9WgXcQ'],
    ['«https://youtu.be/dQw4w9WgXcQ»', 'https://youtu.be/dQw4w9WgXcQ'],
    ['[video](https://youtu.be/dQw4w9WgXcQ)', 'https://youtu.be/dQw4w9WgXcQ'],
    ['看这个视频：https://youtu.be/dQw4w9WgXcQ。很好看', 'https://youtu.be/dQw4w9WgXcQ'],
    ['<a href="https://youtu.be/dQw4w9WgXcQ">x</a>', 'https://youtu.be/dQw4w9WgXcQ'],
    ['**https://youtu.be/dQw4w9WgXc_**', 'https://youtu.be/dQw4w9WgXc_'],
    ['HTTP://YOUTU.BE/dQw4w9WgXcQ\nhttps://x.com/', 'HTTP://YOUTU.BE/dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?t=1,', 'https://youtu.be/dQw4w9WgXcQ?t=1'],
  ])('%j has %s', (text, link) => expect(findLink(text)).toBe(link));

  it.each(['', 'no link', 'youtu.be/dQw4w9WgXcQ', 'https://', 'ftp://youtube.com/x'])(
    '%j has none',
    (text) => {
      expect(findLink(text)).toBe(null);
      expect(findLinks(text)).toEqual([]);
    },
  );

  it('finds them all in their order, but not more than fifty', () => {
    expect(findLinks('1. https://a.test/x; 2. http://b.test\nhttps://a.test/x')).toEqual([
      'https://a.test/x',
      'http://b.test',
      'https://a.test/x',
    ]);
    expect(findLinks('https://a.test/x '.repeat(80))).toHaveLength(50);
  });

  it.each(LINK_TABLES)(
    'finds each known form of $platform in the middle of a sentence',
    (table) => {
      for (const url of table.items.flatMap((item) => item.urls)) {
        expect(findLink(`Look: ${url}, it is good!`)).toBe(url);
      }
    },
  );
});

describe('a missing scheme', () => {
  it.each([
    ['youtube.com/watch?v=dQw4w9WgXcQ', 'https://youtube.com/watch?v=dQw4w9WgXcQ'],
    [
      ' www.tiktok.com/@a/video/7106798200794926362\n',
      'https://www.tiktok.com/@a/video/7106798200794926362',
    ],
    ['//youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
    ['://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
    ['ttps://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
    ['https//youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
    ['youtube.com/@MrBeast', 'https://youtube.com/@MrBeast'],
    ['pin.it/4vwU5dJ', 'https://pin.it/4vwU5dJ'],
  ])('in %j is offered as %s', (text, address) => expect(withScheme(text)).toBe(address));

  it.each([
    WATCH,
    'http://youtube.com/',
    '',
    'cats',
    'vimeo.com/76979871',
    'ftp://youtube.com/x',
    'user@youtube.com/watch?v=dQw4w9WgXcQ',
    'youtube.com:22/watch?v=dQw4w9WgXcQ',
    'youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    `youtube.com/${'a'.repeat(50_000)}`,
  ])('is not what is wrong with %.60s', (text) => expect(withScheme(text)).toBe(null));
});
