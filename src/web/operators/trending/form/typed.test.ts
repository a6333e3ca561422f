import { describe, expect, it } from 'vitest';
import {
  isOriginalOnly,
  isWorthKeeping,
  NOTHING_TYPED,
  problemsOfNew,
  readTyped,
} from './typed.ts';

describe('a new video', () => {
  it.each([
    [
      {},
      false,
      { title: 'operators-trending.titleRequired', file: 'operators-trending.fileRequired' },
    ],
    [{ title: ' \n' }, true, { title: 'operators-trending.titleRequired' }],
    [{ title: 'A' }, true, {}],
    [{ title: '😀'.repeat(200) }, true, {}],
    [{ title: '😀'.repeat(201) }, true, { title: 'operators-trending.titleTooLong' }],
    [
      { tab: 'url' },
      false,
      { title: 'operators-trending.titleRequired', videoUrl: 'operators-trending.urlRequired' },
    ],
    [{ tab: 'url', title: 'A', videoUrl: 'https://youtu.be/x' }, false, {}],
    [
      { tab: 'url', title: 'A', videoUrl: 'javascript:alert(1)', thumbnailUrl: 'x' },
      false,
      { videoUrl: 'operators-trending.urlInvalid', thumbnailUrl: 'operators-trending.urlInvalid' },
    ],
  ] as const)('with %j and a file: %j', (typed, hasFile, problems) => {
    expect(problemsOfNew({ ...NOTHING_TYPED, ...typed }, hasFile)).toEqual(problems);
  });
});

describe('an address', () => {
  it.each([
    ['https://films.example/watch/42', true],
    ['https://www.youtube.com/@lab', true],
    [' https://youtu.be/labMain_001 ', false],
    ['https://vm.tiktok.com/ZMlab001/', false],
    ['https://site.example/trending-files/film.mp4', false],
    ['https://films.exa', true],
    ['films.example', false],
    ['', false],
  ])('%j can only be opened: %s', (text, onlyOpens) => {
    expect(isOriginalOnly(text, 'https://site.example')).toBe(onlyOpens);
  });
});

describe('a form that was kept in the tab', () => {
  it('is read as it was written', () => {
    const typed = { ...NOTHING_TYPED, tab: 'url', title: 'A', touched: ['title'] } as const;
    expect(readTyped(JSON.parse(JSON.stringify(typed)))).toEqual(typed);
  });

  it.each([null, 'text', 5])('is none when it is %j', (kept) => {
    expect(readTyped(kept)).toBeNull();
  });

  it('drops unknown values from the storage', () => {
    const kept = { tab: 9, title: {}, platform: 'evil', featured: 'yes', touched: ['x', 'title'] };
    expect(readTyped(kept)).toEqual({ ...NOTHING_TYPED, touched: ['title'] });
  });

  it('is kept once something was typed', () => {
    expect(isWorthKeeping({ ...NOTHING_TYPED, platform: 'tiktok' })).toBe(false);
    expect(isWorthKeeping({ ...NOTHING_TYPED, videoUrl: 'x' })).toBe(true);
  });
});
