// Our plugin for Threads inside the real yt-dlp, against the pages of the lab.
import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, startLab } from '../../../lab/lab.ts';
import type { LabRequest } from '../../../lab/platform.ts';
import { threads } from '../../../lab/platforms/threads/threads.ts';
import { engineEnvironment, enginePython } from '../../support/engine/engine-python.ts';

const ENGINE = resolve(import.meta.dirname, '../../../engine');

// Looks at every address with one yt-dlp, loaded as the engine loads it; errors are data.
const PROGRAM = `
import json, sys
from yt_dlp import YoutubeDL, globals as state, plugins
state.plugin_dirs.value = [sys.argv[1]]
plugins.load_all_plugins()
class Silent:
    def debug(self, message): pass
    info = warning = error = debug
answers = {}
with YoutubeDL({'quiet': True, 'logger': Silent(), 'proxy': sys.argv[2], 'format': 'all', 'cachedir': False,
                'allowed_extractors': ['threads'], 'compat_opts': ['no-certifi']}) as ydl:
    suitable = {url: ydl.get_info_extractor('Threads').suitable(url) for url in json.loads(sys.argv[4])}
    for url in json.loads(sys.argv[3]):
        try:
            answers[url] = {'info': ydl.sanitize_info(ydl.extract_info(url, download=False))}
        except Exception as error:
            inner = error.exc_info[1] if getattr(error, 'exc_info', None) else error
            answers[url] = {'error': {'type': type(inner).__name__, 'message': str(inner),
                                      'expected': getattr(inner, 'expected', None)}}
print(json.dumps({'answers': answers, 'suitable': suitable}))
`;

type Format = {
  readonly format_id: string;
  readonly url: string;
  readonly ext: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly vcodec: string | null;
  readonly acodec: string | null;
};
type Info = {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
  readonly uploader?: string;
  readonly channel?: string;
  readonly timestamp?: number;
  readonly duration?: number | null;
  readonly formats?: readonly Format[];
  readonly thumbnails?: readonly { readonly width?: number }[];
  readonly entries?: readonly Info[];
};
type Answer = {
  readonly info?: Info;
  readonly error?: {
    readonly type: string;
    readonly message: string;
    readonly expected: boolean | null;
  };
};

const post = (code: string) => `https://www.threads.com/@lab.painter/post/${code}`;
const SHORT = 'https://www.threads.com/t/DLuprightL1/';
const SUITABLE = {
  'https://www.threads.com/@some_one.2/post/C6cqebdCfBi': true,
  'https://threads.net/@user/post/C6cqebdCfBi?xmt=abc': true,
  'http://www.threads.com/t/C-_cqebdCfBi/': true,
  'https://www.threads.com/@user': false,
  'https://www.threads.com/share/BAabc': false,
  'https://threads.com.example.org/@user/post/C6cqebdCfBi': false,
  'https://example.org/?u=https://www.threads.com/@user/post/C6cqebdCfBi': false,
};

let lab: Lab;
let answers: Record<string, Answer>;
let suitable: Record<string, boolean>;
const asked: LabRequest[] = [];

beforeAll(async () => {
  const listening = {
    ...threads,
    answer: (request: LabRequest, media: Parameters<typeof threads.answer>[1]) => {
      asked.push(request);
      return threads.answer(request, media);
    },
  };
  lab = await startLab({ platforms: [listening] });
  const urls = [
    ...threads.links.map(({ url }) => url).filter((url) => !url.includes('/share/')),
    SHORT,
  ];
  const args = ['-B', '-c', PROGRAM, ENGINE, lab.proxyUrl, JSON.stringify(urls)];
  const child = spawn(enginePython, [...args, JSON.stringify(Object.keys(SUITABLE))], {
    env: {
      ...engineEnvironment,
      SSL_CERT_FILE: lab.caFile,
      REQUESTS_CA_BUNDLE: lab.caFile,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect(complaints).toBe('');
  ({ answers, suitable } = JSON.parse(output));
});

afterAll(() => lab.close());

const infoOf = (url: string): Info => {
  const answer = answers[url];
  if (answer?.info === undefined) throw new Error(JSON.stringify(answer));
  return answer.info;
};
const formatsOf = (info: Info) =>
  (info.formats ?? []).map(({ url, ...format }) => ({
    name: new URL(url).pathname.split('/').at(-1),
    format_id: format.format_id,
    ext: format.ext,
    width: format.width,
    height: format.height,
    vcodec: format.vcodec,
    acodec: format.acodec ?? null,
  }));

describe('what it asks', () => {
  it('requests a page as a browser that follows a typed address, without imitating one in TLS', () => {
    const [first] = asked;
    expect(first?.headers).toMatchObject({
      accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'none',
      'user-agent': expect.stringMatching(/^Mozilla\/5\.0 /),
    });
    // Whoever plays a whole browser would send these too.
    expect(Object.keys(first?.headers ?? {})).not.toContain('sec-ch-ua');
  });

  it('requests pages from www.threads.com and nothing from any other host', () => {
    expect(new Set(asked.map(({ method, url }) => `${method} ${url.origin}`))).toEqual(
      new Set(['GET https://www.threads.com']),
    );
    expect(lab.unknown()).toEqual([]);
  });

  it.each([
    ['one page for an ordinary post', 'DLolderLab1', 1],
    ['a second time after a shell', 'DLflakyLab1', 2],
    ['three times at most', 'DLshellsLa1', 3],
    ['once where strangers answer: the post will not come back', 'DLdeletedL1', 1],
  ])('asks %s', (_name, code, times) => {
    expect(asked.filter(({ url }) => url.pathname.endsWith(code))).toHaveLength(times);
  });

  it('requests the short form under the name that the server renders', () => {
    expect(asked.map(({ url }) => url.pathname)).toContain('/@i/post/DLuprightL1');
    expect(asked.map(({ url }) => url.pathname)).not.toContain('/t/DLuprightL1');
    expect(infoOf(SHORT).formats).toHaveLength(1);
  });

  it.each(Object.entries(SUITABLE))('says of %s: %s', (url, expected) => {
    expect(suitable[url]).toBe(expected);
  });
});

describe('what it reads', () => {
  it('returns everything that the page states about a video', () => {
    const info = infoOf(post('DLuprightL1'));
    expect(info).toMatchObject({
      id: 'DLuprightL1',
      title: 'Lab: video, upright',
      description: 'Lab: video, upright\nSecond line of the caption.',
      uploader: 'The Lab Painter',
      channel: 'lab.painter',
      timestamp: 1_780_000_000,
      duration: 10,
    });
    expect(info.thumbnails?.at(-1)?.width).toBe(1080);
  });

  it('lists three names for one file once, in the size of the file and not of the upload', () => {
    expect(formatsOf(infoOf(post('DLuprightL1')))).toEqual([
      {
        name: 'upright.mp4',
        format_id: '101',
        ext: 'mp4',
        width: 720,
        height: 1280,
        vcodec: 'h264',
        acodec: 'aac',
      },
    ]);
  });

  it.each([
    ['the older query', 'DLolderLab1', 'wide.mp4'],
    ['the oldest query, behind another post of the thread', 'DLoldestLa1', 'small.mp4'],
    ['a share from Instagram', 'DLlinkedLa1', 'linked.mp4'],
    ['a quoted post', 'DLquotedLa1', 'quoted.mp4'],
  ])('finds the video of %s', (_name, code, file) => {
    expect(formatsOf(infoOf(post(code))).map(({ name }) => name)).toEqual([file]);
  });

  it('never takes a video from the posts around', () => {
    expect(JSON.stringify(answers)).not.toContain('trap-');
  });

  it('reports a silent video as silent', () => {
    expect(formatsOf(infoOf(post('DLsilentLa1')))).toMatchObject([
      { acodec: 'none', vcodec: 'h264' },
    ]);
  });

  it('leaves the duration open where the address does not contain it', () => {
    expect(infoOf(post('DLoldestLa1')).duration ?? null).toBeNull();
  });

  it('names the author of a quoted post', () => {
    expect(infoOf(post('DLquotedLa1'))).toMatchObject({
      id: 'DLquotedLa1',
      uploader: 'The Lab Sculptor',
      title: 'Lab: what is quoted',
    });
  });

  it('returns a carousel as a list in its order, photos among the videos', () => {
    const info = infoOf(post('DLcarousel1'));
    const entries = info.entries ?? [];
    expect(entries.map(({ id }) => id)).toEqual([
      'DLcarousel1_1',
      'DLcarousel1_2',
      'DLcarousel1_3',
    ]);
    expect(entries.map((entry) => formatsOf(entry).map(({ ext }) => ext))).toEqual([
      ['mp4'],
      ['jpg'],
      ['mp4'],
    ]);
    expect(info.uploader).toBe('The Lab Painter');
  });

  it('returns a photo in its largest size', () => {
    expect(formatsOf(infoOf(post('DLphotoLab1')))).toEqual([
      {
        name: '37474f_1080x1440_n.jpg',
        format_id: 'photo',
        ext: 'jpg',
        width: 1080,
        height: 1440,
        vcodec: 'none',
        acodec: 'none',
      },
    ]);
  });
});

describe('how it fails', () => {
  it.each([
    ['DLdeletedL1', 'ExtractorError', 'This post is not available', true],
    ['DLwordsLab1', 'ExtractorError', 'There is no video in this post', true],
    ['DLshellsLa1', 'ExtractorError', 'rate-limited by Threads', true],
    ['DLrenamedL1', 'ExtractorError', 'unknown query adp_BarcelonaPostPageFocusQuery', false],
    ['DLloginLab1', 'ExtractorError', 'Threads is requiring login', true],
    ['DLtooMany01', 'HTTPError', 'HTTP Error 429', null],
  ])('of %s says %s: %s', (code, type, message, expected) => {
    expect(answers[post(code)]?.error).toEqual({
      type,
      message: expect.stringContaining(message),
      expected,
    });
  });
});
