// The search of YouTube over HTTP, by the real engine against the lab.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BLOCKED_SEARCH,
  HUGE_SEARCH,
  ODD_SEARCH,
  SEARCH_CHANNEL,
  SEARCHES,
} from '../../lab/platforms/youtube/searches.ts';
import type { ErrorAnswer } from '../../src/shared/api/answers.ts';
import { type SearchAnswer, type SearchItem, searchAnswer } from '../../src/shared/api/search.ts';
import { ANN } from '../support/operators/admin-fixture.ts';
import { freshAddress, type Product, startProduct } from '../support/product/product.ts';

const PAGE = '/';
const CALL = '/youtubei/v1/search?prettyPrint=false';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ YOUTUBE_SEARCH: 'on', INSPECT_TIMEOUT_SECONDS: '5' });
});
afterAll(async () => {
  expect(product.lab.unknown()).toEqual([]);
  expect(product.warnings).toEqual([]);
  await product.close();
});

const askOf = async (
  { app }: Product,
  query: Readonly<Record<string, string>>,
  remoteAddress = freshAddress(),
) => app.inject({ url: `/api/search?${new URLSearchParams(query)}`, remoteAddress });
const ask = async (q: string, remoteAddress?: string): Promise<SearchAnswer | ErrorAnswer> =>
  (await askOf(product, { q, source: 'youtube' }, remoteAddress)).json();

type Video = Extract<SearchItem, { kind: 'youtube' }>;
async function search(q: string): Promise<readonly Video[]> {
  const answer = await ask(q);
  if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
  const videos = searchAnswer.strict().parse(answer).results;
  return videos.map((one) => {
    if (one.kind !== 'youtube') throw new TypeError(`${one.kind} is not asked for`);
    return one;
  });
}
/** What the lab was asked for since there were `count` requests. */
const askedSince = (count: number) => product.lab.requests().slice(count);
const pathsSince = (count: number) => askedSince(count).map(({ path }) => path);

describe('what YouTube finds', () => {
  it.each(SEARCHES.map((each) => [each.name, each] as const))('%s', async (_name, each) => {
    const before = product.lab.requests().length;
    const videos = await search(each.query);
    expect(videos.map(({ url }) => url)).toEqual(
      each.ids.map((id) => `https://www.youtube.com/watch?v=${id}`),
    );
    // The page with the client's settings, and the API: no video, and no other host.
    const hosts = new Set(askedSince(before).map(({ host }) => host));
    expect(hosts).toEqual(new Set(['www.youtube.com']));
    const calls = pathsSince(before);
    expect(calls.slice(0, 2)).toEqual([PAGE, CALL]);
    expect(calls.length).toBe(each.isEndless ? 6 : 2);
  });
});

describe('a video that was found', () => {
  it('has title, author, length, and a picture from this server', async () => {
    const [video] = await search('a walk through gardens');
    expect(video).toEqual({
      kind: 'youtube',
      url: 'https://www.youtube.com/watch?v=labMain_001',
      title: 'a walk through gardens',
      titleMarks: [
        [0, 1],
        [2, 6],
        [7, 14],
        [15, 22],
      ],
      author: 'Platform Lab',
      durationSeconds: 10,
      thumbnailUrl: expect.stringMatching(/^\/api\/search\/[\w-]{22}\/thumbnails\/labMain_001$/),
    });
    const picture = await product.app.inject({ url: video?.thumbnailUrl ?? '' });
    expect(picture.headers['content-type']).toBe('image/jpeg');
    const id = video?.thumbnailUrl?.split('/')[3];
    const others = await Promise.all([
      product.app.inject({ url: `/api/search/${id}/thumbnails/labPriv_001` }),
      product.app.inject({ url: '/api/search/AAAAAAAAAAAAAAAAAAAAAA/thumbnails/labMain_001' }),
    ]);
    expect(others.map(({ statusCode }) => statusCode)).toEqual([404, 410]);
  });

  it('shows nothing hostile', async () => {
    const videos = await search('evil');
    const shown = videos.flatMap(({ title, author }) => [title, author]).join('\n');
    expect(shown).not.toMatch(/[\u202e\0]/);
    expect(Math.max(...videos.map(({ title }) => [...title].length))).toBeLessThanOrEqual(200);
  });

  it('keeps its words in any script, with marks between characters', async () => {
    const [arabic, letters] = await search('حديقة 🐈');
    expect(arabic?.title).toBe('حديقة الألوان – جولة 1');
    expect(arabic?.titleMarks).toEqual([[0, 5]]);
    expect(letters?.title).toBe('𝒢𝒶𝓇𝒹𝑒𝓃 🐈‍⬛ 𠮷野家');
  });
});

describe('YouTube', () => {
  it('is not asked for any other source, nor for words that are none', async () => {
    const before = product.lab.requests().length;
    for (const source of ['all', 'trending', 'guide', 'blog', 'page'])
      expect((await askOf(product, { q: 'garden', source })).statusCode).toBe(200);
    expect((await askOf(product, { q: 'garden' })).statusCode).toBe(200);
    for (const q of ['\u0000', '\u0007\u0085 \u009f', '', ' ', 'x'.repeat(101), 'x'.repeat(10_000)])
      expect(await ask(q)).toMatchObject({ success: false, code: 'invalid_request' });
    expect(pathsSince(before)).toEqual([]);
  });

  it('is asked once by all who search for the same at once or within ten minutes', async () => {
    const before = product.lab.requests().length;
    const first = await Promise.all([search('Ducks  at dawn'), search('ducks at DAWN ')]);
    const again = await search(' ｄucks\tat dawn');
    expect(first[0]).toEqual(first[1]);
    expect(again.map(({ thumbnailUrl }) => thumbnailUrl)).toEqual(
      first[0].map(({ thumbnailUrl }) => thumbnailUrl),
    );
    expect(pathsSince(before)).toEqual([PAGE, CALL]);
  });

  it.each([
    ['another number of results', 'ytsearch50:x'],
    ['all results', 'ytsearchall:x'],
    ['another search', 'scsearch10:x'],
    ['an address', 'https://www.youtube.com/watch?v=labMain_001'],
    ['an address elsewhere', 'http://169.254.169.254/latest/meta-data/'],
    ['a file', 'file:///etc/passwd'],
    ['an option', '-o /etc/passwd --exec "id"'],
    ['a template', '%(id)s %(title)s {{7*7}}'],
    ['a prefix of the engine', ':ytfav'],
    ['text for JSON', '"},"op":"inspect","url":"https://x/"'],
    ['letters from right to left', '\u05e9\u05dc\u05d5\u05dd \u200fابجد'],
    ['symbols', '🐈‍⬛🏳️‍🌈 👩‍👩‍👧'],
    ['the longest', '中'.repeat(100)],
  ])('is asked for the words themselves: %s', async (_name, q) => {
    const before = product.lab.requests().length;
    expect((await search(q))[0]?.title).toBe(q.normalize('NFC'));
    expect(askedSince(before).map(({ host, path }) => host + path)).toEqual([
      `www.youtube.com${PAGE}`,
      `www.youtube.com${CALL}`,
    ]);
  });

  it('gets no control characters, and no half of a character', async () => {
    expect((await search('a\u0000b\r\nc\u001b[2Jd'))[0]?.title).toBe('a b c [2Jd');
    const half = await product.app.inject({
      url: '/api/search?source=youtube&q=half%ED%A0%BDx',
      remoteAddress: freshAddress(),
    });
    expect(half.json().results[0].title).toBe('half%ED%A0%BDx');
  });
});

describe('a search', () => {
  it('is refused where the operator has not switched it on, and nothing is asked', async () => {
    const other = await startProduct();
    const answers = await Promise.all([
      askOf(other, { q: 'colour garden', source: 'youtube' }),
      other.app.inject({ url: '/api/search/AAAAAAAAAAAAAAAAAAAAAA/thumbnails/labMain_001' }),
      other.app.inject({ url: '/api/limits' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 410, 200]);
    expect(answers[0]?.json()).toMatchObject({ success: false, code: 'not_found_page' });
    expect(answers[2]?.json()).toMatchObject({ youtubeSearch: false });
    expect((await product.app.inject({ url: '/api/limits' })).json()).toMatchObject({
      youtubeSearch: true,
    });
    expect(other.lab.requests()).toEqual([]);
    await other.close();
  });

  it('is refused where YouTube is switched off', async () => {
    const other = await startProduct({ YOUTUBE_SEARCH: 'on', DISABLED_PLATFORMS: 'youtube' });
    const answer = await askOf(other, { q: 'colour garden', source: 'youtube' });
    expect(answer.json()).toMatchObject({ code: 'platform_disabled' });
    expect(other.lab.requests()).toEqual([]);
    await other.close();
  });

  it('shows nothing of a blocked uploader', async () => {
    const other = await startProduct({
      YOUTUBE_SEARCH: 'on',
      ADMIN_EMAIL: ANN.email,
      ADMIN_PASSWORD: ANN.password,
    });
    const found = async () =>
      (await askOf(other, { q: BLOCKED_SEARCH.query, source: 'youtube' })).json().results.length;
    expect(await found()).toBe(4);
    const signedIn = await other.app.inject({
      method: 'POST',
      url: '/api/admin/login',
      payload: ANN,
    });
    const [{ name, value } = { name: '', value: '' }] = signedIn.cookies;
    const uploader = `https://www.youtube.com/channel/${SEARCH_CHANNEL}`;
    const blocked = await other.app.inject({
      method: 'POST',
      url: '/api/admin/blocks',
      cookies: { [name]: value },
      payload: { uploader, reason: 'Asked for.' },
    });
    expect(blocked.statusCode).toBe(201);
    expect(await found()).toBe(1);
    await other.close();
  });

  it('can be made ten times in a row from one address, beside those of the site', async () => {
    const address = freshAddress();
    for (let turn = 0; turn < 10; turn += 1)
      expect(await ask('colour garden', address)).toMatchObject({ success: true });
    expect(await ask('colour garden', address)).toMatchObject({ code: 'too_many_requests' });
    expect((await askOf(product, { q: 'colour garden' }, address)).statusCode).toBe(200);
    expect(await ask('colour garden')).toMatchObject({ success: true });
  });
});

describe('a search that fails', () => {
  const host = 'www.youtube.com';
  const pathPrefix = '/youtubei/v1/search';
  it.each([
    ['too many requests', { kind: 'status', status: 429 }, 'rate_limited'],
    ['a refusal', { kind: 'status', status: 403 }, 'blocked'],
    ['an error of the platform', { kind: 'status', status: 500 }, 'upstream_error'],
    ['no such call', { kind: 'status', status: 404 }, 'platform_changed'],
    ['a page instead of data', { kind: 'html' }, 'platform_changed'],
    ['no answer', { kind: 'hang' }, 'timeout'],
  ] as const)('%s', async (name, fault, code) => {
    const remove = product.lab.faults.add({ host, pathPrefix, fault });
    const q = `zqword of ${name}`;
    const answer = await ask(q);
    remove();
    expect(answer).toMatchObject({ success: false, code });
    expect(JSON.stringify(answer)).not.toContain('zqword');
    // It is not remembered.
    expect((await search(q)).length).toBe(4);
  });

  it.each([
    ['data that is no page of results', ODD_SEARCH, 'platform_changed'],
    ['more bytes than a search may have', HUGE_SEARCH, 'server_busy'],
  ])('%s', async (_name, q, code) => {
    expect(await ask(q)).toMatchObject({ success: false, code });
  });

  it('does not fail for being slow', async () => {
    const remove = product.lab.faults.add({
      host,
      pathPrefix,
      fault: { kind: 'slow', bytesPerSecond: 2000 },
    });
    expect((await search('as slow as honey')).length).toBe(4);
    remove();
  });
});
