// Odd and oversized answers beyond the case list: what readInfo leaves out, limits or refuses, with and without project.py.
import { describe, expect, it } from 'vitest';
import { projected } from '../../../../tests/support/engine/engine-answers.ts';
import {
  addressesOf,
  base,
  codeFrom,
  firstItem,
  good,
  read,
  sourcesOf,
} from '../../../../tests/support/http/plain-answer.ts';
import { MAX_MEDIA_SECONDS, MAX_POST_TRACKS } from '../../../shared/limits.ts';

function onlyGood(answer: unknown): void {
  expect(addressesOf(answer)).toEqual([good.url]);
  expect(firstItem(answer)?.tracks.map(({ id }) => id)).toEqual(['1.18']);
}

describe('readInfo, given anything', () => {
  it.each([
    ['no dict at all', null],
    ['a list', []],
    ['another type of answer', { ...base, _type: 'compat_list' }],
    ['no extractor named', { ...base, extractor_key: null }],
    ['an extractor key of another type', { ...base, extractor_key: ['Youtube'] }],
  ])('%s is platform_changed', (_, info) => {
    expect(codeFrom(info)).toBe('platform_changed');
    expect(codeFrom(projected([info])[0])).toBe('platform_changed');
  });

  it.each([
    ['javascript:alert(1)'],
    ['data:video/mp4;base64,AAAA'],
    ['rtmp://cdn.test/x'],
    ['//cdn.test/x.mp4'],
    ['/etc/passwd'],
    ['https://user:password@cdn.test/x'],
    ['https://'],
    [`https://cdn.test/${'a'.repeat(20_000)}`],
  ])('a format at %s is dropped', (url) => {
    onlyGood({ ...base, formats: [{ ...good, format_id: 'x', url }, good] });
  });

  it.each(['rtmp', 'rtsp', 'mms', 'websocket_frag', 'ism', 'f4m', 'mhtml', 'toString', ''])(
    'protocol "%s" is dropped',
    (protocol) => onlyGood({ ...base, formats: [{ ...good, format_id: 'x', protocol }, good] }),
  );

  it('drops a manifest with a fragment at an invalid address, and keeps the others', () => {
    const dash = (...paths: string[]) => ({
      ...good,
      format_id: 'dash',
      protocol: 'http_dash_segments',
      fragment_base_url: 'https://cdn.test/a/',
      fragments: paths.map((one) => ({ path: one, duration: 2 })),
    });
    onlyGood({ ...base, formats: [dash('init.mp4', 'file:///etc/passwd'), good] });
    onlyGood({ ...base, formats: [{ ...dash(), fragments: [] }, good] });
    onlyGood({ ...base, formats: [{ ...dash(), fragments: 'many' }, good] });
    onlyGood({ ...base, formats: [dash(...Array<string>(20_001).fill('x')), good] });
    const [track] = sourcesOf({ ...base, formats: [dash('init.mp4', '../b/1.m4s', '/2.m4s')] });
    expect(track?.fragments?.map(({ address }) => address)).toEqual([
      'https://cdn.test/a/init.mp4',
      'https://cdn.test/b/1.m4s',
      'https://cdn.test/2.m4s',
    ]);
  });

  it('assigns unique ids that are safe in paths and addresses', () => {
    const formats = [
      '../../etc/passwd',
      '..',
      '',
      'a/b?c#d',
      'a_b_c_d',
      '\u0000',
      'é',
      '.git',
      'x'.repeat(500),
    ];
    const info = {
      ...base,
      id: '../../../root',
      formats: formats.map((format_id) => ({ ...good, format_id })),
    };
    for (const answer of [info, projected([info])[0]]) {
      const item = firstItem(answer);
      expect(item?.id).toBe('root');
      const ids = item?.tracks.map(({ id }) => id) ?? [];
      expect(new Set(ids).size).toBe(formats.length);
      for (const id of ids) expect(id).toMatch(/^1\.[A-Za-z0-9-][A-Za-z0-9._-]{0,80}$/u);
      expect(ids.join()).not.toContain('..');
    }
  });

  it.each([
    ['width', 1e9],
    ['width', -1],
    ['width', Number.NaN],
    ['width', '1920'],
    ['width', {}],
    ['height', 0],
    ['fps', 1001],
    ['fps', -30],
    ['fps', Number.POSITIVE_INFINITY],
  ] as const)('a %s of %s is unknown', (field, value) => {
    const item = firstItem({ ...base, formats: [{ ...good, [field]: value }] });
    expect(item?.tracks[0]?.picture?.[field]).toBeNull();
  });

  it.each([604_801, 1e12])('a duration of %s is beyond the limit', (duration) => {
    expect(firstItem({ ...base, duration })?.durationSeconds).toBe(604_800);
    expect(604_800).toBeGreaterThan(MAX_MEDIA_SECONDS);
  });

  it.each([-5, 0, Number.NaN, Number.POSITIVE_INFINITY, '10', null, [10]])(
    'a duration of %s is unknown',
    (duration) => {
      expect(firstItem({ ...base, duration })?.durationSeconds).toBeNull();
    },
  );

  it.each([-1, 0, 1.5, Number.NaN, 1e18, '5'])('a size of %s bytes is unknown', (filesize) => {
    const track = firstItem({ ...base, formats: [{ ...good, filesize }] })?.tracks[0];
    expect(track).toMatchObject({ bytes: null, bytesExact: false });
  });

  it('limits every list and text, with and without project.py', () => {
    const many = 5000;
    const address = 'https://cdn.test/x';
    const info = {
      ...base,
      description: 'd'.repeat(100_000),
      uploader: 'u'.repeat(100_000),
      timestamp: 1e300,
      age_limit: -4,
      chapters: Array.from({ length: many }, (_, at) => ({
        start_time: at,
        title: 't'.repeat(999),
      })),
      thumbnails: Array.from({ length: many }, () => ({ url: `${address}.jpg`, width: 10 })),
      subtitles: Object.fromEntries(
        Array.from({ length: many }, (_, at) => [`en-${at}`, [{ url: address, ext: 'vtt' }]]),
      ),
    };
    for (const answer of [info, projected([info])[0]]) {
      const { inspection, sources } = read(answer);
      expect(inspection.media).toMatchObject({ publishedAtSeconds: null, ageLimit: null });
      expect(inspection.media.description).toHaveLength(5000);
      expect(inspection.media.author).toHaveLength(100);
      expect(inspection.items[0]?.chapters).toHaveLength(300);
      expect(inspection.items[0]?.chapters[0]?.title).toHaveLength(200);
      expect(inspection.items[0]?.subtitles).toHaveLength(200);
      expect(sources.byId.size).toBe(202);
    }
  });

  const postOf = (items: number, sounds: number, pictures: number) => {
    const audioOnly = { ...good, vcodec: 'none', width: undefined, height: undefined };
    const seen = { ...good, acodec: 'none' };
    const entry = {
      ...base,
      formats: [
        ...Array.from({ length: sounds }, (_, at) => ({ ...audioOnly, format_id: `s${at}` })),
        ...Array.from({ length: pictures }, (_, at) => ({ ...seen, format_id: `p${at}` })),
      ],
    };
    return { ...base, formats: [], _type: 'playlist', entries: Array(items).fill(entry) };
  };

  it.each([
    ['of one video in 30 languages', 1, 120, 280],
    ['of 20 videos', 20, 5, 60],
  ])('keeps every track of a post %s', (_name, items, sounds, pictures) => {
    const { inspection, sources } = read(postOf(items, sounds, pictures));
    const tracks = inspection.items.flatMap((item) => item.tracks);
    expect(tracks).toHaveLength(items * (sounds + pictures));
    expect(sources.byId.size).toBe(tracks.length);
  });

  it.each([['few sounds', 4, 496, 4, 46]])(
    'keeps the best of each item where a post has too many tracks: %s',
    (_name, sounds, pictures, keptSounds, keptPictures) => {
      const { inspection, sources } = read(postOf(50, sounds, pictures));
      const names = (letter: string, all: number, kept: number) =>
        Array.from({ length: kept }, (_, at) => `7.${letter}${all - kept + at}`);
      expect(inspection.items[6]?.tracks.map(({ id }) => id)).toEqual([
        ...names('s', sounds, keptSounds),
        ...names('p', pictures, keptPictures),
      ]);
      expect(sources.byId.size).toBe(MAX_POST_TRACKS);
    },
  );

  it('refuses entries that are links or come from other extractors, and keeps the rest', () => {
    const list = {
      _type: 'playlist',
      id: 'post',
      extractor_key: 'Youtube',
      entries: [
        { _type: 'url', url: 'http://127.0.0.1/', id: 'a' },
        { ...base, extractor_key: 'Generic' },
        null,
        'entry',
        { ...base, _type: 'playlist', entries: [base] },
        base,
        { ...base, live_status: 'is_live' },
      ],
    };
    for (const answer of [list, projected([list])[0]]) {
      expect(read(answer).inspection.items.map(({ index }) => index)).toEqual([6]);
      expect(JSON.stringify(answer === list ? null : answer)).not.toContain('127.0.0.1');
    }
    expect(codeFrom({ ...list, entries: list.entries.slice(0, 3) })).toBe('unsupported_url');
    expect(codeFrom({ ...list, entries: [] })).toBe('no_video');
    expect(codeFrom({ ...list, extractor_key: 'Generic' })).toBe('unsupported_url');
  });
});
