// Row of the table × container × subtitles × tags, against a table of what each format holds: the right file, told by ffprobe,
// or the refusal. Here a few drawn from a seed; `npm run soak -- --combinations all` makes every one.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runTool } from '../../lab/media/run-tool.ts';
import type { DownloadRequest } from '../../src/shared/api/download.ts';
import type { InspectItem } from '../../src/shared/api/inspect.ts';
import { type Product, startProduct } from '../support/product/product.ts';
import { seeded } from '../support/product/random-faults.ts';
import { type Contents, readContents } from '../support/product/receive.ts';
import { OVER_HTTP, visit } from '../support/product/visitor.ts';

const { SOAK_COMBINATIONS = '12', SOAK_SEED = '20261125' } = process.env;

const YOUTUBE = 'https://www.youtube.com/watch?v=labMain_001';
const TIKTOK = 'https://www.tiktok.com/@lab.dances/video/7512345678901234501';

/** `codec` names the smallest row with it; null is the lowest quality. `inside` is what the original has, by its container. */
const SOURCES = {
  'YouTube H.264': { url: YOUTUBE, codec: 'h264', inside: ['mp4', 'h264+aac'] },
  'YouTube VP9': { url: YOUTUBE, codec: 'vp9', inside: ['webm', 'vp9+opus'] },
  'YouTube AV1': { url: YOUTUBE, codec: 'av1', inside: ['webm', 'av1+opus'] },
  'TikTok, combined': { url: TIKTOK, codec: null, inside: ['mp4', 'h264+aac'] },
} as const;
type Source = keyof typeof SOURCES;

const CONTAINERS = ['mp4', 'mov', 'webm', 'avi', 'mp3', 'aac', 'm4a', 'original'] as const;
type Container = (typeof CONTAINERS)[number];

const SUBTITLES = ['none', 'the first', 'two', 'all'] as const;

const TITLE = 'Ein “Lied” = 1';
const TAGS: Readonly<Record<string, DownloadRequest['tags']>> = {
  'as they come': undefined,
  'title and artist': { title: TITLE, artist: 'فرقة 🎻' },
  'title and cover': { title: TITLE, cover: true },
  'none at all': { title: '', artist: '', cover: false },
};

/** How ffprobe calls each format, its codec of subtitles, and what it holds. */
const FORMATS = {
  mp4: { name: /mp4/, subtitles: 'mov_text', tags: true, cover: false },
  mov: { name: /mov/, subtitles: 'mov_text', tags: true, cover: false },
  webm: { name: /webm/, subtitles: 'webvtt', tags: true, cover: false },
  avi: { name: /^avi$/, subtitles: null, tags: true, cover: false },
  mp3: { name: /^mp3$/, subtitles: null, tags: true, cover: true },
  m4a: { name: /m4a/, subtitles: null, tags: true, cover: true },
  aac: { name: /^aac$/, subtitles: null, tags: false, cover: false },
} as const;

/** What is in a file of each source and container. MP4 takes every codec of video as it is, WebM all but H.264. */
function codecsFor(source: Source, container: Container): string {
  const { inside } = SOURCES[source];
  const video = inside[1].split('+')[0] ?? '';
  switch (container) {
    case 'original':
      return inside[1];
    case 'mp4':
      return `${video}+aac`;
    case 'mov':
      return 'h264+aac';
    case 'webm':
      return video === 'h264' ? 'vp9+opus' : `${video}+opus`;
    case 'avi':
      return 'mpeg4+mp3';
    case 'mp3':
      return 'mp3';
    case 'aac':
    case 'm4a':
      return 'aac';
  }
}

const everyCombination = (Object.keys(SOURCES) as Source[]).flatMap((source) =>
  CONTAINERS.flatMap((container) =>
    SUBTITLES.flatMap((subtitles) =>
      Object.keys(TAGS).map((tags) => ({ source, container, subtitles, tags })),
    ),
  ),
);
type Combination = (typeof everyCombination)[number];

function drawn(): readonly Combination[] {
  if (SOAK_COMBINATIONS === 'all') return everyCombination;
  const random = seeded(Number(SOAK_SEED));
  return everyCombination
    .map((combination) => ({ combination, at: random() }))
    .toSorted((one, other) => one.at - other.at)
    .slice(0, Number(SOAK_COMBINATIONS))
    .map(({ combination }) => combination);
}

let product: Product;
let origin: string;
let folder: string;
const items = new Map<string, InspectItem>();
beforeAll(async () => {
  product = await startProduct({ ...OVER_HTTP, MAX_TRANSCODES: '2', MAX_ENCODE_MINUTES: '1' });
  origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-combinations-'));
  for (const url of [YOUTUBE, TIKTOK]) {
    const answer = await visit(origin).inspect(url);
    const [item] = answer.success ? answer.items : [];
    if (!item) throw new Error(`nothing at ${url}`);
    items.set(url, item);
  }
});
afterAll(async () => {
  expect(product.warnings).toEqual([]);
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

function itemOf(url: string): InspectItem {
  const item = items.get(url);
  if (!item) throw new Error(`${url} was not looked at`);
  return item;
}

function bodyOf({ source, container, subtitles, tags }: Combination): DownloadRequest {
  const { url, codec } = SOURCES[source];
  const item = itemOf(url);
  const rows = item.offers.filter(
    ({ id, videoCodec }) => id.startsWith('track:') && videoCodec === codec,
  );
  const count = { none: 0, 'the first': 1, two: 2, all: 8 }[subtitles];
  const wanted = item.subtitles.slice(0, count).map(({ id }) => id);
  return {
    url,
    quality: 'low',
    container,
    ...(codec && { offer: rows.at(-1)?.id ?? '' }),
    ...(wanted.length > 0 && { subtitles: wanted }),
    ...(TAGS[tags] && { tags: TAGS[tags] }),
  };
}

const streamsOf = ({ streams }: Contents, type: string) =>
  streams.filter(({ codec_type }) => codec_type === type).map(({ codec_name }) => codec_name);

it.concurrent.each(drawn())(
  '$source as $container, subtitles: $subtitles, tags: $tags',
  {
    timeout: 600_000,
  },
  async (combination) => {
    const { source, container, tags } = combination;
    const body = bodyOf(combination);
    const made = container === 'original' ? SOURCES[source].inside[0] : container;
    const format = FORMATS[made];
    const visitor = visit(origin);
    const answer = await visitor.download(body);

    const isHeld =
      (!body.subtitles || format.subtitles !== null) &&
      (!body.tags || (format.tags && (!body.tags.cover || format.cover)));
    if (!isHeld) {
      expect(answer).toMatchObject({ success: false, code: 'choice_unavailable' });
      return;
    }
    if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
    const { path: file } = await visitor.receive(answer, folder);
    const contents = await readContents(file);
    expect(contents.complaints).toBe('');
    expect(contents.format).toMatch(format.name);
    expect(answer.filename.endsWith(`.${made}`)).toBe(true);
    const codecs = [...streamsOf(contents, 'video'), ...streamsOf(contents, 'audio')].join('+');
    expect(codecs).toBe(codecsFor(source, container));
    expect(streamsOf(contents, 'subtitle')).toEqual(
      (body.subtitles ?? []).map(() => format.subtitles),
    );
    if (body.subtitles) expect(await firstCues(file)).toMatch(/-->/);
    expectTags(contents, { tags: TAGS[tags], holds: format, title: itemOf(body.url).title });
    await rm(file);
  },
);

/** The first track of subtitles, read back as SRT. */
async function firstCues(file: string): Promise<string> {
  const args = ['-v', 'error', '-i', file, '-map', '0:s:0', '-f', 'srt', '-'];
  return String(await runTool('ffmpeg', args));
}

function expectTags(
  contents: Contents,
  {
    tags,
    holds,
    title,
  }: {
    readonly tags: DownloadRequest['tags'];
    readonly holds: { readonly tags: boolean; readonly cover: boolean };
    readonly title: string | null;
  },
) {
  const written = Object.fromEntries(
    Object.entries(contents.tags).map(([key, value]) => [key.toLowerCase(), value]),
  );
  if (tags) expect(written['title']).toBe(tags.title === '' ? undefined : (tags.title ?? title));
  if (tags?.artist !== undefined) expect(written['artist']).toBe(tags.artist || undefined);
  // Without a choice an MP3 alone gets a cover: the others may be passed on as they are.
  const wantsCover = tags ? tags.cover !== false : contents.format === 'mp3';
  expect(contents.cover !== null).toBe(holds.cover && wantsCover);
}
