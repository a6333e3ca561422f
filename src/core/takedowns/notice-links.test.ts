// Which links a notice can name, and the subjects by which the block list knows them.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { aVideo } from '../../../tests/support/http/site-fixture.ts';
import {
  codeOf,
  type Notices,
  OWN,
  openNotices,
} from '../../../tests/support/takedowns/notices.ts';
import { createNoticeLinks } from './notice-links.ts';

const NEVER = new AbortController().signal;
const SHORT = 'https://vm.tiktok.com/ZMabcDeFg/';

let on: Notices;
beforeAll(async () => {
  on = await openNotices();
  return on.close;
});
beforeEach(async () => {
  await on.reset();
  await on.videos.add(
    aVideo('film', { videoUrl: null, film: 'film.mp4', thumbnail: 'film.jpg', isAvailable: true }),
  );
});
const readOne = async (text: string) => (await on.links.read([text], OWN))[0];

it.each([
  ['https://youtu.be/dQw4w9WgXcQ', 'youtube:dQw4w9WgXcQ'],
  ['youtu.be/dQw4w9WgXcQ', 'youtube:dQw4w9WgXcQ'],
  [SHORT, null],
  [`${OWN}/trending#film`, 'trending:film'],
  [`${OWN}/trending/#film`, 'trending:film'],
  [`${OWN}/de/trending#film`, 'trending:film'],
  [`${OWN}/pt-br/trending#film`, 'trending:film'],
  ['/trending#film', 'trending:film'],
  [`${OWN}/trending-files/film.mp4`, 'trending:film'],
  [`${OWN}/trending-files/film.jpg?x=1`, 'trending:film'],
])('%s names %j', async (text, subject) => {
  expect((await readOne(text))?.subject).toBe(subject);
});

it.each([
  '',
  'nothing',
  'https://vimeo.com/1',
  'https://else.example/trending#film',
  'https://site.example:8443/trending#film',
  '//else.example/trending-files/film.mp4',
  `${OWN}/trending#other`,
  `${OWN}/trending#`,
  `${OWN}/trending`,
  `${OWN}/about#film`,
  `${OWN}/german/trending#film`,
  `${OWN}/trending-files/other.mp4`,
  `${OWN}/trending-files/x/film.mp4`,
  'javascript:alert(1)',
])('%s names nothing', async (text) => {
  expect(await readOne(text)).toBeNull();
});

it('the trending videos are read once, and only for a link that needs them', async () => {
  let reads = 0;
  const videos = {
    get: on.videos.get,
    list: (limit: number) => {
      reads += 1;
      return on.videos.list(limit);
    },
  };
  const links = createNoticeLinks({ videos, shortLinks: { follow: async () => '' } });
  await links.read(['https://youtu.be/dQw4w9WgXcQ', '/trending#film', SHORT], OWN);
  expect(reads).toBe(0);
  await links.read(['/trending-files/film.mp4', '/trending-files/film.jpg'], OWN);
  expect(reads).toBe(1);
});

it.each([
  ['https://www.tiktok.com/@x/video/7512345678901234501', 'ok'],
  ['https://youtu.be/dQw4w9WgXcQ', 'unsupported_url'],
  ['https://www.tiktok.com/', 'unsupported_url'],
  [SHORT, 'unsupported_url'],
])('a short link of TikTok that leads to %s ends with "%s"', async (followed, code) => {
  on.said.followed = followed;
  const link = await readOne(SHORT);
  if (!link) throw new TypeError('the short link is known');
  expect(await codeOf(on.links.settle(link, NEVER))).toBe(code);
});

it('a link with a subject is not followed', async () => {
  on.said.followed = 'https://www.tiktok.com/';
  const link = { address: SHORT, subject: 'tiktok:1' };
  expect(await on.links.settle(link, NEVER)).toEqual(link);
});
