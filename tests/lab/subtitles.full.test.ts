// Subtitles of posts as files and inside videos, and the tags and names of files, over HTTP against the lab.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../lab/media/run-tool.ts';
import type { DownloadAnswer, DownloadRequest } from '../../src/shared/api/download.ts';
import type { InspectAnswer } from '../../src/shared/api/inspect.ts';
import { chaptersOf } from '../support/media/read-chapters.ts';
import { type Product, startProduct } from '../support/product/product.ts';
import { type Contents, readContents } from '../support/product/receive.ts';
import { OVER_HTTP, type Visitor, visit } from '../support/product/visitor.ts';

const YOUTUBE = 'https://www.youtube.com/watch?v=labMain_001';
/** Its subtitles are an HLS playlist. */
const X = 'https://x.com/platform_lab/status/1931111111111111101';
const TIKTOK = 'https://www.tiktok.com/@lab.dances/video/7512345678901234501';
const FACEBOOK = 'https://www.facebook.com/watch/?v=1000000000000101';

let product: Product;
let origin: string;
let folder: string;
beforeAll(async () => {
  product = await startProduct({ ...OVER_HTTP, MAX_TRANSCODES: '2' });
  origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-subtitles-'));
});
afterAll(async () => {
  expect(product.warnings).toEqual([]);
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

async function inspect(visitor: Visitor, url: string): Promise<InspectAnswer> {
  const answer = await visitor.inspect(url);
  if (!answer.success) throw new Error(answer.code);
  return answer;
}

const subtitlesOf = ({ items }: InspectAnswer) => items[0]?.subtitles ?? [];
const address = ({ id }: InspectAnswer, file: string) =>
  `/api/inspections/${id}/subtitles/${encodeURIComponent(file)}`;

async function make(body: DownloadRequest): Promise<{
  readonly answer: DownloadAnswer;
  readonly contents: Contents;
  readonly file: string;
}> {
  const visitor = visit(origin);
  const answer = await visitor.download(body);
  if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
  const { path: file } = await visitor.receive(answer, folder);
  return { answer, contents: await readContents(file), file };
}

describe('subtitles as a file', () => {
  it.each([
    ['YouTube', YOUTUBE],
    ['X, of the parts of a playlist', X],
    ['TikTok', TIKTOK],
    ['Facebook', FACEBOOK],
  ])('of %s, in every format', async (_name, url) => {
    const visitor = visit(origin);
    const answer = await inspect(visitor, url);
    const [subtitle] = subtitlesOf(answer);
    if (!subtitle) throw new Error('no subtitles');
    const read = async (extension: string) => {
      const response = await visitor.get(address(answer, `${subtitle.id}.${extension}`));
      expect(response.status).toBe(200);
      return { text: await response.text(), headers: response.headers };
    };
    const [srt, vtt, txt, json] = await Promise.all(['srt', 'vtt', 'txt', 'json'].map(read));
    const { cues, language } = JSON.parse(json?.text ?? '') as {
      cues: { startMs: number; endMs: number; text: string }[];
      language: string;
    };
    expect(cues.length).toBeGreaterThan(0);
    expect(language).toBe(subtitle.language);
    expect(srt?.text).toMatch(/^1\r\n\d\d:\d\d:\d\d,\d{3} --> /);
    expect(vtt?.text).toMatch(new RegExp(`^WEBVTT\nLanguage: ${subtitle.language}\n\n`));
    for (const { text } of cues) {
      expect(srt?.text).toContain(text.replaceAll('\n', '\r\n'));
      expect(txt?.text).toContain(text.replaceAll('\n', ' '));
    }
    const name = srt?.headers.get('content-disposition') ?? '';
    expect(name).toMatch(/^attachment; filename=".*\.srt"/);
    expect(name).toContain(`(${subtitle.language})`);
    expect(srt?.headers.get('content-type')).toContain('subrip');
  });

  it('tells automatic captions from those that people wrote', async () => {
    const subtitles = subtitlesOf(await inspect(visit(origin), YOUTUBE));
    expect(subtitles.filter(({ automatic }) => !automatic).map(({ language }) => language)).toEqual(
      ['en', 'fr'],
    );
  });

  it.each([
    ['an unknown id', 'sub.9.en.srt'],
    ['an unknown format', 'sub.0.en.exe'],
    ['an inherited name', 'sub.0.en.constructor'],
    ['a thumbnail', 'thumb.0.srt'],
    ['no format', 'sub'],
    ['a path', '../../x.srt'],
  ])('is not there for %s', async (_name, file) => {
    const visitor = visit(origin);
    const response = await visitor.get(address(await inspect(visitor, YOUTUBE), file));
    expect(response.status).toBe(404);
  });

  it('has expired with its inspection', async () => {
    const response = await visit(origin).get('/api/inspections/none/subtitles/sub.0.en.srt');
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
      410,
      'expired',
    ]);
  });
});

describe('subtitles inside a video', () => {
  it.each([
    ['mp4', 'mov_text'],
    ['mov', 'mov_text'],
    ['webm', 'webvtt'],
  ] as const)('of %s can be read again', async (container, codec) => {
    const inspected = await inspect(visit(origin), YOUTUBE);
    const wanted = subtitlesOf(inspected).filter(({ automatic }) => !automatic);
    const { file, answer } = await make({
      url: YOUTUBE,
      quality: 'low',
      container,
      subtitles: wanted.map(({ id }) => id),
    });
    const { streams } = JSON.parse(
      String(await runTool('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', file])),
    ) as { streams: { codec_type: string; codec_name: string; tags?: { language?: string } }[] };
    expect(streams.map(({ codec_type }) => codec_type)).toEqual([
      'video',
      'audio',
      'subtitle',
      'subtitle',
      // The texts of its chapters.
      ...(container === 'webm' ? [] : ['data']),
    ]);
    expect(await chaptersOf(file)).toHaveLength(3);
    const [, , first, second] = streams;
    expect([first?.codec_name, first?.tags?.language, second?.tags?.language]).toEqual([
      codec,
      'eng',
      'fra',
    ]);
    const text = String(
      await runTool('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:s:0', '-f', 'srt', '-']),
    );
    const visitor = visit(origin);
    const again = await inspect(visitor, YOUTUBE);
    const json = await visitor.get(address(again, `${wanted[0]?.id}.json`));
    for (const cue of ((await json.json()) as { cues: { text: string }[] }).cues)
      expect(text).toContain(cue.text);
    expect(answer.receipt.durationSeconds).toBeCloseTo(10, 0);
  });

  it('are no longer than the video', async () => {
    const [subtitle] = subtitlesOf(await inspect(visit(origin), X));
    const { contents } = await make({ url: X, quality: 'low', subtitles: [subtitle?.id ?? ''] });
    expect(contents.seconds).toBeCloseTo(10, 0);
  });

  it('make a file of their own, and the same one for the next who asks', async () => {
    const [subtitle] = subtitlesOf(await inspect(visit(origin), TIKTOK));
    const body = { url: TIKTOK, quality: 'low' as const, subtitles: [subtitle?.id ?? ''] };
    const [plain, one, two] = [
      await make({ url: TIKTOK, quality: 'low' }),
      await make(body),
      await make(body),
    ];
    expect(one.answer.receipt.sha256 ?? one.answer.receipt.bytes).not.toBe(
      plain.answer.receipt.sha256 ?? plain.answer.receipt.bytes,
    );
    expect(two.answer.receipt.bytes).toBe(one.answer.receipt.bytes);
  });

  it.each<[string, Partial<DownloadRequest>, string]>([
    ['in an AVI', { container: 'avi', subtitles: ['sub.0.en'] }, 'choice_unavailable'],
    ['in an MP3', { container: 'mp3', subtitles: ['sub.0.en'] }, 'choice_unavailable'],
    ['of another post', { subtitles: ['sub.7.en'] }, 'choice_unavailable'],
    ['with a control character', { subtitles: ['sub\n'] }, 'invalid_request'],
    [
      'more than eight',
      { subtitles: Array.from({ length: 9 }, (_, n) => `${n}`) },
      'invalid_request',
    ],
  ])('cannot be %s', async (_name, fields, code) => {
    expect(await visit(origin).download({ url: YOUTUBE, ...fields })).toMatchObject({ code });
  });
});

describe('tags', () => {
  const tags = { title: 'Mein “Lied” = 1\n-i x', artist: 'فرقة 🎻' };
  const TITLE = 'Mein “Lied” = 1 -i x';

  it.each([
    ['mp3', 'mjpeg'],
    ['m4a', 'mjpeg'],
    ['mp4', null],
    ['mov', null],
    ['webm', null],
    ['avi', null],
  ] as const)('are written into %s', async (container, cover) => {
    const { contents } = await make({ url: YOUTUBE, quality: 'low', container, tags });
    const written = Object.fromEntries(
      Object.entries(contents.tags).map(([key, value]) => [key.toLowerCase(), value]),
    );
    expect(written).toMatchObject({ title: TITLE, artist: tags.artist });
    expect(contents.cover?.codec_name ?? null).toBe(cover);
    expect(contents.complaints).toBe('');
  });

  it('are those of the post where they are left out, and a cover can be left out', async () => {
    const { contents } = await make({
      url: YOUTUBE,
      format: 'mp3',
      tags: { artist: '', cover: false },
    });
    expect(contents.tags['title']).toBe('A walk through the colour garden');
    expect(contents.tags['artist']).toBeUndefined();
    expect(contents.cover).toBeNull();
  });

  it('are not the business of a file without them', async () => {
    const { answer, contents } = await make({ url: YOUTUBE, offer: 'original-sound' });
    expect(contents.tags['title']).toBeUndefined();
    expect(answer.receipt.bytes).toBeGreaterThan(0);
  });

  it.each<[string, Partial<DownloadRequest>, string]>([
    ['in an AAC file', { container: 'aac', tags: { title: 'x' } }, 'choice_unavailable'],
    ['a cover in a video', { tags: { cover: true } }, 'choice_unavailable'],
    ['of 201 characters', { tags: { title: 'x'.repeat(201) } }, 'invalid_request'],
    ['with another field', { tags: { genre: 'x' } as never }, 'invalid_request'],
  ])('cannot be %s', async (_name, fields, code) => {
    expect(await visit(origin).download({ url: YOUTUBE, ...fields })).toMatchObject({ code });
  });
});

describe('a name', () => {
  it.each([
    ['as it was typed', 'Urlaub 2026', 'Urlaub 2026.m4a'],
    ['without a second ending', 'song.M4A', 'song.m4a'],
    ['that no system refuses', '../CON: a/b?\u202e', 'CON- a-b.m4a'],
    ['of nothing', ' . ', 'audio.m4a'],
  ])('%s', async (_name, name, expected) => {
    const { answer } = await make({ url: YOUTUBE, container: 'm4a', name });
    expect(answer.filename).toBe(expected);
  });

  it('does not make the file again', async () => {
    const visitor = visit(origin);
    const [one, two] = [
      await visitor.download({ url: YOUTUBE, container: 'm4a', name: 'one' }),
      await visitor.download({ url: YOUTUBE, container: 'm4a', name: 'two' }),
    ];
    if (!one.success || !two.success) throw new Error('no file');
    expect([one.filename, two.filename]).toEqual(['one.m4a', 'two.m4a']);
    expect(two.job).not.toBe(one.job);
    const etags = await Promise.all(
      [one, two].map(async ({ downloadUrl }) =>
        (await visitor.get(downloadUrl)).headers.get('etag'),
      ),
    );
    expect(etags[0]).toBe(etags[1]);
  });
});

it('the thumbnail is saved as the platform has it', async () => {
  const { answer, contents } = await make({ url: YOUTUBE, offer: 'thumbnail' });
  expect(answer.format).toMatch(/^(jpg|webp|png)$/);
  expect(contents.streams[0]?.width).toBeGreaterThan(600);
});
