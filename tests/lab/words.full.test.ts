// Words as platforms send them: subtitles in old encodings, in pieces, at once, or not at all, and songs; over HTTP against the lab.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../lab/media/run-tool.ts';
import type { DownloadRequest } from '../../src/shared/api/download.ts';
import type { InspectAnswer } from '../../src/shared/api/inspect.ts';
import { type Product, startProduct } from '../support/product/product.ts';
import { readContents } from '../support/product/receive.ts';
import { OVER_HTTP, type Visitor, visit } from '../support/product/visitor.ts';

const WORDS = 'https://www.youtube.com/watch?v=labWords001';

let product: Product;
let origin: string;
let folder: string;
beforeAll(async () => {
  product = await startProduct(OVER_HTTP);
  origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-words-'));
});
afterAll(async () => {
  expect(product.warnings).toEqual([]);
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

async function inspect(visitor: Visitor): Promise<InspectAnswer> {
  const answer = await visitor.inspect(WORDS);
  if (!answer.success) throw new Error(answer.code);
  return answer;
}

async function make(body: DownloadRequest) {
  const visitor = visit(origin);
  const answer = await visitor.download(body);
  if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
  const { path: file } = await visitor.receive(answer, folder);
  return { answer, file };
}

const subtitlesOf = ({ items }: InspectAnswer) => items[0]?.subtitles ?? [];

describe('subtitles as platforms send them', () => {
  const read = async (language: string) => {
    const visitor = visit(origin);
    const answer = await inspect(visitor);
    const id = subtitlesOf(answer).find((one) => one.language === language)?.id;
    return visitor.get(`/api/inspections/${answer.id}/subtitles/${id}.json`);
  };

  it.each<[string, string, readonly [number, string][]]>([
    ['Windows-1252', 'fr', [[1000, 'Grüße – à bientôt']]],
    ['UTF-16', 'cs', [[1000, 'Grüße – à bientôt']]],
    ['a line of spaces', 'zh-Hant', [[1000, 'Above\nBelow']]],
    [
      'pieces',
      'ja',
      [
        [500, 'Piece 0'],
        [2500, 'Piece 1'],
        [4500, 'Piece 2'],
      ],
    ],
    [
      'a chorus',
      'it',
      ['Begin\nLa la', 'La la\nOh oh', 'Oh oh\nLa la', 'La la\nOh oh', 'Oh oh\nEnd'].map(
        (text, at) => [at * 1000, text],
      ),
    ],
  ])('are read: %s', async (_name, language, expected) => {
    const { cues } = (await (await read(language)).json()) as {
      cues: { startMs: number; text: string }[];
    };
    expect(cues.map(({ startMs, text }) => [startMs, text])).toEqual(expected);
  });

  it('are not read where the platform refuses them, which takes a wait', async () => {
    const response = await read('de');
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await response.json()).toMatchObject({ code: 'rate_limited' });
  });

  it('are in the file but for a refused language, which is named', async () => {
    const languages = ['de', 'zh-Hans', 'zh-Hant'];
    const subtitles = subtitlesOf(await inspect(visit(origin)))
      .filter(({ language }) => languages.includes(language))
      .map(({ id }) => id);
    const { answer, file } = await make({ url: WORDS, quality: 'low', subtitles });
    expect(answer.receipt.missingSubtitles).toEqual(['de']);
    expect(answer.filename).toBe('می\u200cخواهم 👩\u200d💻 (360p).mp4');
    const words = ['-v', 'error', '-show_entries', 'stream=codec_type:stream_tags', '-of', 'json'];
    const { streams } = JSON.parse(String(await runTool('ffprobe', [...words, file]))) as {
      streams: { codec_type: string; tags: { handler_name: string } }[];
    };
    expect(streams.slice(2).map(({ tags }) => tags.handler_name)).toEqual([
      'Chinese (Simplified)',
      'Chinese (Traditional)',
    ]);
    const text = String(
      await runTool('ffmpeg', ['-v', 'error', '-i', file, '-map', '0:s:0', '-f', 'srt', '-']),
    );
    expect(text.replaceAll('\r', '')).toContain('00:00:03,000 --> 00:00:05,000\nA\nB\n');
    expect(answer.receipt.durationSeconds).toBeCloseTo(10, 0);
  });
});

describe('tags', () => {
  const SONG = {
    title: 'Grey Hum',
    artist: 'The Lab Band, Second Voice',
    album: 'Test Tones',
    date: '1999-05-01',
    album_artist: 'The Lab Band',
  };

  it.each<[string, Partial<DownloadRequest>, string]>([
    ['an MP3', { format: 'mp3' }, ' (320 kbps).mp3'],
    ['an M4A', { container: 'm4a' }, '.m4a'],
    ['the original sound', { offer: 'original-sound' }, '.ogg'],
  ])('of a song are its own, and its name: %s', async (_name, request, ending) => {
    const url = 'https://www.youtube.com/watch?v=labSong_001';
    const { answer, file } = await make({ url, ...request });
    expect(answer.filename).toBe(`${SONG.artist} - Grey Hum${ending}`);
    // Ogg has the tags in its stream.
    const words = ['-v', 'error', '-show_entries', 'format_tags:stream_tags', '-of', 'json', file];
    const found = String(await runTool('ffprobe', words));
    for (const [key, value] of Object.entries(SONG))
      expect(found).toMatch(new RegExp(`"${key}": "${value}"`, 'i'));
  });

  it('of a song without facts are its band and its title', async () => {
    const url = 'https://www.youtube.com/watch?v=labSong_002';
    const { tags } = await readContents((await make({ url, format: 'mp3' })).file);
    expect(tags).toMatchObject({ title: 'Grey Hum', artist: 'The Lab Band' });
    expect(tags['album']).toBeUndefined();
  });
});
