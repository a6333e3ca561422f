import { describe, expect, it } from 'vitest';
import { isWorthKeeping, NOTHING_TYPED, problemsOfNew, readTyped } from './typed.ts';

describe('a new video', () => {
  it.each([
    [{}, false, { title: 'curating.titleRequired', file: 'curating.fileRequired' }],
    [{ title: ' \n' }, true, { title: 'curating.titleRequired' }],
    [{ title: 'A' }, true, {}],
    [{ title: '😀'.repeat(200) }, true, {}],
    [{ title: '😀'.repeat(201) }, true, { title: 'curating.titleTooLong' }],
    [{ tab: 'url' }, false, { title: 'curating.titleRequired', videoUrl: 'curating.urlRequired' }],
    [{ tab: 'url', title: 'A', videoUrl: 'https://youtu.be/x' }, false, {}],
    [
      { tab: 'url', title: 'A', videoUrl: 'javascript:alert(1)', thumbnailUrl: 'x' },
      false,
      { videoUrl: 'curating.urlInvalid', thumbnailUrl: 'curating.urlInvalid' },
    ],
  ] as const)('with %j and a file: %j', (typed, hasFile, problems) => {
    expect(problemsOfNew({ ...NOTHING_TYPED, ...typed }, hasFile)).toEqual(problems);
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

  it('loses what somebody else wrote into it', () => {
    const kept = { tab: 9, title: {}, platform: 'evil', featured: 'yes', touched: ['x', 'title'] };
    expect(readTyped(kept)).toEqual({ ...NOTHING_TYPED, touched: ['title'] });
  });

  it('is kept once something was typed', () => {
    expect(isWorthKeeping({ ...NOTHING_TYPED, platform: 'tiktok' })).toBe(false);
    expect(isWorthKeeping({ ...NOTHING_TYPED, videoUrl: 'x' })).toBe(true);
  });
});
