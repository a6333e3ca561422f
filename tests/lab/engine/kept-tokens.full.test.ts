// The tokens that X and Instagram give to any client: kept from look to look, without cookies, and renewed once where refused.
import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { json, refusal } from '../../../lab/platforms/answers.ts';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import { type Situation, withSwitch } from '../../../lab/switches.ts';
import type { PlatformId } from '../../../src/shared/platforms/platform.ts';
import { engineEnvironment, enginePython } from '../../support/engine/engine-python.ts';
import { freshAddress, type Product, startProduct } from '../../support/product/product.ts';

let product: Product | undefined;
afterEach(async () => {
  await product?.close();
  product = undefined;
});

type Kind = {
  readonly id: Extract<PlatformId, 'twitter' | 'instagram'>;
  /** The paths of the requests that get a token and that use it. */
  readonly gives: string;
  readonly uses: RegExp;
  readonly refused: Situation;
};
const X: Kind = {
  id: 'twitter',
  gives: '/1.1/guest/activate.json',
  uses: /^\/i\/api\/graphql\//,
  refused: () => json({ errors: [{ code: 239, message: 'Bad guest token' }] }, 403),
};
const INSTAGRAM: Kind = {
  id: 'instagram',
  gives: '/',
  uses: /^\/api\/graphql$/,
  refused: () => json({ errors: [{ message: 'lsd' }] }, 400),
};

/** The product with one worker, and the platform with a switch. */
async function start({ id }: Kind) {
  const platform = withSwitch(LAB_PLATFORMS[id]);
  product = await startProduct({ MAX_INSPECTIONS: '1' }, [platform]);
  return platform;
}

/** Links of different posts that the lab can show. */
const linksOf = ({ id }: Kind) => {
  const posts = LAB_PLATFORMS[id].links.filter(({ name, expect: wanted }) => {
    return 'items' in wanted && !/short|share|rate|limit|carousel, third|by its number/.test(name);
  });
  return posts.slice(0, 3).map(({ url }) => url);
};
const linkOf = ({ id }: Kind, code: string) => {
  const link = LAB_PLATFORMS[id].links.find(({ expect: wanted }) => {
    return 'code' in wanted && wanted.code === code;
  });
  return link?.url ?? '';
};

async function inspect(url: string): Promise<string | undefined> {
  const answer = await product?.app.inject({
    method: 'POST',
    url: '/api/inspect',
    payload: { url },
    remoteAddress: freshAddress(),
  });
  return answer?.statusCode === 200 ? 'ok' : answer?.json().code;
}
async function inspectAll(urls: readonly string[]) {
  const codes: (string | undefined)[] = [];
  for (const url of urls) codes.push(await inspect(url));
  return codes;
}
const requests = (isMeant: (path: string) => boolean) =>
  (product?.lab.requests() ?? []).filter(({ path }) => isMeant(path.split('?', 1)[0] ?? ''));
const given = ({ gives }: Kind) => requests((path) => path === gives).length;
const used = ({ uses }: Kind) => requests((path) => uses.test(path)).length;

describe.each([X, INSTAGRAM])('the token of $id', (kind) => {
  const OK = ['ok', 'ok', 'ok'];

  it('is fetched for the first look, and no cookie of a look reaches the next', async () => {
    await start(kind);
    expect(await inspectAll(linksOf(kind))).toEqual(OK);
    expect([given(kind), used(kind)]).toEqual([1, 3]);
    // Instagram gives a cookie with its first answer about a post, and wants it back with the second.
    const cookies = requests(() => true).map((request) => request.cookies.join());
    expect(cookies.filter((names) => names !== '')).toEqual(
      kind === INSTAGRAM ? ['csrftoken', 'csrftoken', 'csrftoken'] : [],
    );
    expect(product?.lab.unknown()).toEqual([]);
  });

  it('is renewed once where the platform refuses it, and the new one is kept', async () => {
    const platform = await start(kind);
    const [first = '', second = '', third = ''] = linksOf(kind);
    expect(await inspect(first)).toBe('ok');
    let isStale = true;
    platform.turn((request, usual) => {
      if (request.url.pathname === kind.gives) isStale = false;
      return isStale && kind.uses.test(request.url.pathname)
        ? kind.refused(request, usual)
        : usual();
    });
    expect(await inspectAll([second, third])).toEqual(['ok', 'ok']);
    // Instagram's post has a page of its own, so that only the next look needs a new token.
    expect([given(kind), used(kind)]).toEqual([2, kind === X ? 4 : 3]);
  });

  it('is renewed no second time for the same look, and not kept where it was refused', async () => {
    const platform = await start(kind);
    const [first = '', second = '', third = ''] = linksOf(kind);
    expect(await inspect(first)).toBe('ok');
    // Nor does the post's own page of Instagram help.
    platform.turn((request, usual) => {
      if (/^\/(?:p|reel|tv)\//.test(request.url.pathname)) return refusal(403);
      return kind.uses.test(request.url.pathname) ? kind.refused(request, usual) : usual();
    });
    expect(await inspect(second)).not.toBe('ok');
    expect([given(kind), used(kind)]).toEqual([2, 3]);
    platform.turn(null);
    expect(await inspect(third)).toBe('ok');
    expect([given(kind), used(kind)]).toEqual([3, 4]);
  });

  it('is kept after a post that is not there', async () => {
    await start(kind);
    const [first = '', second = ''] = linksOf(kind);
    const missing = linkOf(kind, kind === X ? 'not_found' : 'login_required');
    expect(await inspectAll([first, missing, second])).toEqual(['ok', expect.anything(), 'ok']);
    expect([given(kind), used(kind)]).toEqual([1, 3]);
  });
});

const PROGRAM = `
import sys, time
sys.path.insert(0, 'engine/plugins')
from yt_dlp_plugins.extractor.kept_tokens import _TokenKeeper
now = [0]
time.monotonic = lambda: now[0]
one = _TokenKeeper()
one._keep_token('a', 10, 2)
print(one._take_token(), one._take_token(), one._take_token())
one._keep_token('b', 10, 2)
now[0] = 9.9
print(one._take_token())
now[0] = 10
print(one._take_token(), _TokenKeeper()._take_token())
`;

it('a token is used as often and as long as it may be, and by no other extractor', () => {
  const output = execFileSync(enginePython, ['-B', '-c', PROGRAM], {
    encoding: 'utf8',
    env: engineEnvironment,
    cwd: new URL('../../..', import.meta.url),
  });
  expect(output.trim().split('\n')).toEqual(['a a None', 'b', 'None None']);
});
