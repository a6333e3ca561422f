import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LIST_ENTRIES, MAX_TITLE_LENGTH } from '../../../shared/limits.ts';
import type { ListLink } from '../../../shared/platforms/lists.ts';
import { readList } from './read-list.ts';

const LINK: ListLink = { platform: 'youtube', id: 'PLaaaaaaaaaaaaaaaa', address: 'https://list' };
const entryOf = (index: number) => ({
  id: `entry${String(index).padStart(6, '0')}`,
  title: `Entry ${index}`,
  duration: index + 1,
});
const listOf = (count: number, part: object = {}) => ({
  _type: 'playlist',
  title: 'A list',
  uploader: 'Somebody',
  entries: Array.from({ length: count }, (_, index) => entryOf(index)),
  n_entries: count,
  ...part,
});

describe('reading a list', () => {
  it('rebuilds the link of each entry from its id', () => {
    const { entries, ...about } = readList(listOf(2), LINK);
    expect(about).toEqual({
      title: 'A list',
      author: 'Somebody',
      absent: [],
      unavailable: 0,
      omitted: 0,
      nextPage: null,
    });
    expect(
      entries.map(({ link, title, durationSeconds }) => [link.address, title, durationSeconds]),
    ).toEqual([
      ['https://www.youtube.com/watch?v=entry000000', 'Entry 0', 1],
      ['https://www.youtube.com/watch?v=entry000001', 'Entry 1', 2],
    ]);
  });

  it('keeps the places of the others where entries cannot be had or come again', () => {
    const entries = [entryOf(1), { id: 'no', title: '[Deleted video]' }, entryOf(1), entryOf(2)];
    const list = readList(listOf(0, { entries, n_entries: 4 }), LINK);
    expect(list.entries.map(({ link, number }) => [link.id, number])).toEqual([
      ['entry000001', 1],
      ['entry000002', 4],
    ]);
  });

  it.each([
    ['a number from the platform', 51, { playlist_count: 1234 }, 1184],
    ['no number, but one entry more', 51, {}, null],
    ['all', 50, {}, 0],
    ['a number that is too small', 50, { playlist_count: 3 }, 0],
    ['a number that is none', 51, { playlist_count: 'many' }, null],
  ])('counts how many are left out: %s', (_name, count, part, omitted) => {
    const list = readList(listOf(count, part), LINK);
    expect(list.omitted).toBe(omitted);
    expect(list.entries.length).toBe(MAX_LIST_ENTRIES);
  });

  it('says of each entry that is left out what place it has and why', () => {
    const closed = (part: object) => ({ ...entryOf(0), ...part });
    const entries = [
      { ...entryOf(1), duration: null, title: '[Deleted video]' },
      { ...entryOf(2), duration: null, title: '[Private video]' },
      closed({ availability: 'private' }),
      closed({ live_status: 'is_upcoming' }),
      closed({ availability: 'subscriber_only' }),
      { id: 'no id', title: 'Odd' },
      entryOf(9),
      entryOf(9),
    ];
    const list = readList(listOf(0, { entries }), LINK, 2);
    expect(list.absent).toEqual([
      { number: 51, why: 'removed' },
      { number: 52, why: 'private' },
      { number: 53, why: 'private' },
      { number: 54, why: 'live' },
      { number: 55, why: 'members' },
      { number: 56, why: 'unknown' },
    ]);
    expect(list.entries.map(({ number }) => number)).toEqual([57]);
  });

  it.each([
    ['the first of three', 1, 51, { nextPage: 2, omitted: 90 }],
    ['the last one', 3, 40, { nextPage: null, omitted: 0 }],
    ['the last that is read', 20, 51, { nextPage: null, omitted: null }],
  ])('knows the page after it: %s', (_name, page, count, expected) => {
    expect(readList(listOf(count, { playlist_count: 140 }), LINK, page)).toMatchObject(expected);
  });

  it.each([
    ['a video', { _type: 'video', id: 'x' }],
    ['a redirect', { _type: 'url', refused: true }],
    ['a list without entries', { _type: 'playlist', n_entries: 0 }],
    ['nothing', null],
  ])('refuses %s', (_name, info) => {
    expect(() => readList(info, LINK)).toThrow('not_a_list');
  });

  it('holds its bounds whatever the engine sends', () => {
    const entry = fc.oneof(
      fc.anything(),
      fc.record({
        id: fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{11}$/)),
        title: fc.string({ unit: 'binary', maxLength: 500 }),
        duration: fc.oneof(fc.double(), fc.anything()),
        thumbnails: fc.anything(),
        availability: fc.anything(),
      }),
    );
    const info = fc.record({
      _type: fc.constant('playlist'),
      title: fc.anything(),
      entries: fc.array(entry, { maxLength: 60 }),
      n_entries: fc.nat(),
      playlist_count: fc.anything(),
    });
    fc.assert(
      fc.property(info, (raw) => {
        const { entries, unavailable } = readList(raw, LINK);
        expect(entries.length + unavailable).toBeLessThanOrEqual(MAX_LIST_ENTRIES);
        for (const { link, title, thumbnail } of entries) {
          expect(link.address).toMatch(/^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/);
          expect([...(title ?? '')].length).toBeLessThanOrEqual(MAX_TITLE_LENGTH);
          expect(title ?? '').not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
          if (thumbnail) expect(thumbnail.address).toMatch(/^https?:\/\//);
        }
      }),
      { numRuns: 200 },
    );
  });
});
