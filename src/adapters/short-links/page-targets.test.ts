// The addresses in pages: the spellings that are found, and that a hostile page costs no more than its length.
import { describe, expect, it } from 'vitest';
import { findPageTargets } from './page-targets.ts';

describe('the address in a page', () => {
  it.each([
    '<link rel="canonical" href="https://a.test/x">',
    "<LINK data-x='1' HREF='https://a.test/x' REL='Canonical' />",
    '<link rel=canonical href=https://a.test/x>',
    '<link href = "https://a.test/x"\n rel = "canonical"><link rel="canonical" href="https://b.test">',
  ])('is canonical in %j', (html) => {
    expect(findPageTargets(html)).toEqual({
      canonical: 'https://a.test/x',
      openGraph: null,
      refresh: null,
    });
  });

  it.each([
    '<meta property="og:url" content="https://a.test/x?a=1&amp;b=2" />',
    '<META PROPERTY="OG:URL" CONTENT="https://a.test/x?a=1&amp;b=2"><meta property="og:url" content="b">',
    '<meta data-rh="true" content="https://a.test/x?a=1&amp;b=2" property="og:url"/>',
  ])('is og:url in %j', (html) => {
    expect(findPageTargets(html).openGraph).toBe('https://a.test/x?a=1&amp;b=2');
  });

  it.each([
    '<noscript><META http-equiv="refresh" content="0;URL=https://a.test/x"></noscript>',
    '<meta http-equiv="Refresh" content="0; url=\'https://a.test/x\'">',
    "<meta http-equiv='refresh' content='1.5 ; URL = https://a.test/x '>",
    '<meta http-equiv=refresh content=0,url=https://a.test/x>',
    '<meta http-equiv=refresh content=0;url=https://a.test/x><meta http-equiv=refresh content=0;url=b>',
  ])('is the refresh in %j', (html) => {
    expect(findPageTargets(html).refresh).toBe('https://a.test/x');
  });

  it.each([
    '',
    '<a rel="canonical" href="https://a.test/x">',
    '<link rel="canonical">',
    '<link rel="icon" href="https://a.test/x">',
    '<meta http-equiv="refresh" content="5">',
    '<meta http-equiv="refresh">',
    '<meta name="description" content="0;url=https://a.test/x">',
    '<meta name="og:url" content="https://a.test/x">',
    '<meta property="og:url">',
    '<linked rel="canonical" href="https://a.test/x">',
    '<link rel="canonical" href="https://a.test/x"',
  ])('is not there in %j', (html) => {
    expect(findPageTargets(html)).toEqual({ canonical: null, openGraph: null, refresh: null });
  });
});

it('reads half a megabyte of anything within 100 ms', () => {
  const units = ['<link ', '<meta a="', 'a', ' ', 'a ', '="', '<', '<link a=\'b" '];
  const wraps = ['', '<meta ', '<meta http-equiv=refresh content="0;url='];
  for (const unit of units) {
    for (const wrap of wraps) {
      const html = `${`${wrap}${unit.repeat(Math.ceil(524_288 / unit.length))}`.slice(0, 524_288)}\n">`;
      // In processor time, and the least of three: the machine may be busy, and the first run compiles.
      const times = [1, 2, 3].map(() => {
        const before = process.threadCpuUsage();
        findPageTargets(html);
        const { user, system } = process.threadCpuUsage(before);
        return (user + system) / 1000;
      });
      expect(Math.min(...times), `${wrap}${unit}…`).toBeLessThan(100);
    }
  }
});
