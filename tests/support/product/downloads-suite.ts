// The tests of downloads of the lab's links, in every way of asking that meets something new; for the links that a tier takes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ExpectedDownload, LabLink, LabPlatform } from '../../../lab/platform.ts';
import { LAB_PLATFORMS } from '../../../lab/platforms/index.ts';
import type { DownloadAnswer, DownloadRequest } from '../../../src/shared/api/download.ts';
import type { InspectItem } from '../../../src/shared/api/inspect.ts';
import type { PlatformId } from '../../../src/shared/platforms/platform.ts';
import { type Product, startProduct } from './product.ts';
import { type Contents, readContents } from './receive.ts';
import { differences, falseClaims, type Kind } from './right-file.ts';
import { OVER_HTTP, type Received, type Visitor, visit } from './visitor.ts';

const LARGEST_SHIFT_SECONDS = 0.05;
const KILOBITS = { high: 320, medium: 192, low: 128 } as const;

/** One request that a visitor makes of a link; `index` is the item (from 0), or null to leave that to the link. */
type Case = {
  readonly name: string;
  readonly link: LabLink;
  readonly index: number | null;
  readonly wanted: ExpectedDownload;
  readonly quality: 'high' | 'medium' | 'low';
};

/**
 * The platform on which every link is asked for in every way, the first one in all three rates of MP3. How a choice is read,
 * how a file is made and what its receipt says depends on no platform, so the others are asked in pairs: see {@link pairsOf}.
 */
const IN_FULL: PlatformId = 'youtube';

function casesOf(link: LabLink, isInFull: boolean): Case[] {
  const lists = link.downloads ?? [];
  const all = lists.flatMap((list, at) =>
    list.flatMap((wanted): Case[] => {
      const index = lists.length > 1 ? at : null;
      const item = index === null ? '' : `, item ${at + 1}`;
      const { ask } = wanted;
      if (ask === 'instead') return [];
      const qualities =
        ask === 'mp3' && isInFull ? (['high', 'medium', 'low'] as const) : (['high'] as const);
      return qualities.map((one) => {
        const quality = ask === 'medium' || ask === 'low' ? ask : one;
        const rate = ask === 'mp3' ? ` ${KILOBITS[quality]}` : '';
        const row = ask === 'row' && 'files' in wanted ? ` ${rowName(wanted)}` : '';
        return { name: `${link.name}${item}: ${ask}${rate}${row}`, link, index, wanted, quality };
      });
    }),
  );
  // What a link with several items gives to those who do not choose.
  const own = lists[(link.pointsAt ?? 1) - 1]?.[0];
  if (lists.length === 1 || own === undefined) return all;
  return [
    ...all,
    { name: `${link.name}: its own item`, link, index: null, wanted: own, quality: 'high' },
  ];
}

/**
 * The cases that meet something no case before them met: a way of asking on this platform, a file of a link (so every
 * file that a link leads to is downloaded and looked into once), a refusal. Left out are the same files once more: a link
 * with a single video for `medium` and `low`; the sound that came with the video, as MP3 or unchanged, but for once for
 * each shape of post, since tags are taken from what tests/lab/inspect.test.ts holds for every link.
 */
function pairsOf(cases: readonly Case[]): Case[] {
  const met = new Set<string>();
  return cases.filter((one) => {
    const keys = keysOf(one).filter((key) => !met.has(key));
    for (const key of keys) met.add(key);
    return keys.length > 0;
  });
}

function keysOf({ name, link, index, wanted }: Case): readonly string[] {
  const { ask } = wanted;
  if (!('files' in wanted) || name.endsWith(': its own item')) return [name];
  const { files } = wanted;
  const sounds = JSON.stringify(files.map(({ sound }) => sound));
  const video = link.downloads?.[index ?? 0]?.find((other) => other.ask === 'high');
  const isOfVideo =
    video !== undefined &&
    'files' in video &&
    JSON.stringify(video.files.map(({ sound }) => sound)) === sounds;
  if (ask === 'mp3') {
    const author = 'items' in link.expect && link.expect.author ? 'author' : 'no author';
    const shape = `${ask}, ${index === null ? 'one item' : 'an item of several'}, ${author}`;
    return isOfVideo ? [shape] : [shape, `${link.name} ${index} ${sounds}`];
  }
  if (ask === 'original-sound')
    return [`${ask} ${files.map(({ sound }) => `${sound?.container} ${sound?.sound?.codec}`)}`];
  return [ask, `${link.name} ${index} ${JSON.stringify(files)}`];
}

function rowName({ files: [file] }: Extract<ExpectedDownload, { files: unknown }>): string {
  const { codec, width, height, fps } = file.picture?.picture ?? {};
  return `${codec} ${width}x${height} ${fps}`;
}

let product: Product;
let origin: string;
let folder: string;
async function itemsOf(visitor: Visitor, { url }: LabLink): Promise<readonly InspectItem[]> {
  const answer = await visitor.inspect(url);
  if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
  return answer.items;
}

/** Loads the thumbnail of a case's item, as its page does, so that a busy machine has the cover of an MP3 in time. */
async function loadThumbnail(visitor: Visitor, { link, index }: Case): Promise<void> {
  const items = await itemsOf(visitor, link);
  const url = items[index ?? (link.pointsAt ?? 1) - 1]?.thumbnailUrl;
  if (url) await fetch(new URL(url, origin)).then((response) => response.arrayBuffer());
}

/** Several buttons may give the very same bytes, which are then looked into once. */
const looked = new Map<string, Promise<Contents>>();
function contentsOf({ path: file, sha256 }: Received, hasMarks: boolean): Promise<Contents> {
  const contents = looked.get(sha256) ?? readContents(file, { hasMarks });
  looked.set(sha256, contents);
  return contents;
}

/** The request of a visitor who pressed a button, or a row of the list. */
async function requestFor(visitor: Visitor, asked: Case): Promise<DownloadRequest> {
  const { link, index, wanted, quality } = asked;
  const { ask } = wanted;
  const plain = { url: link.url };
  const isPlain = ask === 'high' || ask === 'medium' || ask === 'low' || ask === 'mp3';
  if (isPlain && index === null)
    return { ...plain, format: ask === 'mp3' ? 'mp3' : 'mp4', quality };
  const items = await itemsOf(visitor, link);
  const item = items[index ?? (link.pointsAt ?? 1) - 1];
  if (item === undefined) throw new Error(`There is no item ${index}.`);
  const ofItem = index === null ? plain : { ...plain, item: item.id };
  if (isPlain) return { ...ofItem, format: ask === 'mp3' ? 'mp3' : 'mp4', quality };
  if (ask !== 'row') return { ...ofItem, offer: ask };
  const picture = 'files' in wanted ? wanted.files[0].picture?.picture : undefined;
  const lines = picture && Math.min(picture.width, picture.height);
  const offers = item.offers.filter(
    (one) =>
      one.id.startsWith('track:') &&
      one.videoCodec === picture?.codec &&
      one.shortSide === lines &&
      (one.dynamicRange === 'hdr') === (picture?.hdr === true),
  );
  const offer = offers.find(({ fps }) => fps === picture?.fps) ?? offers[0];
  if (offer === undefined) throw new Error(`There is no row of ${picture?.codec} ${lines}p.`);
  return { ...ofItem, offer: offer.id };
}

function kindOf(ask: ExpectedDownload['ask']): Kind {
  if (ask === 'mp3' || ask === 'photo') return ask;
  return ask === 'original-sound' ? 'sound' : 'mp4';
}

/** The sum of the receipt comes a little after the file. */
async function expectSum(visitor: Visitor, { job }: DownloadAnswer, sha256: string): Promise<void> {
  const said = async () => (await visitor.job(job)).result?.receipt.sha256;
  expect(await vi.waitUntil(said, { timeout: 60_000, interval: 100 })).toBe(sha256);
}

async function expectPart(visitor: Visitor, { downloadUrl }: DownloadAnswer, bytes: number) {
  const part = await visitor.get(downloadUrl, { range: `bytes=${bytes - 100}-` });
  expect([
    part.status,
    part.headers.get('content-range'),
    (await part.arrayBuffer()).byteLength,
  ]).toEqual([206, `bytes ${bytes - 100}-${bytes - 1}/${bytes}`, 100]);
}

function expectTags(
  { link: { expect: expected } }: Case,
  { format, receipt }: DownloadAnswer,
  { streams, tags, cover }: Contents,
  quality: Case['quality'],
): void {
  expect([format, receipt.container]).toEqual(['mp3', 'mp3']);
  expect(Number(streams[0]?.bit_rate)).toBe(KILOBITS[quality] * 1000);
  if ('code' in expected) throw new TypeError('A link with downloads has no code.');
  if (expected.items.length === 1) expect(tags['title']).toBe(expected.title);
  expect(tags['title']).not.toBe('');
  if (expected.author) expect(tags['artist']).toBe(expected.author);
  expect(cover).toMatchObject({ codec_name: 'mjpeg' });
  expect(Math.min(cover?.width ?? 0, cover?.height ?? 0)).toBeGreaterThan(50);
}

/** Declares the tests for so many links of each platform; without a number for all, and in full on one platform. */
export function testDownloads(
  linksOfEach?: number,
  platforms: readonly LabPlatform[] = Object.values(LAB_PLATFORMS),
  settings: Readonly<Record<string, string>> = {},
): void {
  beforeAll(async () => {
    product = await startProduct({ ...OVER_HTTP, ...settings });
    origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
    folder = await mkdtemp(path.join(tmpdir(), 'keepreel-downloads-'));
  });
  afterAll(async () => {
    await product.close();
    await rm(folder, { recursive: true, force: true });
  });

  describe.each(platforms)('$id', ({ id, links }) => {
    const declared = links.filter(({ downloads }) => downloads !== undefined).slice(0, linksOfEach);
    const isInFull = linksOfEach === undefined && id === IN_FULL;
    const all = declared.flatMap((link, at) => casesOf(link, isInFull && at === 0));
    const cases = isInFull ? all : pairsOf(all);

    it('is asked for every link in every way', () => {
      expect(cases.length).toBeGreaterThan(1);
      expect(new Set(cases.map(({ link }) => link))).toEqual(new Set(all.map(({ link }) => link)));
      const asks = (some: readonly Case[]) => new Set(some.map(({ wanted }) => wanted.ask));
      expect(asks(cases)).toEqual(asks(all));
    });

    // Four seconds of 2160p60 keep a busy machine busy.
    it.concurrent.each(cases)('$name', { timeout: 300_000 }, async (asked) => {
      const { wanted, quality } = asked;
      const visitor = visit(origin);
      // On the platform in full the job fetches the cover itself.
      if (!isInFull && wanted.ask === 'mp3') await loadThumbnail(visitor, asked);
      const answer = await visitor.download(await requestFor(visitor, asked));
      if ('codes' in wanted) {
        expect(wanted.codes).toContain(answer.success ? 'a file' : answer.code);
        return;
      }
      if (!answer.success) throw new Error(`${answer.code}: ${answer.message} ${answer.ref}`);
      const received = await visitor.receive(answer, folder);
      const kind = kindOf(wanted.ask);
      const hasMarks = kind === 'mp4' && Boolean(wanted.files[0].picture?.marksAtSeconds);
      const contents = await contentsOf(received, hasMarks);
      expect(differences(contents, kind, wanted.files)).toEqual([]);
      expect(falseClaims(answer, received, contents)).toEqual([]);
      if (kind === 'mp3') expectTags(asked, answer, contents, quality);
      if (hasMarks) expect(contents.delays?.length).toBeGreaterThan(0);
      for (const delay of contents.delays ?? [])
        expect(Math.abs(delay)).toBeLessThan(LARGEST_SHIFT_SECONDS);
      await expectPart(visitor, answer, received.bytes);
      await expectSum(visitor, answer, received.sha256);
    });
  });

  it('makes no request that the lab does not know, and logs no warning', () => {
    expect(product.lab.unknown()).toEqual([]);
    expect(product.warnings).toEqual([]);
  });
}
