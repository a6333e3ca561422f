// Where short links lead, and that they are not followed into other places.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  chunksOf,
  follow,
  TIKTOK,
  VIDEO,
} from '../../../tests/fixtures/short-links/answers.ts';
import { MAX_REDIRECTS } from '../../shared/limits.ts';
import { readLink } from '../../shared/link.ts';
import { createShortLinks } from './follow.ts';

const door: { id: string; input: string; expect: string }[] = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/security-cases.json', import.meta.url), 'utf8'),
).door;

const NEVER = new AbortController().signal;

describe('a short link', () => {
  const rows: [name: string, text: string, answers: Record<string, Answer>, last: string][] = [
    ['leads to its item', TIKTOK, { [TIKTOK]: `${VIDEO}?_r=1&_t=8` }, `${VIDEO}?_r=1&_t=8`],
    [
      'may name the item over http, which is read but not asked',
      TIKTOK,
      { [TIKTOK]: VIDEO.replace('https', 'http') },
      VIDEO.replace('https', 'http'),
    ],
    [
      'may pass through hosts of its platform, always over https',
      'https://pin.it/4vwU5dJ',
      {
        'https://pin.it/4vwU5dJ': 'http://api.pinterest.com/url_shortener/4vwU5dJ/redirect/',
        'https://api.pinterest.com/url_shortener/4vwU5dJ/redirect/':
          'https://www.pinterest.co.uk/pin/664281013778109217/sent/?invite_code=x',
      },
      'https://www.pinterest.co.uk/pin/664281013778109217/sent/?invite_code=x',
    ],
    [
      'may redirect with a path alone',
      'https://www.facebook.com/share/r/14TV1SS1MHk/',
      { 'https://www.facebook.com/share/r/14TV1SS1MHk/': '/reel/1195289147628387/?rdid=x' },
      'https://www.facebook.com/reel/1195289147628387/?rdid=x',
    ],
    [
      'may pass through a page of its platform that we cannot read',
      'https://fb.watch/1AbCd3S/',
      {
        'https://fb.watch/1AbCd3S/': 'http://m.facebook.com/watch/?ref=1',
        'https://m.facebook.com/watch/?ref=1': 'https://www.facebook.com/watch/?v=1195289147628387',
      },
      'https://www.facebook.com/watch/?v=1195289147628387',
    ],
    [
      'may lead to a login page that names the item',
      'https://www.facebook.com/share/v/1Fy3aZCFS2/',
      {
        'https://www.facebook.com/share/v/1Fy3aZCFS2/':
          'https://www.facebook.com/login/?next=https%3A%2F%2Fwww.facebook.com%2Fwatch%2F%3Fv%3D1195289147628387',
      },
      'https://www.facebook.com/watch/?v=1195289147628387',
    ],
    [
      'may lead to a login page that names the path of the item',
      'https://www.instagram.com/share/reel/BAKnayukvg/',
      {
        'https://www.instagram.com/share/reel/BAKnayukvg/':
          'https://www.instagram.com/accounts/login/?next=%2Freel%2FChunk8-jurw%2F',
      },
      'https://www.instagram.com/reel/Chunk8-jurw/',
    ],
    [
      'may lead to a login page of TikTok',
      TIKTOK,
      {
        [TIKTOK]: `https://www.tiktok.com/login?redirect_url=${encodeURIComponent(VIDEO)}`,
      },
      VIDEO,
    ],
    [
      'may lead to a login page of X',
      'https://pic.x.com/xb39Lsp84V',
      {
        'https://pic.x.com/xb39Lsp84V':
          'https://x.com/i/flow/login?redirect_after_login=%2Fa%2Fstatus%2F17906',
      },
      'https://x.com/a/status/17906',
    ],
    [
      'may lead to the longest address that is read',
      TIKTOK,
      { [TIKTOK]: `${VIDEO}?${'x'.repeat(1000)}` },
      `${VIDEO}?${'x'.repeat(1000)}`,
    ],
    [
      'keeps what the target says beyond the item',
      'https://pic.x.com/xb39Lsp84V',
      { 'https://pic.x.com/xb39Lsp84V': 'https://twitter.com/a/status/17906/video/2' },
      'https://twitter.com/a/status/17906/video/2',
    ],
    [
      'of t.co may answer with a page that refreshes',
      'https://t.co/ePe7Cvn3tU',
      {
        'https://t.co/ePe7Cvn3tU': {
          page: '<noscript><META http-equiv="refresh" content="0;URL=https://x.com/a/status/17906"></noscript>',
        },
      },
      'https://x.com/a/status/17906',
    ],
    [
      'may answer with a page that has a canonical address',
      'https://www.threads.com/share/BAKnayukvg/',
      {
        'https://www.threads.com/share/BAKnayukvg/': {
          page: '<html><link rel="canonical" href="https://www.threads.com/@a/post/DDupwppSjcp?x=1&amp;y=2"/>',
        },
      },
      'https://www.threads.com/@a/post/DDupwppSjcp?x=1&y=2',
    ],
    [
      'may answer with a page whose canonical address is itself and og:url the item',
      'https://www.facebook.com/share/p/1BsL1eY45U/',
      {
        'https://www.facebook.com/share/p/1BsL1eY45U/': {
          page: '<link rel="canonical" href="/share/p/1BsL1eY45U/"><meta property="og:url" content="/attn/posts/1035862816472149">',
        },
      },
      'https://www.facebook.com/attn/posts/1035862816472149',
    ],
  ];

  it.each(rows)('%s', async (_, text, answers, last) => {
    expect(await follow(text, answers)).toEqual({ asked: Object.keys(answers), last });
    expect(readLink(last).kind).toBe('link');
  });

  it.each([
    [301, true],
    [302, true],
    [303, true],
    [307, true],
    [308, true],
    [300, false],
    [304, false],
    [500, false],
  ])('may be a redirect with status %i: %s', async (status, isFollowed) => {
    const shortLinks = createShortLinks(async () => ({ status, location: VIDEO, body: null }));
    const last = shortLinks.follow({ platform: 'tiktok', address: TIKTOK }, NEVER);
    if (isFollowed) expect(await last).toBe(VIDEO);
    else await expect(last).rejects.toMatchObject({ code: 'upstream_error' });
  });

  it.each([
    [404, 'not_found'],
    [500, 'upstream_error'],
  ])('is not read from a page with status %i', async (status, code) => {
    const body = () => chunksOf(`<link rel="canonical" href="${VIDEO}">`);
    const shortLinks = createShortLinks(async () => ({ status, location: null, body: body() }));
    const last = shortLinks.follow({ platform: 'tiktok', address: TIKTOK }, NEVER);
    await expect(last).rejects.toMatchObject({ code });
  });
});

describe('the cases of the door', () => {
  const targets: Readonly<Record<string, string>> = {
    'redirect-1': 'http://169.254.169.254/',
    'redirect-5': 'file:///etc/passwd',
  };

  it.each(door.filter(({ id }) => id in targets))('$id: $input: $expect', async ({ id, input }) => {
    const target = targets[id] ?? '';
    expect(input).toContain(target);
    expect(await follow(TIKTOK, { [TIKTOK]: target })).toEqual({
      asked: [TIKTOK],
      code: 'blocked_target',
    });
  });

  it.each(door.filter(({ id }) => id === 'redirect-3'))('$id: $input: $expect', async () => {
    const chain = Array.from({ length: 31 }, (_, hop) => `https://vm.tiktok.com/hop${10 + hop}/`);
    const answers = Object.fromEntries(chain.map((hop, at) => [hop, chain[at + 1] ?? VIDEO]));
    const { asked, ...outcome } = await follow(chain[0] ?? '', answers);
    expect(outcome).toEqual({ code: 'unsupported_url' });
    expect(asked).toEqual(chain.slice(0, MAX_REDIRECTS));
  });

  it('are all there', () => {
    const ids = door.map(({ id }) => id).filter((id) => id.startsWith('redirect'));
    expect(ids).toEqual(expect.arrayContaining(['redirect-1', 'redirect-3', 'redirect-5']));
  });
});
