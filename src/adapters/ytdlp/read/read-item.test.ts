// The kind of an item, why an answer has none, and its thumbnail, subtitles and ids.
import { describe, expect, it } from 'vitest';
import { aContext } from '../../../../tests/support/engine/engine-answers.ts';
import { AppError } from '../../../shared/errors.ts';
import { readInfo } from './read-info.ts';

type Info = Readonly<Record<string, unknown>>;
const format = { format_id: 'f', url: 'https://cdn.test/x.mp4', protocol: 'https', ext: 'mp4' };
const film: Info = { ...format, vcodec: 'avc1.64', acodec: 'mp4a.40.2' };
const song: Info = { ...format, vcodec: 'none', acodec: 'opus' };
const cover: Info = {
  ...format,
  url: 'https://cdn.test/x.jpg',
  ext: 'jpg',
  vcodec: 'none',
  acodec: 'none',
};
const picture = (width: number | null, url = `https://cdn.test/${width}.jpg`) => ({ url, width });

function read(about: Info, extractor = 'Instagram', warnings: readonly string[] = []) {
  const info = { id: 'x', title: 't', extractor_key: extractor, formats: [film], ...about };
  return readInfo(info, { ...aContext, expectedExtractors: [extractor], warnings });
}
const itemOf = (about: Info, extractor?: string) => read(about, extractor).inspection.items[0];
const codeOf = (about: Info, warnings?: readonly string[], extractor?: string) => {
  try {
    read(about, extractor, warnings);
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
  return 'read';
};

describe('the kind of an item', () => {
  it.each([
    ['video', [film], ['1.f']],
    ['video', [song, film, cover], ['1.f', '1.f.2']],
    ['sound', [song, cover], ['1.f']],
    ['photo', [cover], ['1.f']],
  ])('is %s', (kind, formats, ids) => {
    const { inspection, sources } = read({ formats, duration: 5 });
    const [item] = inspection.items;
    expect(item?.kind).toBe(kind);
    expect(item?.tracks.map(({ id }) => id)).toEqual(ids);
    expect([...sources.byId.keys()]).toEqual(ids);
    expect(item?.durationSeconds).toBe(kind === 'photo' ? null : 5);
  });

  it('is photo for an Instagram post with nothing but renditions of an image', () => {
    const thumbnails = [picture(640), picture(1440), picture(1080)];
    const { inspection, sources } = read({ formats: [], thumbnails, title: 'Video by someone' });
    expect(inspection.media.title).toBe('Photo by someone');
    expect(inspection.items).toMatchObject([
      { kind: 'photo', tracks: [{ container: 'jpeg', picture: { width: 1440 }, sound: null }] },
    ]);
    expect(sources.byId.get('1.photo')?.address).toBe('https://cdn.test/1440.jpg');
  });

  it('is none where those renditions are the cover of a video that could not be read', () => {
    const thumbnails = [picture(640)];
    expect(codeOf({ formats: [], thumbnails, duration: 5 })).toBe('no_video');
    expect(codeOf({ formats: [], thumbnails }, [], 'Youtube')).toBe('no_video');
    expect(codeOf({ formats: [], thumbnails, has_drm: true })).toBe('drm');
    expect(codeOf({ formats: [] })).toBe('no_video');
  });
});

describe('why there is no item', () => {
  const locked = { ...film, has_drm: true };
  it.each([
    ['live', { live_status: 'is_live' }],
    ['live', { live_status: 'post_live' }],
    ['live', { is_live: true }],
    ['live', { concurrent_view_count: 12 }],
    ['read', { concurrent_view_count: 12, duration: 5 }],
    ['read', { live_status: 'was_live' }],
    ['live_not_started', { live_status: 'is_upcoming', formats: [] }],
    ['drm', { formats: [locked, locked] }],
    ['drm', { formats: [], has_drm: true }],
    ['read', { formats: [locked, film] }],
    ['no_video', { formats: [] }],
    ['no_video', { formats: 'none' }],
  ])('is %s for %j', (code, about) => {
    expect(codeOf(about, [], 'Youtube')).toBe(code);
  });

  it.each([
    ['engine_limited', 'n challenge solving failed: Some formats may be missing'],
    ['engine_limited', 'Only images are available for download. use --list-formats'],
    ['private', 'Private video. Sign in if you’ve been granted access to this video'],
    ['no_video', 'Something else'],
  ])('is %s by its warnings', (code, warning) => {
    expect(codeOf({ formats: [] }, ['ordinary', warning], 'Youtube')).toBe(code);
  });

  it('ignores warnings where there is something to fetch', () => {
    expect(codeOf({}, ['Private video', 'n challenge solving failed'])).toBe('read');
  });
});

it.each([
  ['all of its formats', {}, undefined],
  ['one that is locked beside it', { formats: [film, { ...film, has_drm: true }] }, true],
  ['some that yt-dlp left out as locked', { has_drm: true }, true],
])('an item with %s shows whether there are more', (_what, about, hasLocked) => {
  const { items } = read(about).inspection;
  expect(items.map((item) => [item.tracks.length, item.hasLocked])).toEqual([[1, hasLocked]]);
});

describe('the picture of an item', () => {
  it.each([
    [[picture(640), picture(1280), picture(1920)], 1280],
    [[picture(120), picture(1920), picture(4000)], 1920],
    [[picture(120), picture(240)], 240],
    [[picture(120), picture(null), picture(320)], null],
    [[picture(640), picture(720, 'https://cdn.test/x.svg')], 640],
    [[picture(640), picture(720, 'https://cdn.test/x.SVG?a=.jpg')], 640],
    [[picture(640), picture(720, 'data:image/jpeg;base64,AA')], 640],
    [[picture(640), picture(720, 'https://cdn.test/x.gif')], 640],
  ])('of %j has the width %s', (thumbnails, width) => {
    const { inspection, sources } = read({ thumbnails });
    expect(inspection.items[0]?.thumbnail).toMatchObject({ id: 'thumb.1', width });
    expect(sources.byId.get('thumb.1')?.address).toBe(`https://cdn.test/${width}.jpg`);
  });

  it('may have an unknown extension, as on Snapchat', () => {
    const url = 'https://cf-st.sc-cdn.net/d/kKJHIR1Q.256.IRZXSOY';
    expect(itemOf({ thumbnails: [{ url }] })?.thumbnail).not.toBeNull();
  });
});

describe('the subtitles of an item', () => {
  const row = (ext: string, url = `https://cdn.test/x.${ext}`, name = 'English') => ({
    ext,
    url,
    name,
  });
  const subtitlesOf = (about: Info) =>
    itemOf(about)?.subtitles.map(({ id, language, format }) => `${id} ${language} ${format}`);

  it('are one per language, in the preferred format', () => {
    const rows = [row('json3'), row('srv3'), row('ttml'), row('vtt'), row('srt')];
    expect(subtitlesOf({ subtitles: { en: rows, de: rows.slice(0, 2) } })).toEqual([
      'sub.1.en en vtt',
      'sub.1.de de json3',
    ]);
  });

  it('use a segmented playlist only where there is no single file', () => {
    const parts = row('vtt', 'https://cdn.test/x.m3u8?a=1');
    const both = read({ subtitles: { en: [parts, row('vtt')] } });
    expect(both.sources.byId.get('sub.1.en')?.address).toBe('https://cdn.test/x.vtt');
    const alone = read({ subtitles: { en: [parts] } });
    expect(alone.sources.byId.get('sub.1.en')?.address).toBe('https://cdn.test/x.m3u8?a=1');
  });

  it('distinguish authored captions from automatic ones', () => {
    const about = {
      subtitles: {
        'en-US': [row('vtt')],
        'en-US-x': [row('vtt')],
        und: [row('vtt')],
        fr: [row('vtt', 'file:///x')],
      },
      automatic_captions: { 'en-orig': [row('vtt')], en: [row('vtt')] },
    };
    expect(subtitlesOf(about)).toEqual([
      'sub.1.en-US en-US vtt',
      'sub.1.en-US-2 en-US vtt',
      'auto.1.en en vtt',
    ]);
    expect(itemOf(about)?.subtitles.map(({ automatic }) => automatic)).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('chapters', () => {
  it('have a title, and end after they start', () => {
    const chapters = [
      { start_time: 0, end_time: 4, title: ' One\n' },
      { start_time: 4, end_time: 4, title: '' },
      { title: 'without a start' },
      { start_time: 8 },
    ];
    expect(itemOf({ chapters, duration: 10 })?.chapters).toEqual([
      { title: 'One', startSeconds: 0, endSeconds: 4 },
      { title: '2', startSeconds: 4, endSeconds: null },
      { title: '4', startSeconds: 8, endSeconds: 10 },
    ]);
  });

  it('are those of a list in the description where the platform names none', () => {
    const description = '0:00 One\n0:04 Two\n0:08 Three';
    const marksOf = (about: Info) => {
      const item = itemOf({ description, duration: 10, ...about });
      return [item?.chapters.map(({ title }) => title), item?.chaptersFromText];
    };
    expect(marksOf({})).toEqual([['One', 'Two', 'Three'], true]);
    expect(marksOf({ chapters: [{ start_time: 0, title: 'Own' }] })).toEqual([['Own'], undefined]);
    expect(marksOf({ formats: [cover] })).toEqual([[], undefined]);
  });
});

describe('a post', () => {
  const list = (entries: unknown[], about: Info = {}) =>
    read({ _type: 'playlist', entries, formats: [], ...about }).inspection;

  it('keeps the position of each item, assigns unique ids, and counts omitted items', () => {
    const entry = { id: 'same', title: 't', formats: [film] };
    const { items, omittedItems } = list([entry, null, entry], { n_entries: 80 });
    expect(items.map(({ id, index }) => [id, index])).toEqual([
      ['same', 1],
      ['same.3', 3],
    ]);
    expect(items.map(({ tracks }) => tracks[0]?.id)).toEqual(['1.f', '3.f']);
    expect(omittedItems).toBe(77);
  });

  it('without a title has that of its only item, or of its link', () => {
    const entry = { id: 'a', title: 'The one', formats: [film] };
    expect(list([entry], { title: null }).media.title).toBe('The one');
    expect(list([entry, entry], { title: null }).media.title).toBe('dQw4w9WgXcQ');
    expect(list([entry, entry]).media.title).toBe('t');
  });

  it('has the author that the platform states, preferring display names', () => {
    const names = { uploader: ' \u0000', channel: 'Channel', uploader_id: 'id' };
    expect(read(names).inspection.media.author).toBe('Channel');
    expect(read({ ...names, uploader: 'Name' }).inspection.media.author).toBe('Name');
    expect(read({}).inspection.media.author).toBeNull();
  });

  it('states the section that a clip covers, and keeps the one of the link', () => {
    const about = { section_start: 12, section_end: 19.5, duration: 7.5 };
    const sized = { ...film, filesize: 1_000_000, tbr: 200 };
    const { inspection } = read({ ...about, formats: [sized] });
    expect(inspection.link.hints).toEqual({ startSeconds: 12, endSeconds: 19.5 });
    expect(inspection.items[0]?.durationSeconds).toBe(40);
    expect(itemOf(about)?.durationSeconds).toBeNull();
    expect(read({}).inspection.link).toEqual(aContext.link);
  });

  it('has its id, egress and times', () => {
    const { inspection, sources } = read({});
    expect(inspection).toMatchObject({
      id: 'inspection-1',
      inspectedAt: aContext.now,
      expiresAt: aContext.now + 300_000,
      omittedItems: 0,
    });
    expect(sources.egress).toBe('direct');
  });
});
