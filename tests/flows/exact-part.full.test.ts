// An exact part, played by a browser: its first picture is the one at its start, and none is missing behind it.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { shared } from '../support/browser/shared.ts';
import { countedSource } from '../support/media/counted-media.ts';
import {
  createTranscoderFixture,
  type TranscoderFixture,
} from '../support/media/transcoder-fixture.ts';

const SPAN = { startSeconds: 9.3, endSeconds: 11.3 };
const ADDRESS = 'http://player.test/';
const GROUPS = ['-g', '50', '-keyint_min', '50', '-sc_threshold', '0', '-bf', '2'];

let fixture: TranscoderFixture;
beforeAll(async () => {
  fixture = await createTranscoderFixture();
});
afterAll(() => fixture.remove());

/** Plays the file slowly, and returns the number and the time of each picture; it is run in the page. */
const PLAY = `(async () => {
  const video = document.createElement('video');
  video.muted = true;
  document.body.append(video);
  const context = new OffscreenCanvas(192, 32).getContext('2d', { willReadFrequently: true });
  const number = () => {
    context.drawImage(video, 0, 0, 192, 32);
    let sum = 0;
    for (let bit = 0; bit < 12; bit += 1)
      if (context.getImageData(bit * 16 + 8, 16, 1, 1).data[0] > 128) sum += 2 ** bit;
    return sum;
  };
  video.src = '/made.mp4';
  await new Promise((resolve, reject) => {
    video.onloadeddata = resolve;
    video.onerror = () => reject(new Error(video.error.message));
  });
  const seen = [[0, number()]];
  const look = (_, { mediaTime }) => {
    seen.push([mediaTime, number()]);
    video.requestVideoFrameCallback(look);
  };
  video.requestVideoFrameCallback(look);
  video.playbackRate = 0.25;
  await video.play();
  await new Promise((resolve) => { video.onended = resolve; });
  return seen;
})()`;

async function played(page: Page, path: string): Promise<readonly (readonly [number, number])[]> {
  await page.route(`${ADDRESS}**`, async (route) => {
    if (!route.request().url().endsWith('.mp4'))
      return route.fulfill({ body: '<body>', contentType: 'text/html' });
    return route.fulfill({ body: await readFile(path), contentType: 'video/mp4' });
  });
  await page.goto(ADDRESS);
  return page.evaluate(PLAY);
}

shared('a browser shows an exact part from its first picture on', async ({ browser }) => {
  const words = ['-c:v', 'libx264', '-preset', 'veryfast', ...GROUPS, '-c:a', 'aac'];
  const path = await fixture.ffmpeg('counted.mp4', ...countedSource(14), ...words);
  const recipe = { kind: 'clip', container: 'mp4', span: SPAN, isExact: true } as const;
  const made = await fixture.madeOf(recipe, [{ name: path }]);
  expect(made.hidesLead).toBe(false);
  const context = await browser.newContext();
  try {
    const seen = await played(await context.newPage(), made.path);
    expect(seen[0]).toEqual([0, 232]);
    // A busy machine may skip some, but shows none at the wrong time.
    expect(seen.length).toBeGreaterThan(20);
    const wrong = seen.filter(
      ([time, frame]) => frame !== Math.floor((SPAN.startSeconds + time) * 25 + 0.01),
    );
    expect(wrong).toEqual([]);
  } finally {
    await context.close();
  }
});
