// Lists of videos over HTTP, read by the real engine against the lab.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAYLISTS, REFUSED_PLAYLISTS } from '../../../lab/platforms/youtube/playlists.ts';
import type { ErrorAnswer } from '../../../src/shared/api/answers.ts';
import type { DetectAnswer } from '../../../src/shared/api/inspect.ts';
import type { ListAnswer } from '../../../src/shared/api/list.ts';
import { freshAddress, type Product, startProduct } from '../../support/product/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  expect(product.lab.unknown()).toEqual([]);
  expect(product.warnings).toEqual([]);
  await product.close();
});

const urlOf = (id: string) => `https://www.youtube.com/playlist?list=${id}`;

async function post<T>(path: string, payload: object, remoteAddress = freshAddress()): Promise<T> {
  const answer = await product.app.inject({
    method: 'POST',
    url: path,
    payload,
    remoteAddress,
  });
  return answer.json() as T;
}
const read = (url: string, page?: number) =>
  post<ListAnswer | ErrorAnswer>('/api/lists', { url, page });
const detect = (url: string) => post<DetectAnswer>('/api/detect-platform', { url });

async function readWell(url: string, page?: number): Promise<ListAnswer> {
  const answer = await read(url, page);
  if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
  return answer;
}

describe('the videos of a list', () => {
  it.each(PLAYLISTS.map((list) => [list.name, list] as const))('%s', async (_name, list) => {
    const asked = product.lab.requests().length;
    const answer = await readWell(urlOf(list.id));
    expect(answer).toMatchObject({
      platform: 'youtube',
      url: urlOf(list.id),
      unavailable: list.expect.unavailable,
      omitted: list.expect.omitted,
    });
    expect(answer.entries.map(({ id }) => id)).toEqual(list.expect.ids);
    expect(answer.entries.map(({ url }) => url)).toEqual(
      list.expect.ids.map((id) => `https://www.youtube.com/watch?v=${id}`),
    );
    // The page, and the API once for the rows that are gone: no video, and no further page of the list.
    const paths = product.lab
      .requests()
      .slice(asked)
      .map(({ path }) => path);
    expect(paths).toEqual([`/playlist?list=${list.id}`, '/youtubei/v1/browse?prettyPrint=false']);
  });

  it('come by pages, and each page names what is private', async () => {
    const url = urlOf('PLabLong_0123456789');
    const rows = PLAYLISTS.find(({ id }) => url.endsWith(id))?.rows ?? [];
    const pages: ListAnswer[] = [];
    for (let page: number | null = 1; page !== null; ) {
      const answer: ListAnswer = await readWell(url, page);
      pages.push(answer);
      page = answer.nextPage;
    }
    expect(pages.map(({ entries, omitted }) => [entries.length, omitted])).toEqual([
      [50, 190],
      [49, 140],
      [49, 90],
      [50, 40],
      [40, 0],
    ]);
    expect(pages.flatMap(({ absent }) => absent)).toEqual([
      { number: 61, why: 'private' },
      { number: 120, why: 'private' },
    ]);
    const entries = pages.flatMap((page) => page.entries);
    expect(entries.map(({ id }) => id)).toEqual(
      rows.filter(({ isGone }) => !isGone).map(({ id }) => id),
    );
    expect(entries.at(-1)?.number).toBe(240);
    const asked = product.lab.requests().length;
    expect((await readWell(url, 3)).id).toBe(pages[2]?.id);
    expect(product.lab.requests().length).toBe(asked);
    const picture = await product.app.inject({ url: pages[4]?.entries[0]?.thumbnailUrl ?? '' });
    expect(picture.headers['content-type']).toBe('image/jpeg');
  });

  it('end with the thousandth, and a page beyond the end is empty', async () => {
    const url = urlOf('PLabLong_0123456789');
    expect(await read(url, 21)).toMatchObject({ code: 'invalid_request' });
    expect(await readWell(url, 20)).toMatchObject({ entries: [], omitted: 0, nextPage: null });
  });

  it('cost more of the rate of an address the later their page is', async () => {
    const url = urlOf('PLabLong_0123456789');
    const address = freshAddress();
    const of = (page: number) =>
      post<ListAnswer | ErrorAnswer>('/api/lists', { url, page }, address);
    expect(await of(16)).toMatchObject({ success: true });
    expect(await of(17)).toMatchObject({ success: true });
    expect(await of(18)).toMatchObject({ code: 'too_many_requests' });
    expect(await of(16)).toMatchObject({ success: true });
  });

  it('have title, length and picture', async () => {
    const { title, author, entries } = await readWell(urlOf('PLab0123456789abcdef'));
    expect([title, author]).toEqual(['List: four videos', 'Platform Lab']);
    expect(entries[0]).toMatchObject({
      title: 'A walk through the colour garden',
      durationSeconds: 10,
    });
    const picture = await product.app.inject({ url: entries[0]?.thumbnailUrl ?? '' });
    expect(picture.headers['content-type']).toBe('image/jpeg');
    expect(picture.rawPayload.subarray(0, 3).toString('hex')).toBe('ffd8ff');
  });

  it('show nothing hostile', async () => {
    const { title, entries } = await readWell(urlOf('PLabEvil_0123456789'));
    const shown = [title, ...entries.map((entry) => entry.title)].join('\n');
    expect(shown).not.toMatch(/[\u202e\0]/);
    expect(Math.max(...entries.map((entry) => entry.title?.length ?? 0))).toBeLessThanOrEqual(200);
  });

  it('are kept for everyone who asks', async () => {
    const first = await readWell(urlOf('PLabSixty0123456789'));
    const asked = product.lab.requests().length;
    const again = await readWell('https://music.youtube.com/playlist?list=PLabSixty0123456789');
    expect(again.id).toBe(first.id);
    expect(product.lab.requests().length).toBe(asked);
  });
});

describe('a list that cannot be read', () => {
  it.each(REFUSED_PLAYLISTS.map((list) => [list.name, urlOf(list.id), list.code] as const))(
    '%s',
    async (_name, url, code) => {
      expect(await read(url)).toMatchObject({ success: false, code });
    },
  );

  it.each([
    ['a channel', 'https://www.youtube.com/@platformlab'],
    ['a mix', 'https://www.youtube.com/watch?v=labMain_001&list=RDlabMain_001'],
    ['a video', 'https://www.youtube.com/watch?v=labMain_001'],
    ['an account elsewhere', 'https://www.tiktok.com/@lab.dances'],
    ['no link', 'some text'],
  ])('is refused without asking the platform: %s', async (_name, url) => {
    const asked = product.lab.requests().length;
    expect(await read(url)).toMatchObject({ success: false, code: 'not_a_list' });
    expect(product.lab.requests().length).toBe(asked);
  });

  it('has no pictures under another id', async () => {
    const { thumbnailUrl } = (await readWell(urlOf('PLab0123456789abcdef'))).entries[0] ?? {};
    const [, id] = /lists\/([\w-]+)\//.exec(thumbnailUrl ?? '') ?? [];
    const answers = await Promise.all([
      product.app.inject({ url: `/api/lists/${id}/thumbnails/labPriv_001` }),
      product.app.inject({ url: '/api/lists/AAAAAAAAAAAAAAAAAAAAAA/thumbnails/labMain_001' }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 410]);
  });
});

describe('checking a link', () => {
  it('names the list beside the video', async () => {
    const url = 'https://www.youtube.com/watch?v=labMain_001&list=PLab0123456789abcdef&index=2';
    expect(await detect(url)).toMatchObject({
      isValid: true,
      url: 'https://www.youtube.com/watch?v=labMain_001',
      listUrl: urlOf('PLab0123456789abcdef'),
    });
  });

  it('names a list without a video, and still refuses it', async () => {
    expect(await detect(urlOf('PLab0123456789abcdef'))).toMatchObject({
      isValid: false,
      code: 'unsupported_url',
      listUrl: urlOf('PLab0123456789abcdef'),
    });
  });

  it.each([
    ['a mix', 'https://www.youtube.com/watch?v=labMain_001&list=RDlabMain_001'],
    ['a channel', 'https://www.youtube.com/@platformlab'],
  ])('names no list for %s', async (_name, url) => {
    expect(await detect(url)).not.toHaveProperty('listUrl');
  });
});
