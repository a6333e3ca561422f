import { expect, it } from 'vitest';
import type { Choice } from '../../../download-client/flow-state.ts';
import { chapterMembers } from './chapter-members.ts';

const URL = 'https://www.youtube.com/watch?v=labMain_001';
const chapters = ['The gate', 'The pond / lake'].map((title, at) => ({
  title,
  startSeconds: 10 * at,
  endSeconds: null,
}));
const members = (choice: Partial<Choice>) => {
  const all = { format: 'mp4', quality: 'high', itemId: null, offerId: null, ...choice } as const;
  return chapterMembers({ url: URL }, { chapters }, all);
};

it('are files as the whole was chosen, each of one chapter, numbered and named', () => {
  expect(members({ quality: 'low', itemId: 'b' }).map(({ request }) => request)).toEqual([
    { url: URL, format: 'mp4', quality: 'low', item: 'b', chapter: 1, name: '01 - The gate' },
    {
      url: URL,
      format: 'mp4',
      quality: 'low',
      item: 'b',
      chapter: 2,
      name: '02 - The pond / lake',
    },
  ]);
});

it('do not have the name or the part that was chosen', () => {
  const details = { name: 'My name', container: 'webm', from: 3, to: 5 } as Choice['details'];
  const [first] = members({ details: details as NonNullable<Choice['details']> });
  expect(first?.request).toEqual({
    url: URL,
    format: 'mp4',
    quality: 'high',
    container: 'webm',
    chapter: 1,
    name: '01 - The gate',
  });
});
