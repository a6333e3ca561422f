// Slideshows of every other kind of post, and what cannot be made.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FaultRule } from '../../lab/faults/faults.ts';
import type { DownloadRequest } from '../../src/shared/api/download.ts';
import { clientAt } from '../support/product/job-client.ts';
import { untilNothingLeft } from '../support/product/left-behind.ts';
import {
  codecsOf,
  distance,
  FOUR,
  type SlideshowFixture,
  sizeOf,
  startSlideshowFixture,
} from '../support/product/slideshow-fixture.ts';
import { visit } from '../support/product/visitor.ts';

const MIXED = 'https://www.tiktok.com/@lab.photos/photo/7512345678901234507';
const ONE = 'https://www.instagram.com/p/DKphotoLab1/';
const TWO = 'https://www.threads.com/@platform.lab/post/DLphotosLa1';
const AMONG_VIDEOS = 'https://www.instagram.com/p/DKcarousel1/';
const VIDEO = 'https://www.tiktok.com/@lab.dances/video/7512345678901234501';
const PICTURES_HOST = 'p16-sign-va.tiktokcdn.com';

let fixture: SlideshowFixture;
beforeAll(async () => {
  fixture = await startSlideshowFixture();
});
afterAll(() => fixture.close());

describe('the offer', () => {
  it('counts the pictures, and says whether there is a sound', async () => {
    for (const [url, pictures, hasSound] of [
      [FOUR, 4, true],
      [MIXED, 3, false],
      [ONE, 1, false],
      [TWO, 2, false],
      [AMONG_VIDEOS, 1, false],
    ] as const) {
      const answer = await visit(fixture.origin).inspect(url);
      expect(answer).toMatchObject({
        slideshow: { pictures, hasSound, durationSeconds: 3 * pictures },
      });
    }
    expect(await visit(fixture.origin).inspect(VIDEO)).toMatchObject({ slideshow: null });
  });
});

describe('a slideshow', () => {
  it('of longer pictures than the sound ends in silence', async () => {
    const { contents } = await fixture.make({ url: FOUR, slideshow: { secondsPerPicture: 5 } });
    expect(contents.seconds).toBeCloseTo(20, 1);
    const [start, , end] = contents.tones;
    expect(Math.abs((start ?? 0) - 1400)).toBeLessThan(4);
    expect(end).toBeNull();
  });

  it('of tall and wide pictures has the frame of most, and the others on black', async () => {
    const { file, contents } = await fixture.make({ url: MIXED, slideshow: {} });
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
    const { file, contents } = await fixture.make({ url, slideshow: { secondsPerPicture } });
    expect(codecsOf(contents)).toEqual(['h264']);
    expect(contents.seconds).toBeCloseTo(colours.length * secondsPerPicture, 1);
    for (const [index, colour] of colours.entries())
      expect(await distance(file, (index + 0.5) * secondsPerPicture, colour)).toBeLessThan(16);
  });

  it('takes the name that was chosen', async () => {
    const { answer } = await fixture.make({ url: ONE, slideshow: {}, name: 'My evening' });
    expect(answer.filename).toBe('My evening.mp4');
  });
});

it('is cancelled while its pictures come, and leaves nothing', async () => {
  const client = clientAt(fixture.origin);
  const pathPrefix = '/tos-maliva-p-0068/7512345678901234507';
  const fault = { kind: 'slow', bytesPerSecond: 500 } as const;
  const undo = fixture.product.lab.faults.add({ host: PICTURES_HOST, pathPrefix, fault });
  const { job } = await client.start({ url: MIXED, slideshow: { secondsPerPicture: 5 } });
  const { percent } = await client.until(job, 'fetching');
  expect(percent).toBeLessThan(25);
  expect(await client.cancel(job)).toBe(true);
  undo();
  expect((await client.job(job)).state).toBe('cancelled');
  await untilNothingLeft(fixture.product.dataDir, process.pid, 5000);
});

it('the sound of a photo post needs no item', async () => {
  const { contents } = await fixture.make({ url: FOUR, format: 'mp3' });
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
    expect(await visit(fixture.origin).download(body)).toMatchObject({ success: false, code });
  });

  it.each<[string, FaultRule['fault'], string]>([
    ['a page instead of a picture', { kind: 'html' }, 'bad_media'],
    ['half a picture', { kind: 'cut', atShare: 0.5 }, 'bad_media'],
    ['a picture that has gone', { kind: 'status', status: 404 }, 'not_found'],
  ])('%s', async (_name, fault, code) => {
    const pathPrefix = '/tos-maliva-p-0068/7512345678901234506-3';
    const undo = fixture.product.lab.faults.add({ host: PICTURES_HOST, pathPrefix, fault });
    const answer = await visit(fixture.origin).download({
      url: FOUR,
      slideshow: { secondsPerPicture: 4 },
    });
    undo();
    expect(answer).toMatchObject({ success: false, code });
  });
});
