// A link in the format, voice and bit rate of the visitor's choice: the right file, or the refusal that is to be expected.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DownloadAnswer, DownloadRequest } from '../../src/shared/api/download.ts';
import type { InspectItem } from '../../src/shared/api/inspect.ts';
import { type Product, startProduct } from '../support/product/product.ts';
import { type Contents, readContents } from '../support/product/receive.ts';
import { OVER_HTTP, visit } from '../support/product/visitor.ts';

const MAIN = 'https://www.youtube.com/watch?v=labMain_001';
const DUBS = 'https://www.youtube.com/watch?v=labDubs_001';
const SYNC = 'https://www.youtube.com/watch?v=labSync_001';
const TIKTOK = 'https://www.tiktok.com/@lab.dances/video/7512345678901234501';
const SILENT = 'https://x.com/platform_lab/status/1931111111111111601';
const SECRETLY_SILENT = 'https://www.facebook.com/watch/?v=1000000000000104';
const PHOTO = 'https://www.instagram.com/p/DKphotoLab1/';

let product: Product;
let origin: string;
let folder: string;
beforeAll(async () => {
  product = await startProduct({ ...OVER_HTTP, MAX_TRANSCODES: '2', MAX_ENCODE_MINUTES: '1' });
  origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-containers-'));
});
afterAll(async () => {
  expect(product.warnings).toEqual([]);
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

const ask = (body: DownloadRequest) => visit(origin).download(body);

async function make(
  body: DownloadRequest,
  options = {},
): Promise<{ readonly answer: DownloadAnswer; readonly contents: Contents }> {
  const visitor = visit(origin);
  const answer = await visitor.download(body);
  if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
  const { path: file } = await visitor.receive(answer, folder);
  return { answer, contents: await readContents(file, options) };
}

/** The item that an inspection found. */
async function itemOf(url: string): Promise<InspectItem> {
  const answer = await visit(origin).inspect(url);
  const [item] = answer.success ? answer.items : [];
  if (!item) throw new Error(`nothing at ${url}`);
  return item;
}

/** The smallest row of the table with this codec. */
async function rowOf(url: string, codec: string): Promise<string> {
  const { offers } = await itemOf(url);
  const rows = offers.filter(
    ({ id, videoCodec }) => id.startsWith('track:') && videoCodec === codec,
  );
  return rows.at(-1)?.id ?? '';
}

async function spanishTrack(): Promise<string> {
  const { tracks } = await itemOf(DUBS);
  const isSpanish = ({ sound }: (typeof tracks)[number]) =>
    sound !== null && sound !== 'unknown' && sound.language === 'es' && sound.codec === 'aac';
  return tracks.find(isSpanish)?.id ?? '';
}

const codecsOf = ({ streams }: Contents) =>
  streams
    .filter(({ codec_type }) => codec_type === 'video' || codec_type === 'audio')
    .toSorted((a, b) => b.codec_type.localeCompare(a.codec_type))
    .map(({ codec_name }) => codec_name)
    .join('+');

const FORMAT_NAMES = {
  mp4: /mp4/,
  mov: /mov/,
  webm: /webm/,
  avi: /^avi$/,
  mp3: /^mp3$/,
  aac: /^aac$/,
  m4a: /m4a/,
} as const;
type Format = keyof typeof FORMAT_NAMES;

describe.each<[string, DownloadRequest, Readonly<Record<Format, string>>]>([
  [
    'video and audio apart, in several codecs',
    { url: MAIN, quality: 'medium' },
    {
      mp4: 'h264+aac',
      mov: 'h264+aac',
      webm: 'vp9+opus',
      avi: 'mpeg4+mp3',
      mp3: 'mp3',
      aac: 'aac',
      m4a: 'aac',
    },
  ],
  [
    'a row of the table in VP9',
    { url: MAIN, offer: 'vp9' },
    {
      mp4: 'vp9+aac',
      mov: 'h264+aac',
      webm: 'vp9+opus',
      avi: 'mpeg4+mp3',
      mp3: 'mp3',
      aac: 'aac',
      m4a: 'aac',
    },
  ],
  [
    'a combined file',
    { url: TIKTOK, quality: 'low' },
    {
      mp4: 'h264+aac',
      mov: 'h264+aac',
      webm: 'vp9+opus',
      avi: 'mpeg4+mp3',
      mp3: 'mp3',
      aac: 'aac',
      m4a: 'aac',
    },
  ],
  [
    'a silent file',
    { url: SILENT },
    {
      mp4: 'h264',
      mov: 'h264',
      webm: 'vp9',
      avi: 'mpeg4',
      mp3: 'choice_unavailable',
      aac: 'choice_unavailable',
      m4a: 'choice_unavailable',
    },
  ],
  [
    'a silent file of a platform that does not say so',
    { url: SECRETLY_SILENT },
    {
      mp4: 'h264',
      mov: 'h264',
      webm: 'vp9',
      avi: 'mpeg4',
      mp3: 'no_sound',
      aac: 'no_sound',
      m4a: 'no_sound',
    },
  ],
])('%s', (_name, body, expected) => {
  it.concurrent.each(Object.keys(FORMAT_NAMES) as Format[])('as %s', async (container) => {
    const wanted = expected[container];
    if (!wanted.includes('+') && ['no_sound', 'choice_unavailable'].includes(wanted)) {
      expect(await ask({ ...body, container })).toMatchObject({ code: wanted });
      return;
    }
    const row = body.offer ? { offer: await rowOf(body.url, body.offer) } : {};
    const { answer, contents } = await make({ ...body, ...row, container });
    expect(codecsOf(contents)).toBe(wanted);
    expect(contents.format).toMatch(FORMAT_NAMES[container]);
    expect(contents.complaints).toBe('');
    expect(answer.receipt.container).toBe(container);
    expect(answer.filename.endsWith(`.${container}`)).toBe(true);
  });
});

describe('the original', () => {
  it.each([
    ['vp9', 'vp9+opus', 'webm'],
    ['h264', 'h264+aac', 'mp4'],
    ['av1', 'av1+opus', 'webm'],
  ] as const)('of %s', async (codec, codecs, container) => {
    const offer = await rowOf(MAIN, codec);
    const { answer, contents } = await make({ url: MAIN, offer, container: 'original' });
    expect([codecsOf(contents), answer.receipt.container]).toEqual([codecs, container]);
  });

  it('of audio is what the platform has', async () => {
    const { answer, contents } = await make({ url: MAIN, format: 'mp3', container: 'original' });
    expect([codecsOf(contents), answer.receipt.container]).toEqual(['opus', 'ogg']);
  });
});

describe('the audio', () => {
  it('is the voice that was asked for, in every format', async () => {
    for (const [container, sound] of [
      ['mp4', { language: 'es' }],
      ['webm', { language: 'es' }],
      ['mp3', { language: 'es' }],
      ['m4a', { track: await spanishTrack() }],
    ] as const) {
      const own = await make({ url: DUBS, container });
      const dubbed = await make({ url: DUBS, container, sound });
      const [original, spanish] = [own, dubbed].map(({ contents }) => contents.tones[1] ?? 0);
      expect([container, Math.round((spanish ?? 0) - (original ?? 0))]).toEqual([container, 31]);
    }
  });

  it('has the bit rate that was asked for, beside an unchanged video', async () => {
    const { answer, contents } = await make({ url: MAIN, quality: 'low', kilobitsPerSecond: 64 });
    expect(codecsOf(contents)).toBe('h264+aac');
    expect(answer.receipt.sound?.kilobitsPerSecond).toBeGreaterThan(40);
    expect(answer.receipt.sound?.kilobitsPerSecond).toBeLessThan(80);
    const opus = await make({
      url: MAIN,
      container: 'webm',
      quality: 'low',
      kilobitsPerSecond: 96,
    });
    expect(codecsOf(opus.contents)).toBe('vp9+opus');
  });

  it.each(['webm', 'avi', 'mov'] as const)('stays in sync in %s', async (container) => {
    const { contents } = await make({ url: SYNC, quality: 'low', container }, { hasMarks: true });
    expect(contents.delays?.length).toBeGreaterThan(2);
    for (const delay of contents.delays ?? []) expect(Math.abs(delay)).toBeLessThan(0.05);
  });
});

describe('what cannot be', () => {
  it.each<[string, DownloadRequest, string]>([
    ['a photo as a video', { url: PHOTO, container: 'webm' }, 'choice_unavailable'],
    [
      'the original as a bit rate',
      { url: MAIN, offer: 'original-sound', kilobitsPerSecond: 64 },
      'choice_unavailable',
    ],
    [
      'audio as a video',
      { url: MAIN, offer: 'original-sound', container: 'avi' },
      'choice_unavailable',
    ],
    [
      'a language that is not there',
      { url: MAIN, sound: { language: 'xx' } },
      'choice_unavailable',
    ],
    ['a track that is not there', { url: MAIN, sound: { track: 'nope' } }, 'choice_unavailable'],
    ['a control character', { url: MAIN, sound: { track: 'a\u0000' } }, 'invalid_request'],
    ['two voices', { url: MAIN, sound: { track: 'a', language: 'b' } as never }, 'invalid_request'],
    ['an unknown format', { url: MAIN, container: 'mkv' as never }, 'invalid_request'],
    ['an odd bit rate', { url: MAIN, kilobitsPerSecond: 100 as never }, 'invalid_request'],
  ])('%s', async (_name, body, code) => {
    expect(await ask(body)).toMatchObject({ success: false, code });
  });
});
