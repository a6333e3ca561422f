// What yt-dlp says about formats besides their figures reaches the choice: through the real engine, one kind each.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { formatOf } from '../../lab/platforms/youtube/itags.ts';
import { ALL_BUT_ONE_DUBBED } from '../../lab/platforms/youtube/voices.ts';
import type { DownloadRequest } from '../../src/shared/api/download.ts';
import type { InspectItem } from '../../src/shared/api/inspect.ts';
import { type Product, startProduct } from '../support/product/product.ts';
import { readContents } from '../support/product/receive.ts';
import { OVER_HTTP, visit } from '../support/product/visitor.ts';

const urlOf = (id: string) => `https://www.youtube.com/watch?v=${id}`;

let product: Product;
let origin: string;
let folder: string;
beforeAll(async () => {
  product = await startProduct({ ...OVER_HTTP, MAX_TRANSCODES: '2' });
  origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-ranking-'));
});
afterAll(async () => {
  expect(product.warnings).toEqual([]);
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

async function inspect(id: string): Promise<InspectItem> {
  const answer = await visit(origin).inspect(urlOf(id));
  const [item] = answer.success ? answer.items : [];
  if (!item) throw new Error(`nothing at ${id}`);
  return item;
}

type Asked = Omit<DownloadRequest, 'url'>;

async function make(id: string, body: Asked) {
  const visitor = visit(origin);
  const answer = await visitor.download({ url: urlOf(id), ...body });
  if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
  const contents = await readContents((await visitor.receive(answer, folder)).path);
  return { ...contents, caveats: answer.receipt.caveats };
}

const rowsOf = ({ offers }: InspectItem) =>
  offers
    .filter(({ id }) => id.startsWith('track:'))
    .map(({ shortSide, videoCodec, caveats }) => [shortSide, videoCodec, ...caveats].join(' '));
const labelOf = ({ offers }: InspectItem, id: string) => offers.find((one) => one.id === id)?.label;

describe('pictures that the platform enlarged', () => {
  it('are listed below the real ones, with their names', async () => {
    const item = await inspect('labUpscale1');
    expect(rowsOf(item)).toEqual([
      '480 h264',
      '360 h264',
      '360 vp9',
      '1080 vp9 upscaled',
      '1080 av1 upscaled',
    ]);
    expect(labelOf(item, 'track:1.399-sr')).toMatch(/^1080p · AV1 · upscaled by YouTube · /u);
    expect(labelOf(item, 'high')).toMatch(/^480p · H\.264 · ≈/u);
  });

  it.each<[string, Asked, number, string[]?]>([
    ['are not what WebM has', { container: 'webm' }, 243],
    ['are given to those who choose one', { offer: 'track:1.399-sr' }, 399, ['upscaled']],
  ])('%s', async (_what, body, itag, said) => {
    const { streams, caveats } = await make('labUpscale1', body);
    const wanted = formatOf(itag, 10).variant.picture;
    expect(streams[0]).toMatchObject({ width: wanted?.width, height: wanted?.height });
    expect(caveats).toEqual(said);
  });
});

it('a picture of which a part is missing is listed last, and no byte of it is asked for', async () => {
  const item = await inspect('labDamaged1');
  expect(rowsOf(item)).toEqual(['720 h264', '1080 h264 damaged']);
  expect(labelOf(item, 'high')).toMatch(/^720p · H\.264/u);
  const { streams } = await make('labDamaged1', { format: 'mp4', quality: 'high' });
  expect(streams[0]).toMatchObject({ height: 720 });
  const asked = product.lab.requests().map(({ path: address }) => address);
  expect(asked.filter((address) => address.includes('itag=136'))).not.toEqual([]);
  expect(asked.filter((address) => address.includes('itag=137'))).toEqual([]);
});

it('audio with compressed loudness is another track, and never taken by itself', async () => {
  const { tracks } = await inspect('labLoudness');
  const marked = tracks.filter(({ caveats }) => caveats.includes('drc'));
  expect(marked.map(({ id }) => id).sort()).toEqual(['1.140-drc', '1.251-drc']);
  for (const body of [{ format: 'mp4' }, { format: 'mp3' }, { container: 'original' }] as const) {
    const { tones } = await make('labLoudness', body);
    expect([440, 880]).toContain(Math.round((tones[1] ?? 0) / 10) * 10);
  }
});

describe('the voice', () => {
  const toneOf = (language: string) => {
    const voice = ALL_BUT_ONE_DUBBED.find((one) => one.language === language);
    return voice && formatOf(140, 10, { voice }).variant.sound?.toneHz;
  };

  it.each<[string, string, Asked]>([
    ['the only one that is no dub', 'en', { format: 'mp4', quality: 'high' }],
    ['the only one that is no dub', 'en', { format: 'mp3' }],
    ['the only one that is no dub', 'en', { offer: 'original-sound' }],
    ['the one that was asked for', 'fr-FR', { format: 'mp4', sound: { language: 'fr-CA' } }],
    ['the one that was asked for', 'bn', { format: 'mp3', sound: { language: 'bn' } }],
  ])('is %s: %s in %j', async (_what, language, body) => {
    const { tones } = await make('labVoices_1', body);
    expect(Math.abs((tones[1] ?? 0) - (toneOf(language) ?? 0))).toBeLessThan(8);
  });

  it('is said to be unknown where nothing tells which one is the original', async () => {
    const { offers, tracks } = await inspect('labVoices_2');
    for (const id of ['high', 'mp3-320', 'original-sound'])
      expect(offers.find((one) => one.id === id)).toMatchObject({ voice: 'unknown' });
    const voices = tracks.flatMap(({ sound }) => (sound && sound !== 'unknown' ? [sound] : []));
    expect(voices.map(({ language }) => language).sort()).toEqual(['bn', 'de-DE', 'en']);
  });
});
