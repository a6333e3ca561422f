// The pictures of a post as a video with the post's sound, over HTTP: each picture at its time, and what cannot be.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultRule } from '../../lab/faults/faults.ts';
import { colourDistance, readColour } from '../../lab/media/measure.ts';
import type { DownloadAnswer, DownloadRequest } from '../../src/shared/api/download.ts';
import { clientAt } from '../support/product/job-client.ts';
import { untilNothingLeft } from '../support/product/left-behind.ts';
import { type Product, startProduct } from '../support/product/product.ts';
import { type Contents, readContents } from '../support/product/receive.ts';
import { OVER_HTTP, visit } from '../support/product/visitor.ts';

const FOUR = 'https://www.tiktok.com/@lab.photos/photo/7512345678901234506';
const MIXED = 'https://www.tiktok.com/@lab.photos/photo/7512345678901234507';
const ONE = 'https://www.instagram.com/p/DKphotoLab1/';
const TWO = 'https://www.threads.com/@platform.lab/post/DLphotosLa1';
const AMONG_VIDEOS = 'https://www.instagram.com/p/DKcarousel1/';
const VIDEO = 'https://www.tiktok.com/@lab.dances/video/7512345678901234501';
const PICTURES_HOST = 'p16-sign-va.tiktokcdn.com';

let product: Product;
let origin: string;
let folder: string;
beforeAll(async () => {
  product = await startProduct({ ...OVER_HTTP, MAX_TRANSCODES: '2' });
  origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
  folder = await mkdtemp(path.join(tmpdir(), 'keepreel-slideshow-'));
});
afterAll(async () => {
  expect(product.warnings).toEqual([]);
  expect(product.lab.unknown()).toEqual([]);
  await product.close();
  await rm(folder, { recursive: true, force: true });
});

type Made = {
  readonly answer: DownloadAnswer;
  readonly file: string;
  readonly contents: Contents;
};

async function make(body: DownloadRequest): Promise<Made> {
  const visitor = visit(origin);
  const answer = await visitor.download(body);
  if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
  const { path: file } = await visitor.receive(answer, folder);
  return { answer, file, contents: await readContents(file) };
}

const codecsOf = ({ streams }: Contents) => streams.map(({ codec_name }) => codec_name).sort();
const sizeOf = ({ streams }: Contents) => {
  const shown = streams.find(({ codec_type }) => codec_type === 'video');
  return [shown?.width, shown?.height];
};
/** How far the picture at a moment is from a colour. */
const distance = async (file: string, atSeconds: number, colour: string) =>
  colourDistance(await readColour(file, atSeconds), colour);

describe('the offer', () => {
  it('counts the pictures, and says whether there is a sound', async () => {
    for (const [url, pictures, hasSound] of [
      [FOUR, 4, true],
      [MIXED, 3, false],
      [ONE, 1, false],
      [TWO, 2, false],
      [AMONG_VIDEOS, 1, false],
    ] as const) {
      const answer = await visit(origin).inspect(url);
      expect(answer).toMatchObject({
        slideshow: { pictures, hasSound, durationSeconds: 3 * pictures },
      });
    }
    expect(await visit(origin).inspect(VIDEO)).toMatchObject({ slideshow: null });
  });
});

describe('a slideshow', () => {
  it('shows each picture in its turn, fades, and plays the sound as long as the pictures', async () => {
    const { answer, file, contents } = await make({
      url: FOUR,
      slideshow: { secondsPerPicture: 2 },
    });
    expect(answer.filename).toBe('Four corners of the old town (1080p).mp4');
    expect([codecsOf(contents), sizeOf(contents)]).toEqual([
      ['aac', 'h264'],
      [1080, 1440],
    ]);
    expect(contents.complaints).toBe('');
    expect(contents.seconds).toBeCloseTo(8, 1);
    expect(contents.boxes.indexOf('moov')).toBeLessThan(contents.boxes.indexOf('mdat'));
    for (const [index, colour] of ['#aaffc3', '#ffd8b1', '#000075', '#808080'].entries())
      for (const within of [0.04, 0.8, 1.52])
        expect(await distance(file, index * 2 + within, colour)).toBeLessThan(16);
    // In the middle of a fade it is neither the one nor the other.
    expect(await distance(file, 3.8, '#ffd8b1')).toBeGreaterThan(40);
    expect(await distance(file, 3.8, '#000075')).toBeGreaterThan(40);
    expect(await distance(file, 7.9, '#808080')).toBeLessThan(16);
    for (const tone of contents.tones) expect(Math.abs((tone ?? 0) - 1400)).toBeLessThan(4);
  });

  it('of longer pictures than the sound ends in silence', async () => {
    const { contents } = await make({ url: FOUR, slideshow: { secondsPerPicture: 5 } });
    expect(contents.seconds).toBeCloseTo(20, 1);
    const [start, , end] = contents.tones;
    expect(Math.abs((start ?? 0) - 1400)).toBeLessThan(4);
    expect(end).toBeNull();
  });

  it('of tall and wide pictures has the frame of most, and the others on black', async () => {
    const { file, contents } = await make({ url: MIXED, slideshow: {} });
    expect([codecsOf(contents), sizeOf(contents)]).toEqual([['h264'], [1080, 1440]]);
    expect(contents.seconds).toBeCloseTo(9, 1);
    for (const [index, colour] of ['#e6beff', '#800000', '#4363d8'].entries())
      expect(await distance(file, index * 3 + 1, colour)).toBeLessThan(16);
  });

  it.each([
    ['one picture', ONE, 5, ['#37474f']],
    ['two pictures', TWO, 2, ['#546e7a', '#78909c']],
    ['the one picture among videos', AMONG_VIDEOS, 2, ['#00838f']],
  ] as const)('of %s', async (_name, url, secondsPerPicture, colours) => {
    const { file, contents } = await make({ url, slideshow: { secondsPerPicture } });
    expect(codecsOf(contents)).toEqual(['h264']);
    expect(contents.seconds).toBeCloseTo(colours.length * secondsPerPicture, 1);
    for (const [index, colour] of colours.entries())
      expect(await distance(file, (index + 0.5) * secondsPerPicture, colour)).toBeLessThan(16);
  });

  it('takes the name that was chosen', async () => {
    const { answer } = await make({ url: ONE, slideshow: {}, name: 'My evening' });
    expect(answer.filename).toBe('My evening.mp4');
  });
});

it('is cancelled while its pictures come, and leaves nothing', async () => {
  const client = clientAt(origin);
  const pathPrefix = '/tos-maliva-p-0068/7512345678901234507';
  const fault = { kind: 'slow', bytesPerSecond: 500 } as const;
  const undo = product.lab.faults.add({ host: PICTURES_HOST, pathPrefix, fault });
  const { job } = await client.start({ url: MIXED, slideshow: { secondsPerPicture: 5 } });
  const { percent } = await client.until(job, 'fetching');
  expect(percent).toBeLessThan(25);
  expect(await client.cancel(job)).toBe(true);
  undo();
  expect((await client.job(job)).state).toBe('cancelled');
  await untilNothingLeft(product.dataDir, process.pid, 5000);
});

it('the sound of a photo post needs no item', async () => {
  const { contents } = await make({ url: FOUR, format: 'mp3' });
  expect(codecsOf(contents)).toEqual(['mp3']);
});

describe('what cannot be', () => {
  it.each<[string, DownloadRequest, string]>([
    ['a video', { url: VIDEO, slideshow: {} }, 'choice_unavailable'],
    ['one item', { url: FOUR, slideshow: {}, item: 'x' }, 'choice_unavailable'],
    ['an audio file', { url: FOUR, slideshow: {}, format: 'mp3' }, 'choice_unavailable'],
    ['another format', { url: FOUR, slideshow: {}, container: 'webm' }, 'choice_unavailable'],
    ['a shorter time', { url: FOUR, slideshow: { secondsPerPicture: 1 } }, 'invalid_request'],
    ['a longer time', { url: FOUR, slideshow: { secondsPerPicture: 6 } }, 'invalid_request'],
    ['half a second', { url: FOUR, slideshow: { secondsPerPicture: 2.5 } }, 'invalid_request'],
    ['an unknown field', { url: FOUR, slideshow: { fade: 1 } as never }, 'invalid_request'],
  ])('%s', async (_name, body, code) => {
    expect(await visit(origin).download(body)).toMatchObject({ success: false, code });
  });

  it.each<[string, FaultRule['fault'], string]>([
    ['a page instead of a picture', { kind: 'html' }, 'bad_media'],
    ['half a picture', { kind: 'cut', atShare: 0.5 }, 'bad_media'],
    ['a picture that has gone', { kind: 'status', status: 404 }, 'not_found'],
  ])('%s', async (_name, fault, code) => {
    const pathPrefix = '/tos-maliva-p-0068/7512345678901234506-3';
    const undo = product.lab.faults.add({ host: PICTURES_HOST, pathPrefix, fault });
    const answer = await visit(origin).download({
      url: FOUR,
      slideshow: { secondsPerPicture: 4 },
    });
    undo();
    expect(answer).toMatchObject({ success: false, code });
  });
});
