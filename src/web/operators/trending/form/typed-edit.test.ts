import { describe, expect, it } from 'vitest';
import type { AdminTrendingItem } from '../../../../shared/api/admin.ts';
import {
  baseOf,
  conflictsOf,
  editOf,
  editRequestOf,
  isEdited,
  problemsOfEdit,
  readEdit,
  takeOver,
  untouchedOf,
} from './typed-edit.ts';

const VIDEO: AdminTrendingItem = {
  id: 'v',
  title: 'Walk',
  description: 'In the sun',
  videoUrl: '/trending-files/a.mp4',
  thumbnailUrl: '/trending-files/a.jpg',
  platform: 'YouTube',
  platformId: 'youtube',
  featured: false,
  viewCount: 0,
  createdAt: '2026-11-01T00:00:00.000Z',
  available: true,
  downloadable: true,
  version: 3,
  position: null,
};
const typed = editOf(VIDEO);

describe('an edit', () => {
  it('is none until something was changed', () => {
    expect(isEdited(typed)).toBe(false);
    for (const change of [
      { title: 'Run' },
      { description: '' },
      { featured: true },
      { dropsPicture: true },
    ])
      expect(isEdited({ ...typed, ...change })).toBe(true);
  });

  it.each([
    [{}, {}],
    [{ pictureUrl: ' https://a.example/b.jpg ' }, { thumbnailUrl: 'https://a.example/b.jpg' }],
    [{ pictureUrl: 'https://a.example/b.jpg', dropsPicture: true }, { thumbnailUrl: null }],
    [{ title: ' Run ' }, { title: 'Run' }],
    [{ description: ' ' }, { description: null }],
  ])('of %j sends %j', (change, sent) => {
    const usual = { title: 'Walk', description: 'In the sun', featured: false };
    expect(editRequestOf({ ...typed, ...change })).toEqual({ ...usual, ...sent });
  });

  it.each([
    [{ title: ' ' }, { title: 'operators-trending.titleRequired' }],
    [{ pictureUrl: 'ftp://x' }, { thumbnailUrl: 'operators-trending.urlInvalid' }],
    [{ pictureUrl: 'ftp://x', dropsPicture: true }, {}],
  ])('of %j has the problems %j', (change, problems) => {
    expect(problemsOfEdit({ ...typed, ...change })).toEqual(problems);
  });

  it('is read again as it was kept, and nothing else is', () => {
    expect(readEdit(JSON.parse(JSON.stringify(typed)))).toEqual(typed);
    for (const kept of [null, 'x', {}, { ...typed, base: null }, { ...typed, title: 5 }])
      expect(readEdit(kept)).toBeNull();
  });
});

describe('two versions of a video', () => {
  const theirs = baseOf({ ...VIDEO, title: 'Hike', featured: true, version: 4 });

  it('differ where either side changed something', () => {
    expect(conflictsOf(typed, theirs, false)).toEqual(['title', 'featured']);
    expect(conflictsOf({ ...typed, title: 'Hike', featured: true }, theirs, false)).toEqual([]);
  });

  it('differ in picture and film only where both changed them', () => {
    const other = {
      ...theirs,
      picture: '/trending-files/b.jpg',
      videoUrl: '/trending-files/b.mp4',
    };
    expect(conflictsOf(typed, other, false)).not.toContain('picture');
    const own = { ...typed, dropsPicture: true };
    expect(conflictsOf(own, other, true)).toEqual(['title', 'featured', 'picture', 'video']);
    expect(conflictsOf(own, theirs, true)).toEqual(['title', 'featured']);
  });

  it('leave out the fields that were edited here', () => {
    const fields = ['title', 'featured', 'video'] as const;
    expect(untouchedOf({ ...typed, title: 'Run' }, fields)).toEqual(['featured']);
  });

  it('are put together field by field', () => {
    const own = { ...typed, title: 'Run', description: 'In the rain' };
    const both = takeOver(own, theirs, new Set(['featured'] as const));
    expect(editRequestOf(both)).toEqual({
      title: 'Run',
      description: 'In the rain',
      featured: true,
    });
    expect(both.base.version).toBe(4);
    expect(editRequestOf(takeOver(own, theirs, new Set(['title'] as const))).title).toBe('Hike');
  });
});
