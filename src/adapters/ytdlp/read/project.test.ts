// engine/project.py: what it sends from yt-dlp's process to the server, within which limits, and that no input makes it fail.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { runPython } from '../../../../tests/support/engine/engine-answers.ts';

type Answer = Record<string, unknown> & {
  readonly formats?: readonly Record<string, unknown>[];
  readonly entries?: readonly (Answer | null)[];
};

const SERVING = `
import json, sys
sys.path.insert(0, 'engine')
import project
for line in sys.stdin:
    print(json.dumps(project.project(json.loads(line)), allow_nan=False), flush=True)
`;
// One for all tests: starting Python takes longer than what it does here.
const python = spawn('python3', ['-I', '-B', '-c', SERVING], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const answers = createInterface({ input: python.stdout })[Symbol.asyncIterator]();
afterAll(() => python.stdin.end());

/** What engine/project.py makes of an info dict. */
async function project(info: unknown): Promise<Answer> {
  python.stdin.write(`${JSON.stringify(info)}\n`);
  const { value, done } = await answers.next();
  if (done) throw new Error('python3 has ended');
  return JSON.parse(value) as Answer;
}

const format = { format_id: '18', url: 'https://cdn.test/x.mp4', protocol: 'https', ext: 'mp4' };
const info = { id: 'x', title: 't', extractor: 'youtube', extractor_key: 'Youtube' };

/** Runs Python statements that define a dict `info`; returns its projection. */
function fromPython(statements: string): Answer {
  const program = `
import json, sys
sys.path.insert(0, 'engine')
import project
${statements}
print(json.dumps(project.project(info), allow_nan=False))
`;
  return JSON.parse(runPython(program)) as Answer;
}

describe('project', () => {
  it('sends only the listed keys', async () => {
    const answer = await project({
      ...info,
      description: 'd',
      uploader: 'u',
      channel: 'c',
      duration: 5,
      timestamp: 1,
      age_limit: 18,
      live_status: 'not_live',
      track: 'a',
      album: 'b',
      artists: ['c', 5, 'd'.repeat(600)],
      artist: 'secret',
      release_year: 1999,
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
      track: 'a',
      album: 'b',
      artists: ['c', 'd'.repeat(500)],
      release_year: 1999,
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

  it('takes the format in the info dict itself where there is no list', async () => {
    const answer = await project({
      ...info,
      url: 'https://cf-st.sc-cdn.net/a',
      ext: 'mp4',
      format_id: '0',
    });
    expect(answer.formats).toMatchObject([{ url: 'https://cf-st.sc-cdn.net/a', format_id: '0' }]);
  });

  it('ignores the selected format that yt-dlp repeats beside the list', async () => {
    expect((await project({ ...info, ...format, formats: [] })).formats).toEqual([]);
    expect((await project({ ...info, ...format, formats: [format, format] })).formats).toHaveLength(
      2,
    );
  });

  it('leaves out a title that yt-dlp generated', async () => {
    expect((await project({ ...info, title: 'youtube #x' }))['title']).toBeUndefined();
    expect(
      (await project({ ...info, extractor: 'a:b', title: 'a-b #x' }))['title'],
    ).toBeUndefined();
  });

  it('keeps automatic captions in the spoken language only', async () => {
    const row = [{ url: 'https://a.test/', ext: 'vtt' }];
    const captions = (names: string[]) => Object.fromEntries(names.map((name) => [name, row]));
    const kept = async (names: string[], language?: string) => {
      const answer = await project({ ...info, language, automatic_captions: captions(names) });
      return Object.keys(answer['automatic_captions'] as object);
    };
    expect(await kept(['af', 'en', 'en-orig', 'zh'])).toEqual(['en-orig']);
    expect(await kept(['af', 'en', 'zh'], 'en-US')).toEqual(['en']);
    expect(await kept(['de'])).toEqual(['de']);
    expect(await kept(Array.from({ length: 999 }, (_, at) => `l${at}`))).toHaveLength(200);
  });

  it('prefers thumbnails with a size from the platform to those that yt-dlp guessed', async () => {
    const thumbnails = [
      ...Array.from({ length: 30 }, (_, at) => ({ url: `https://a.test/${at}`, width: at + 1 })),
      ...Array.from({ length: 30 }, (_, at) => ({ url: `https://a.test/guess${at}` })),
    ];
    const urls = ((await project({ ...info, thumbnails }))['thumbnails'] as { url: string }[]).map(
      ({ url }) => url,
    );
    expect(urls).toEqual(Array.from({ length: 20 }, (_, at) => `https://a.test/${29 - at}`));
  });

  it('reads at most the requested number of items of a post, and their total number', async () => {
    const entries = Array.from({ length: 80 }, (_, at) =>
      at === 3 ? null : { ...info, id: `${at}` },
    );
    const answer = await project({ ...info, _type: 'playlist', description: 'd', entries });
    expect(answer.entries).toHaveLength(50);
    expect(answer.entries?.[3]).toBeNull();
    expect(answer['n_entries']).toBe(80);
    const counted = await project({
      ...info,
      _type: 'playlist',
      entries: [info],
      playlist_count: 12,
    });
    expect(counted['n_entries']).toBe(12);
  });

  it.each(['url', 'url_transparent', 'compat_list', 'odd'])(
    'sends nothing of a %s',
    async (_type) => {
      const answer = await project({ ...info, _type, url: 'http://127.0.0.1/', formats: [format] });
      expect(Object.keys(answer).sort()).toEqual(['_type', 'extractor_key', 'id', 'refused']);
    },
  );

  it('leaves out a format with too many fragments, and replaces lone surrogates', async () => {
    const fragments = (count: number) => Array<object>(count).fill({ path: 'x' });
    const formats = [20_000, 20_001].map((count) => ({ ...format, fragments: fragments(count) }));
    const answer = await project({ ...info, title: 'a\ud83d', formats });
    expect(answer.formats).toHaveLength(1);
    expect(answer.formats?.[0]?.['fragments']).toHaveLength(20_000);
    expect(answer['title']).toBe('a\ufffd');
  });

  it('leaves out overlong addresses and cookies instead of cutting them', async () => {
    const long = `https://cdn.test/${'a'.repeat(20_000)}`;
    expect((await project({ ...info, formats: [{ ...format, url: long }] })).formats).toEqual([]);
    const [kept] =
      (await project({ ...info, formats: [{ ...format, cookies: `a=${long}` }] })).formats ?? [];
    expect(kept).toEqual(format);
  });

  it('reads iterables of every kind, and the items before a failing or endless one is cut off', () => {
    const answer = fromPython(`
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
    const answer = fromPython(`
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
});
