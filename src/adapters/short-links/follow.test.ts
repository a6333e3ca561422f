// Short links followed against a table of answers that stands for the platforms' servers.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { codeOf, type ErrorCode } from '../../shared/errors.ts';
import { MAX_REDIRECTS } from '../../shared/limits.ts';
import { readLink } from '../../shared/link.ts';
import { createShortLinks, type HopAnswer } from './follow.ts';

const door: { id: string; input: string; expect: string }[] = JSON.parse(
  readFileSync(new URL('../../../tests/fixtures/security-cases.json', import.meta.url), 'utf8'),
).door;

const VIDEO = 'https://www.tiktok.com/@a/video/7106798200794926362';
const TIKTOK = 'https://vm.tiktok.com/ZMabc123/';

/** An answer in short: where it redirects to, a status, or the text of a page. */
type Answer = string | number | { readonly page: string };

async function* chunksOf(page: string) {
  const bytes = new TextEncoder().encode(page);
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
}

function answerOf(answer: Answer | undefined): HopAnswer {
  if (typeof answer === 'string') return { status: 302, location: answer, body: null };
  if (typeof answer === 'number') return { status: answer, location: null, body: null };
  return { status: 200, location: null, body: answer ? chunksOf(answer.page) : null };
}

/** Follows a pasted text with the given answers; tells what was asked, and what came of it. */
async function follow(text: string, answers: Readonly<Record<string, Answer>>) {
  const reading = readLink(text);
  if (reading.kind !== 'short') throw new TypeError(`${text} is no short link`);
  const asked: string[] = [];
  const shortLinks = createShortLinks(async (address) => {
    asked.push(address);
    if (!(address in answers)) throw new TypeError(`nobody expected ${address}`);
    return answerOf(answers[address]);
  });
  try {
    const last = await shortLinks.follow(reading.short, new AbortController().signal);
    return { asked, last };
  } catch (error) {
    if (codeOf(error) === 'internal') throw error;
    return { asked, code: codeOf(error) };
  }
}

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
});

describe('a short link is given up', () => {
  const tco = 'https://t.co/ePe7Cvn3tU';
  const rows: [name: string, text: string, answers: Record<string, Answer>, code: ErrorCode][] = [
    ['when there is none', TIKTOK, { [TIKTOK]: 404 }, 'not_found'],
    ['when it is gone', TIKTOK, { [TIKTOK]: 410 }, 'not_found'],
    ['when it ends on the start page', TIKTOK, { [TIKTOK]: '/?_r=1' }, 'not_found'],
    [
      'when it leads to www and its start page',
      TIKTOK,
      { [TIKTOK]: 'https://www.tiktok.com/' },
      'not_found',
    ],
    [
      'when it is a profile',
      TIKTOK,
      { [TIKTOK]: 'https://www.tiktok.com/@meme' },
      'unsupported_url',
    ],
    ['when we ask too often', TIKTOK, { [TIKTOK]: 429 }, 'rate_limited'],
    ['when we are not let in', TIKTOK, { [TIKTOK]: 403 }, 'blocked'],
    ['when the platform is in trouble', TIKTOK, { [TIKTOK]: 503 }, 'upstream_error'],
    ['when a redirect has no target', TIKTOK, { [TIKTOK]: 302 }, 'upstream_error'],
    ['when a redirect is nonsense', TIKTOK, { [TIKTOK]: 'https://[' }, 'upstream_error'],
    ['when it redirects to itself', TIKTOK, { [TIKTOK]: TIKTOK }, 'unsupported_url'],
    [
      'when it goes round in circles',
      TIKTOK,
      { [TIKTOK]: 'https://vt.tiktok.com/ZMabc123/', 'https://vt.tiktok.com/ZMabc123/': TIKTOK },
      'unsupported_url',
    ],
    ['when its page says nothing', TIKTOK, { [TIKTOK]: { page: '<html>' } }, 'unsupported_url'],
    [
      'when the item comes after the first half megabyte of its page',
      TIKTOK,
      { [TIKTOK]: { page: `${' '.repeat(524_288)}<link rel="canonical" href="${VIDEO}">` } },
      'unsupported_url',
    ],
    [
      'when only a login leads on',
      'https://www.facebook.com/share/v/1Fy3aZCFS2/',
      {
        'https://www.facebook.com/share/v/1Fy3aZCFS2/': '/login/?next=%2Fshare%2Fv%2F1Fy3aZCFS2%2F',
      },
      'login_required',
    ],
    [
      'when a login page names another site',
      'https://www.facebook.com/share/v/1Fy3aZCFS2/',
      {
        'https://www.facebook.com/share/v/1Fy3aZCFS2/': `/login/?next=${encodeURIComponent(VIDEO)}`,
      },
      'login_required',
    ],
    ['when it leads to another site', tco, { [tco]: 'https://example.com/' }, 'blocked_target'],
    ['when it leads to another platform', tco, { [tco]: VIDEO }, 'blocked_target'],
    ['when t.co leads to t.co', tco, { [tco]: 'https://t.co/other' }, 'blocked_target'],
    [
      'when a picture link leads back to t.co',
      'https://pic.x.com/xb39Lsp84V',
      { 'https://pic.x.com/xb39Lsp84V': tco },
      'blocked_target',
    ],
    [
      'when t.co leads to no post',
      tco,
      { [tco]: 'https://x.com/i/spaces/1DXGydznB' },
      'unsupported_url',
    ],
    [
      'when t.co refreshes to another site',
      tco,
      { [tco]: { page: '<meta http-equiv="refresh" content="0;URL=http://127.0.0.1/">' } },
      'blocked_target',
    ],
    [
      'when a mirror of other people stands in the way',
      'https://pic.x.com/xb39Lsp84V',
      { 'https://pic.x.com/xb39Lsp84V': 'https://vxtwitter.com/i/b/c' },
      'unsupported_url',
    ],
    [
      'when it asks for another port',
      TIKTOK,
      { [TIKTOK]: 'https://vm.tiktok.com:8443/x' },
      'blocked_target',
    ],
    [
      'when it brings a user name',
      TIKTOK,
      { [TIKTOK]: 'https://a@vm.tiktok.com/x' },
      'blocked_target',
    ],
    [
      'when it leads to a look-alike',
      TIKTOK,
      { [TIKTOK]: 'https://vm.tiktok.com.evil.test/' },
      'blocked_target',
    ],
  ];

  it.each(rows)('%s', async (_, text, answers, code) => {
    expect(await follow(text, answers)).toEqual({ asked: Object.keys(answers), code });
  });

  it('when the visitor has left', async () => {
    const controller = new AbortController();
    const left = new Error('the visitor left');
    const shortLinks = createShortLinks(async () => {
      controller.abort(left);
      return answerOf('https://vt.tiktok.com/ZMabc123/');
    });
    await expect(
      shortLinks.follow({ platform: 'tiktok', address: TIKTOK }, controller.signal),
    ).rejects.toBe(left);
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
