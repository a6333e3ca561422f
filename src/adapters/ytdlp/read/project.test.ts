// engine/project.py: what it sends from yt-dlp's process to the server, within which limits, and that no input makes it fail.
import { describe, expect, it } from 'vitest';
import { projected, runPython } from '../../../../tests/support/engine/engine-answers.ts';

type Answer = Record<string, unknown> & {
  readonly formats?: readonly Record<string, unknown>[];
  readonly entries?: readonly (Answer | null)[];
};
const project = (info: unknown) => projected([info])[0] as Answer;

const format = { format_id: '18', url: 'https://cdn.test/x.mp4', protocol: 'https', ext: 'mp4' };
const info = { id: 'x', title: 't', extractor: 'youtube', extractor_key: 'Youtube' };

/** Runs Python statements that define a dict `info`; returns its projection and the projection's size as sent. */
function fromPython(statements: string): { answer: Answer; bytes: number } {
  const program = `
import json, sys
sys.path.insert(0, 'engine')
import project
${statements}
line = json.dumps(project.project(info), allow_nan=False)
print(json.dumps({'bytes': len(line), 'answer': json.loads(line) if len(line) < 1000000 else {}}))
`;
  return JSON.parse(runPython(program)) as { answer: Answer; bytes: number };
}

describe('project', () => {
  it('sends only the listed keys', () => {
    const answer = project({
      ...info,
      description: 'd',
      uploader: 'u',
      channel: 'c',
      duration: 5,
      timestamp: 1,
      age_limit: 18,
      live_status: 'not_live',
      automatic_captions: {
        'en-orig': [{ url: 'https://a.test/', ext: 'vtt', name: 'English', x: 1 }],
      },
      subtitles: {
        de: [{ url: 'https://a.test/', ext: 'vtt', data: 'secret' }],
        live_chat: [{ url: 'x' }],
      },
      chapters: [{ start_time: 0, end_time: 2, title: 'a', x: 1 }],
      thumbnails: [{ url: 'https://a.test/a.jpg', width: 1, height: 2, id: '0', http_headers: {} }],
      comments: ['secret'],
      requested_formats: ['secret'],
      __post_extractor: 'secret',
      http_headers: { 'User-Agent': 'a', Cookie: 'secret', 'X-Forwarded-For': 'secret' },
      formats: [
        {
          ...format,
          downloader_options: 'secret',
          cookies: 'a=1; Domain=.cdn.test',
          http_headers: { Referer: 'r', Authorization: 'secret' },
          has_drm: false,
          fragments: [{ url: 'https://a.test/1', duration: 2, x: 'secret' }, { path: '2' }],
        },
      ],
    });
    expect(answer).toEqual({
      _type: 'video',
      id: 'x',
      title: 't',
      extractor_key: 'Youtube',
      description: 'd',
      uploader: 'u',
      channel: 'c',
      duration: 5,
      timestamp: 1,
      age_limit: 18,
      live_status: 'not_live',
      http_headers: { 'User-Agent': 'a' },
      automatic_captions: { 'en-orig': [{ url: 'https://a.test/', ext: 'vtt', name: 'English' }] },
      subtitles: { de: [{ url: 'https://a.test/', ext: 'vtt' }] },
      chapters: [{ start_time: 0, end_time: 2, title: 'a' }],
      thumbnails: [{ url: 'https://a.test/a.jpg', width: 1, height: 2 }],
      formats: [
        {
          ...format,
          cookies: 'a=1; Domain=.cdn.test',
          http_headers: { Referer: 'r' },
          fragments: [{ url: 'https://a.test/1', duration: 2 }, { path: '2' }],
        },
      ],
    });
  });

  it('takes the format in the info dict itself where there is no list', () => {
    const answer = project({
      ...info,
      url: 'https://cf-st.sc-cdn.net/a',
      ext: 'mp4',
      format_id: '0',
    });
    expect(answer.formats).toMatchObject([{ url: 'https://cf-st.sc-cdn.net/a', format_id: '0' }]);
  });

  it('ignores the selected format that yt-dlp repeats beside the list', () => {
    expect(project({ ...info, ...format, formats: [] }).formats).toEqual([]);
    expect(project({ ...info, ...format, formats: [format, format] }).formats).toHaveLength(2);
  });

  it('leaves out a title that yt-dlp generated', () => {
    expect(project({ ...info, title: 'youtube #x' })['title']).toBeUndefined();
    expect(project({ ...info, extractor: 'a:b', title: 'a-b #x' })['title']).toBeUndefined();
  });

  it('keeps automatic captions in the spoken language only', () => {
    const row = [{ url: 'https://a.test/', ext: 'vtt' }];
    const captions = (names: string[]) => Object.fromEntries(names.map((name) => [name, row]));
    const kept = (names: string[], language?: string) =>
      Object.keys(
        project({ ...info, language, automatic_captions: captions(names) })[
          'automatic_captions'
        ] as object,
      );
    expect(kept(['af', 'en', 'en-orig', 'zh'])).toEqual(['en-orig']);
    expect(kept(['af', 'en', 'zh'], 'en-US')).toEqual(['en']);
    expect(kept(['de'])).toEqual(['de']);
    expect(kept(Array.from({ length: 999 }, (_, at) => `l${at}`))).toHaveLength(200);
  });

  it('prefers thumbnails with a size from the platform to those that yt-dlp guessed', () => {
    const thumbnails = [
      ...Array.from({ length: 30 }, (_, at) => ({ url: `https://a.test/${at}`, width: at + 1 })),
      ...Array.from({ length: 30 }, (_, at) => ({ url: `https://a.test/guess${at}` })),
    ];
    const urls = (project({ ...info, thumbnails })['thumbnails'] as { url: string }[]).map(
      ({ url }) => url,
    );
    expect(urls).toEqual(Array.from({ length: 20 }, (_, at) => `https://a.test/${29 - at}`));
  });

  it('reads at most the requested number of items of a post, and their total number', () => {
    const entries = Array.from({ length: 80 }, (_, at) =>
      at === 3 ? null : { ...info, id: `${at}` },
    );
    const answer = project({ ...info, _type: 'playlist', description: 'd', entries });
    expect(answer.entries).toHaveLength(50);
    expect(answer.entries?.[3]).toBeNull();
    expect(answer['n_entries']).toBe(80);
    const counted = project({ ...info, _type: 'playlist', entries: [info], playlist_count: 12 });
    expect(counted['n_entries']).toBe(12);
  });

  it.each(['url', 'url_transparent', 'compat_list', 'odd'])('sends nothing of a %s', (_type) => {
    const answer = project({ ...info, _type, url: 'http://127.0.0.1/', formats: [format] });
    expect(Object.keys(answer).sort()).toEqual(['_type', 'extractor_key', 'id', 'refused']);
  });

  it('leaves out a format with too many fragments, and replaces lone surrogates', () => {
    const fragments = (count: number) => Array<object>(count).fill({ path: 'x' });
    const formats = [20_000, 20_001].map((count) => ({ ...format, fragments: fragments(count) }));
    const answer = project({ ...info, title: 'a\ud83d', formats });
    expect(answer.formats).toHaveLength(1);
    expect(answer.formats?.[0]?.['fragments']).toHaveLength(20_000);
    expect(answer['title']).toBe('a\ufffd');
  });

  it('leaves out overlong addresses and cookies instead of cutting them', () => {
    const long = `https://cdn.test/${'a'.repeat(20_000)}`;
    expect(project({ ...info, formats: [{ ...format, url: long }] }).formats).toEqual([]);
    const [kept] =
      project({ ...info, formats: [{ ...format, cookies: `a=${long}` }] }).formats ?? [];
    expect(kept).toEqual(format);
  });

  it('reads iterables of every kind, and the items before a failing or endless one is cut off', () => {
    const { answer } = fromPython(`
import itertools
def breaking():
    yield {'url': 'https://a.test/1'}
    raise RuntimeError('broken')
def endless():
    for number in itertools.count():
        yield {'id': str(number), 'formats': tuple([{'url': 'https://a.test/'}])}
info = {'_type': 'playlist', 'entries': itertools.chain([{'id': 'broken', 'formats': breaking()}], endless())}
`);
    expect(answer.entries).toHaveLength(50);
    expect(answer.entries?.[0]?.formats).toEqual([{ url: 'https://a.test/1' }]);
    expect(answer.entries?.[49]).toMatchObject({ id: '48', formats: [{ url: 'https://a.test/' }] });
  });

  it('never raises on odd types, and does not modify the info dict', () => {
    const { answer } = fromPython(`
import copy, decimal
class Odd:
    def __getattr__(self, name): raise RuntimeError(name)
    def __str__(self): raise RuntimeError('str')
    def __iter__(self): raise RuntimeError('iter')
class OddMapping(dict):
    def items(self): raise RuntimeError('items')
odd = [None, True, 5, 10 ** 400, -1.5, float('nan'), float('inf'), b'x', 'x' * 10, '\\ud83d', [], [[]], {}, {1: 2},
       {None: None}, set(), (x for x in ()), Odd, object(), decimal.Decimal(1), lambda: 1, range(3), Odd(), OddMapping(a=1)]
keys = ['_type', 'id', 'title', 'duration', 'formats', 'entries', 'subtitles', 'automatic_captions', 'chapters',
        'thumbnails', 'thumbnail', 'http_headers', 'url', 'is_live', '_has_drm', 'playlist_count', 'extractor', 'language']
inner = ['url', 'format_id', 'width', 'http_headers', 'cookies', 'fragments', 'has_drm', 'ext', 'start_time']
for value in odd:
    json.dumps(project.project(value), allow_nan=False)
    for key in keys:
        for shape in (value, [value], {'en': value}, {'en': [value]}):
            json.dumps(project.project({'url': 'https://a.test/', key: shape}), allow_nan=False)
            json.dumps(project.project({'_type': 'playlist', 'entries': [{key: shape}, value], key: shape}), allow_nan=False)
    for key in inner:
        row = {'url': 'https://a.test/', key: value}
        for name in ('formats', 'chapters', 'thumbnails'):
            json.dumps(project.project({name: [row]}), allow_nan=False)
        json.dumps(project.project({'formats': [{'url': 'x', 'fragments': [row, value]}]}), allow_nan=False)
before = {'id': 'x', 'formats': [{'url': 'u', 'http_headers': {'Cookie': 'a'}, 'fragments': [{'url': 'f', 'x': 1}]}]}
info = copy.deepcopy(before)
project.project(info)
assert info == before
`);
    expect(answer['id']).toBe('x');
  });

  it.each([
    [
      'a film of five hundred formats with twenty thousand fragments',
      `fragments = [{'url': 'https://cdn.test/' + 'f' * 80 + str(n), 'duration': 2.0} for n in range(20000)]
info = {'id': 'x', 'formats': [{'url': 'https://cdn.test/%d' % n, 'fragments': fragments} for n in range(500)]}`,
    ],
    [
      'fifty items that are as long as they can be',
      `long = '\\U0001f600' * 30000
address = 'https://cdn.test/' + 'a' * 16000
rows = [{'url': address, 'ext': long, 'name': long}] * 20
entry = {'id': long, 'title': long, 'description': long, 'uploader': long, 'formats': [{'url': address, 'format_note': long}] * 500,
  'subtitles': {str(n): rows for n in range(300)}, 'automatic_captions': {str(n): rows for n in range(300)},
  'chapters': [{'title': long}] * 300, 'thumbnails': [{'url': address}] * 20}
info = {**entry, '_type': 'playlist', 'entries': [entry] * 60}`,
    ],
  ])('sends less than eight megabytes for %s', (_, statements) => {
    const { bytes } = fromPython(statements);
    expect(bytes).toBeLessThan(8_000_000);
    expect(bytes).toBeGreaterThan(100_000);
  });

  it('keeps the best formats, which come last, when not all fit', () => {
    const { answer } = fromPython(`
big = [{'url': 'https://cdn.test/' + 'f' * 90, 'duration': 2.0}] * 20000
formats = [{'format_id': str(n), 'url': 'https://cdn.test/%d' % n, 'fragments': big} for n in range(10)]
info = project.project({'id': 'x', 'formats': formats})
info = {'id': 'x', 'formats': [{**one, 'fragments': None} for one in info['formats']]}
`);
    expect(answer.formats?.map(({ format_id }) => format_id)).toEqual(['8', '9']);
  });
});
