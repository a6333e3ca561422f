// The pages in a real browser with real HTTP and a fake service: every state of the flow, on demand.
import type { Page } from 'playwright-core';
import { vi } from 'vitest';
import type { DownloadView } from '../../../src/core/downloading/active-downloads.ts';
import type { Inspected } from '../../../src/core/inspecting/inspection.ts';
import type { Services } from '../../../src/http/services.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { readLink } from '../../../src/shared/link.ts';
import type { Item } from '../../../src/shared/media/media.ts';
import type { Link } from '../../../src/shared/platforms/platform.ts';
import { createFakeDownloading, type FakeDownloading } from '../http/http-fake-downloading.ts';
import { type HttpFixture, startHttpFixture } from '../http/http-fixture.ts';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
  NO_ORIGIN,
} from '../media/make-item.ts';
import { SLOW_MACHINE_TIMEOUT } from '../run/slow-machine-timeout.ts';

const HOUR_MS = 3_600_000;

/** The fixture. `figures` are what running downloads show; `items` what every link leads to, or the code of its refusal. */
export type PlayedFixture = HttpFixture & {
  readonly fake: FakeDownloading;
  readonly show: {
    figures: Partial<DownloadView['progress']>;
    items: readonly Item[] | AppError;
  };
};

const sound = makeTrack('a', { sound: makeSound(), bytes: 160_000 });

/** A video in two sizes and two codecs, with sound. */
export const VIDEO: readonly Item[] = [
  makeItem([
    makeTrack('hd', { picture: makePicture({ width: 1920, height: 1080 }), bytes: 8_400_000 }),
    makeTrack('vp9', {
      container: 'webm',
      picture: makePicture({ codec: 'vp9', width: 3840, height: 2160, fps: 60 }),
      bytes: 91_000_000,
    }),
    makeTrack('sd', { picture: makePicture({ width: 640, height: 360 }), bytes: 900_000 }),
    sound,
  ]),
];

/** An hour and a half with chapters. */
export const LONG: readonly Item[] = VIDEO.map((item) => ({
  ...item,
  durationSeconds: 5400,
  chapters: ['The gate', 'The pond', 'The hill', 'The way back'].map((title, at) => ({
    title,
    startSeconds: at * 1350,
    endSeconds: null,
  })),
}));

/** Three items: two videos and a photo. */
export const POST: readonly Item[] = [
  ...VIDEO,
  makeItem([makeTrack('p', { container: 'jpeg', picture: makePicture(), bytes: 200_000 })], {
    id: 'two',
    index: 2,
    kind: 'photo',
    durationSeconds: null,
  }),
  makeItem([makeTrack('s', { picture: makePicture(), bytes: 400_000 })], { id: 'three', index: 3 }),
];

/** Starts it on a free port. */
export async function startPlayedFixture(): Promise<PlayedFixture> {
  const fake = createFakeDownloading();
  const show: PlayedFixture['show'] = { figures: {}, items: VIDEO };
  const dress = (view: DownloadView): DownloadView => ({
    ...view,
    download: {
      ...view.download,
      expiresAt: view.download.expiresAt === null ? null : Date.now() + HOUR_MS,
    },
    progress: { ...view.progress, ...show.figures },
  });
  const { service } = fake;
  const fixture = await startHttpFixture(
    {},
    {
      inspecting: playInspecting(show),
      downloading: {
        ...service,
        start: async (...args) => dress(await service.start(...args)),
        get: async (...args) => dress(await service.get(...args)),
        list: async (visitor) => (await service.list(visitor)).map(dress),
        share: async (...args) => dress(await service.share(...args)),
        watch: (visitor, watched, listener) =>
          service.watch(visitor, watched, (view) => listener(dress(view))),
      },
    },
  );
  return { ...fixture, fake, show };
}

function playInspecting(show: PlayedFixture['show']): Services['inspecting'] {
  const resolve = async (text: string) => {
    const reading = readLink(text);
    if (reading.kind === 'link') return reading.link;
    const code = reading.kind === 'refused' ? reading.code : 'unsupported_url';
    throw new AppError(code, { params: { platform: 'none' } });
  };
  const inspect = async ({ hints }: Link): Promise<Inspected> => {
    if (show.items instanceof AppError) throw show.items;
    const inspection = makeInspection(show.items, hints);
    return {
      inspection: { ...inspection, media: { ...inspection.media, author: 'Somebody' } },
      sources: { egress: 'direct', byId: new Map() },
      origin: NO_ORIGIN,
    };
  };
  return { resolve, inspect, inspectAgain: inspect, isKnown: () => false, find: async () => null };
}

/** A link that the played fixture takes. */
export const PLAYED_LINK = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';

/** Puts a link in and waits for the choices. */
export async function choose(page: Page): Promise<void> {
  await page.getByLabel('Video link').fill(PLAYED_LINK);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'A video', exact: true }).waitFor();
  await page.evaluate(STANDS_STILL);
}

/** The page scrolls to the choices: a press before it is there may begin on a button and end beside it. */
const STANDS_STILL = `new Promise((done) => {
  let [last, frames] = [-1, 0];
  const look = () => {
    frames = scrollY === last ? frames + 1 : 0;
    last = scrollY;
    if (frames > 20) done();
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Presses the button; the answer is the id of the job. */
export async function begin(page: Page, fixture: PlayedFixture): Promise<string> {
  const before = fixture.fake.requests.length;
  await page.getByRole('button', { name: 'Get Your Video Now' }).click();
  await page.getByRole('heading', { name: 'Processing Your Request' }).waitFor();
  await vi.waitUntil(() => fixture.fake.requests.length > before, SLOW_MACHINE_TIMEOUT);
  return `job-${before + 1}`;
}
