// The names that visitors find in their folder of downloads.
import { expect, it } from 'vitest';
import { makeInspection, makeItem } from '../../../tests/support/media/make-item.ts';
import { type LinkPlan, mp3Recipe, type Recipe } from '../choosing/plan.ts';
import type { Receipt } from '../files/stored-file.ts';
import { nameOfEdit, nameOfFile } from './prepare-download.ts';

const COPY: Recipe = { kind: 'copy', container: 'mp4' };
const SLIDESHOW = { kind: 'slideshow', container: 'mp4' } as Recipe;
const PICTURE = { width: 1080, height: 1920 };
const aReceipt = (extension: string, picture: object | null = null) =>
  ({ extension, picture }) as Receipt;
const MP4 = aReceipt('mp4', PICTURE);

/** A post of this title with items of these titles, numbered from 1. */
function post(title: string, ...titles: (string | null)[]) {
  const items = titles.map((own, at) =>
    makeItem([], { id: `item ${at + 1}`, index: at + 1, title: own as string }),
  );
  const inspection = makeInspection(items);
  return { ...inspection, media: { ...inspection.media, title } };
}
const planOf = (itemId: string, recipe: Recipe) => ({ itemId, recipe }) as LinkPlan;

it.each([
  ['a film', post('Post', 'Post'), 'item 1', COPY, MP4, 'Post (1080p).mp4'],
  [
    'a lying film',
    post('Post', 'Post'),
    'item 1',
    COPY,
    aReceipt('webm', { width: 1920, height: 1080 }),
    'Post (1080p).webm',
  ],
  [
    'an item with a title of its own',
    post('Post', 'One', 'Two'),
    'item 2',
    COPY,
    MP4,
    'Two (1080p).mp4',
  ],
  [
    'an item that has the title of its post',
    post('Post', 'Post', 'Post'),
    'item 2',
    COPY,
    MP4,
    'Post 2 (1080p).mp4',
  ],
  ['an item without a title', post('Post', 'One', ''), 'item 2', COPY, MP4, 'Post 2 (1080p).mp4'],
  ['the only item without a title', post('Post', ''), 'item 1', COPY, MP4, 'Post (1080p).mp4'],
  [
    'a post that became one film',
    post('Post', 'Post', 'Post'),
    'item 2',
    SLIDESHOW,
    MP4,
    'Post (1080p).mp4',
  ],
  [
    'an MP3',
    post('Post', 'Post'),
    'item 1',
    mp3Recipe(320),
    aReceipt('mp3'),
    'Post (320 kbps).mp3',
  ],
  [
    'sound as it is',
    post('Post', 'Post'),
    'item 1',
    { kind: 'copy', container: 'm4a' } as Recipe,
    aReceipt('m4a'),
    'Post.m4a',
  ],
  [
    'a photo',
    post('Post', 'Post'),
    'item 1',
    { kind: 'copy', container: 'image' } as Recipe,
    aReceipt('jpg', PICTURE),
    'Post.jpg',
  ],
])('%s is named after what it is', (_what, inspection, itemId, recipe, receipt, name) => {
  expect(nameOfFile(planOf(itemId, recipe), inspection, receipt)).toBe(name);
});

const SONG = { track: 'Hum', artists: ['Ann', 'Bo'], album: null, year: null };
it.each([
  ['an MP3', mp3Recipe(320), aReceipt('mp3'), 'Ann, Bo - Hum (320 kbps).mp3'],
  ['a sound', { kind: 'copy', container: 'ogg' } as Recipe, aReceipt('ogg'), 'Ann, Bo - Hum.ogg'],
  ['a film', COPY, MP4, 'The video (1080p).mp4'],
])('%s of a song is named after what collectors look for', (_what, recipe, receipt, name) => {
  const inspection = makeInspection([makeItem([], { title: 'The video', song: SONG })]);
  expect(nameOfFile(planOf('item', recipe), inspection, receipt)).toBe(name);
});

it.each([
  ['My film', 'My film.mp4'],
  ['My film.mp4', 'My film.mp4'],
  ['My film.MP4', 'My film.mp4'],
  ['My film.mp3', 'My film.mp3.mp4'],
  ['filmmp4', 'filmmp4.mp4'],
])('a file that its visitor calls %s is called %s', (chosen, name) => {
  expect(nameOfFile(planOf('item 1', COPY), post('Post', 'Post'), MP4, chosen)).toBe(name);
});

const span = { startSeconds: 2.5, endSeconds: 65 };
it.each([
  ['a whole film', null, COPY, MP4, 'Mine (1080p).mp4'],
  ['a part of a film', span, COPY, MP4, 'Mine (2.5s-1m5s, 1080p).mp4'],
  ['an MP3', null, mp3Recipe(192), aReceipt('mp3'), 'Mine (192 kbps).mp3'],
  ['a part of an MP3', span, mp3Recipe(192), aReceipt('mp3'), 'Mine (2.5s-1m5s, 192 kbps).mp3'],
  ['a part of a sound', span, COPY, aReceipt('m4a'), 'Mine (2.5s-1m5s).m4a'],
  ['a whole sound', null, COPY, aReceipt('m4a'), 'Mine.m4a'],
])('%s is named after what was edited and how', (_what, part, recipe, receipt, name) => {
  expect(
    nameOfEdit('Mine', { span: part } as Parameters<typeof nameOfEdit>[1], recipe, receipt),
  ).toBe(name);
});
