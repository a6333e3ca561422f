// When a short link is given up, and what its visitor is told.
import { describe, expect, it } from 'vitest';
import {
  type Answer,
  answerOf,
  follow,
  TIKTOK,
  VIDEO,
} from '../../../tests/fixtures/short-links/answers.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { createShortLinks } from './follow.ts';

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
    ['when a name is asked for', TIKTOK, { [TIKTOK]: 401 }, 'blocked'],
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
      'when it brings a password',
      TIKTOK,
      { [TIKTOK]: 'https://:b@vm.tiktok.com/x' },
      'blocked_target',
    ],
    ['when it leads to no page', TIKTOK, { [TIKTOK]: 'ftp://vm.tiktok.com/x' }, 'blocked_target'],
    [
      'when a redirect has no end',
      TIKTOK,
      { [TIKTOK]: `${VIDEO}?${'x'.repeat(8193 - VIDEO.length - 1)}` },
      'upstream_error',
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
