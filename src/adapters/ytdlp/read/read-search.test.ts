import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AUTHOR_LENGTH, MAX_SEARCH_RESULTS, MAX_TITLE_LENGTH } from '../../../shared/limits.ts';
import { readSearch } from './read-search.ts';

const resultOf = (index: number, part: object = {}) => ({
  id: `video${String(index).padStart(6, '0')}`,
  title: `Video ${index}`,
  uploader: 'Somebody',
  duration: index + 1,
  ...part,
});
const answerOf = (entries: readonly unknown[]) => ({ _type: 'playlist', entries });
const idsOf = (entries: readonly unknown[]) =>
  readSearch(answerOf(entries), 'youtube').map(({ link }) => link.id);

describe('reading the results of a search', () => {
  it('rebuilds the link of each video from its id, and takes over no address', () => {
    const odd = { url: 'https://elsewhere.example/', webpage_url: 'javascript:alert(1)' };
    const [video] = readSearch(answerOf([resultOf(0, odd)]), 'youtube');
    expect(video).toMatchObject({
      link: { address: 'https://www.youtube.com/watch?v=video000000', hints: {} },
      title: 'Video 0',
      author: 'Somebody',
      durationSeconds: 1,
      thumbnail: null,
    });
  });

  it('keeps the first ten, in their order, each once', () => {
    const results = [3, 1, 3, ...Array.from({ length: 20 }, (_, index) => index + 100)];
    const ids = idsOf(results.map((index) => resultOf(index)));
    expect(ids.slice(0, 3)).toEqual(['video000003', 'video000001', 'video000100']);
    expect(ids.length).toBe(MAX_SEARCH_RESULTS - 1);
  });

  it.each([
    ['a channel', { id: 'UCaaaaaaaaaaaaaaaaaaaaaa' }],
    ['a playlist', { id: 'PLaaaaaaaaaaaaaaaa' }],
    ['no id', { id: null }],
    ['a path as id', { id: '../../admin' }],
    ['an id with more', { id: 'video000000&x=' }],
    ['no title', { title: null }],
    ['an invisible title', { title: '\u202e\u0000 ' }],
    ['a live', { live_status: 'is_live' }],
    ['a premiere', { live_status: 'is_upcoming' }],
    ['a private video', { title: '[Private video]', duration: null }],
    ['a deleted video', { title: '[Deleted video]', duration: null }],
    ['a video for members', { availability: 'subscriber_only' }],
  ])('leaves out %s', (_name, part) => {
    expect(idsOf([resultOf(0, part), resultOf(1)])).toEqual(['video000001']);
  });

  it.each([
    ['a video', { _type: 'video', id: 'x' }],
    ['a redirect', { _type: 'url', refused: true }],
    ['no entries', { _type: 'playlist' }],
    ['entries that are none', { _type: 'playlist', entries: 'video000000' }],
    ['nothing', null],
  ])('refuses %s', (_name, info) => {
    expect(() => readSearch(info, 'youtube')).toThrow('platform_changed');
  });

  it('holds its bounds whatever the engine sends', () => {
    const entry = fc.oneof(
      fc.anything(),
      fc.record({
        id: fc.oneof(fc.string(), fc.stringMatching(/^[\w-]{11}$/)),
        title: fc.string({ unit: 'binary', maxLength: 500 }),
        uploader: fc.oneof(fc.string({ unit: 'binary', maxLength: 500 }), fc.anything()),
        duration: fc.oneof(fc.double(), fc.anything()),
        thumbnails: fc.anything(),
        live_status: fc.anything(),
      }),
    );
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), (raw) => {
        const videos = readSearch(answerOf(raw), 'youtube');
        expect(videos.length).toBeLessThanOrEqual(MAX_SEARCH_RESULTS);
        for (const { link, title, author, durationSeconds, thumbnail } of videos) {
          expect(link.address).toMatch(/^https:\/\/www\.youtube\.com\/watch\?v=[\w-]{11}$/);
          expect([...(title ?? '')].length).toBeLessThanOrEqual(MAX_TITLE_LENGTH);
          expect([...(author ?? '')].length).toBeLessThanOrEqual(MAX_AUTHOR_LENGTH);
          expect(`${title}${author}`).not.toMatch(/[\p{Cc}\u202a-\u202e]/u);
          expect(durationSeconds === null || durationSeconds > 0).toBe(true);
          if (thumbnail) expect(thumbnail.address).toMatch(/^https?:\/\//);
        }
      }),
      { numRuns: 200 },
    );
  });
});
