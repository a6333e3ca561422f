// Trending videos that are blocked are gone for good, with their files.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { aVideo } from '../../../tests/support/http/site-fixture.ts';
import {
  type Notices,
  OWN,
  openNotices,
  videoOf,
} from '../../../tests/support/takedowns/notices.ts';
import { createTakeDownTrending } from './take-down-trending.ts';

let on: Notices;
let removed: string[];
beforeAll(async () => {
  on = await openNotices();
  return on.close;
});
beforeEach(async () => {
  await on.reset();
  removed = [];
  const files = { remove: async (name: string) => void removed.push(name) };
  on.blockList.watch(createTakeDownTrending({ ...on, files }));
  await on.videos.add(aVideo('linked', { videoUrl: videoOf('a'), thumbnail: 'linked.jpg' }));
  await on.videos.add(aVideo('film', { videoUrl: null, film: 'film.mp4', thumbnail: 'film.jpg' }));
  await on.videos.add(aVideo('other', { videoUrl: videoOf('b') }));
});
const left = async () => (await on.videos.list(9)).map(({ id }) => id).toSorted();

it.each([
  ['the link that it plays', videoOf('a'), ['film', 'other'], ['linked.jpg']],
  [
    'another way to write it',
    'https://m.youtube.com/watch?v=aaaaaaaaaaa',
    ['film', 'other'],
    ['linked.jpg'],
  ],
  [
    'its address on this site',
    `${OWN}/trending#film`,
    ['linked', 'other'],
    ['film.mp4', 'film.jpg'],
  ],
  ['its picture', `${OWN}/trending-files/film.jpg`, ['linked', 'other'], ['film.mp4', 'film.jpg']],
  [
    'its place on this site, though it plays a link',
    '/trending#linked',
    ['film', 'other'],
    ['linked.jpg'],
  ],
  ['nothing of this list', videoOf('c'), ['film', 'linked', 'other'], []],
])('a notice about %s takes down what it names', async (_what, link, expected, files) => {
  await on.accept([link]);
  expect([await left(), removed.toSorted()]).toEqual([expected, files.toSorted()]);
});

it('what was taken down cannot be restored', async () => {
  await on.accept([videoOf('a')]);
  expect(await on.videos.restore('linked', 1)).toBe(false);
  expect((await on.videos.forgetRemoved(1)).map(({ id }) => id)).toEqual(['linked']);
});
