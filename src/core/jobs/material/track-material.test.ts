// What a job that downloads fetches, and what it knows of its sources beforehand.
import { describe, expect, it } from 'vitest';
import { silentFetching } from '../../../../tests/support/media/fake-fetching.ts';
import {
  makeInspection,
  makeItem,
  makePicture,
  makeSound,
  makeTrack,
  NO_ORIGIN,
} from '../../../../tests/support/media/make-item.ts';
import { createManualClock } from '../../../../tests/support/run/manual-clock.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Extras } from '../../choosing/choice.ts';
import type { LinkPlan, PlanOption } from '../../choosing/plan.ts';
import type { Inspected, Source } from '../../inspecting/inspection.ts';
import { OWN_NETWORK } from '../../limits/networks.ts';
import type { Fetching, FetchProgress, FetchTask } from '../ports.ts';
import { type TrackNeeds, trackMaterial } from './track-material.ts';

const subtitle = (id: string, language: string) =>
  ({ id, language, name: null, format: 'vtt', automatic: false }) as const;
const sourceAt = (address: string): Source => ({
  address,
  headers: { Referer: address },
  cookies: { a: '1' },
  fragments: null,
});

const other = makeItem([makeTrack('other')], { id: 'other' });
const item = makeItem(
  [
    makeTrack('v', { picture: makePicture(), bytes: 900, delivery: 'dash' }),
    makeTrack('a', { sound: makeSound(), bytes: 70, bytesExact: false, delivery: 'hls' }),
    makeTrack('rate', { sound: makeSound(), bytes: null, bitsPerSecond: 8000 }),
  ],
  { id: 'item', index: 2, subtitles: [subtitle('s-de', 'de'), subtitle('s-en', 'en-GB')] },
);
const sourcesAt = (host: string, ids: readonly string[]) =>
  new Map(ids.map((id) => [id, sourceAt(`https://${host}.test/${id}`)]));
const via = { egress: 'direct', family: 6 } as const;
const IDS = ['v', 'a', 'rate', 's-de', 's-en', 's-gone'];
const inspectedAt = (host: string, ids: readonly string[] = IDS): Inspected => ({
  inspection: makeInspection([other, item]),
  sources: { ...via, byId: sourcesAt(host, ids) },
  origin: NO_ORIGIN,
});

const OPTION: PlanOption = {
  sources: [
    { kind: 'track', trackId: 'v', role: 'picture' },
    { kind: 'track', trackId: 'a', role: 'sound' },
  ],
  recipe: { kind: 'mux', container: 'mp4' },
  expect: { picture: null, sound: null, durationSeconds: null },
  estimate: { bytes: null, exact: false },
};
const planOf = (extras: Partial<Extras> = {}): LinkPlan => ({
  ...OPTION,
  key: 'k',
  media: { platform: 'tiktok', id: '1' },
  itemId: 'item',
  seconds: 20,
  extras,
  alternatives: [],
});
const track = (trackId: string) => ({ kind: 'track', trackId, role: 'sound' }) as const;

/** The material of a plan, and everything that was asked for to make it. */
function setUp({
  extras = {} as Partial<Extras>,
  inspected = inspectedAt('old'),
  fresh = inspectedAt('new'),
  reading = (_address: string): Error | null => null,
} = {}) {
  const opened: unknown[] = [];
  const tasks: FetchTask[] = [];
  const again: unknown[] = [];
  const reads: unknown[] = [];
  const close = async () => undefined;
  const needs: TrackNeeds = {
    clock: createManualClock(),
    thumbnails: { render: () => new Promise(() => undefined) },
    maxFileBytes: 5000,
    inspectAgain: async (...asked) => {
      again.push(asked);
      return fresh;
    },
    findPart: async () => null,
    fetcher: {
      open: (...asked) => {
        opened.push(asked);
        return {
          fetch(task) {
            tasks.push(task);
            return silentFetching(Promise.resolve({ path: '', bytes: 1, mayHaveGaps: false }));
          },
          close,
        };
      },
    },
    subtitles: {
      read: async (...asked) => {
        reads.push(asked);
        const failure = reading(asked[0].address);
        if (failure) throw failure;
        return [
          { startMs: 0, endMs: 1000, text: 'Hallo' },
          { startMs: 9000, endMs: 12_000, text: 'bis zum Ende' },
          { startMs: 9500, endMs: 11_000, text: 'zugleich' },
          { startMs: 11_000, endMs: 12_000, text: 'danach' },
        ];
      },
    },
  };
  const material = trackMaterial(needs, planOf(extras), inspected);
  const { signal } = new AbortController();
  const reports: [number, FetchProgress][] = [];
  const open = (option = OPTION) =>
    material.open({
      option,
      folder: '/work',
      signal,
      report: (index, progress) => reports.push([index, progress]),
    });
  return { material, open, opened, tasks, again, reads, reports, signal, inspected, close };
}

describe('the sources of a download', () => {
  it('are not fetched again where an attempt before has one', async () => {
    const { material, open, tasks, reports, signal } = setUp();
    const [, sound] = open().fetchings;
    const done = Promise.resolve({ bytes: 70 });
    const arrived = new Map([['a', { ...sound, done } as Fetching]]);
    const report = (index: number, progress: FetchProgress) => reports.push([index, progress]);
    const again = material.open({ option: OPTION, folder: '/next', signal, report, arrived });
    expect(again.fetchings[1]).toBe(arrived.get('a'));
    expect(tasks.map(({ path }) => path)).toEqual([
      '/work/0-picture',
      '/work/1-sound',
      '/next/0-picture',
    ]);
    await done;
    expect(reports.at(-1)).toEqual([1, { bytes: 70, totalBytes: 70, connections: 0 }]);
  });

  it('are fetched at once, each as its track is delivered, into a file of its own', () => {
    const { open, tasks, signal } = setUp();
    expect(open().fetchings).toHaveLength(2);
    expect(tasks).toMatchObject([
      {
        source: sourceAt('https://old.test/v'),
        delivery: 'dash',
        path: '/work/0-picture',
        exactBytes: 900,
      },
      // Its size is only about 70 bytes, so another one is no fault.
      {
        source: sourceAt('https://old.test/a'),
        delivery: 'hls',
        path: '/work/1-sound',
        exactBytes: null,
      },
    ]);
    for (const task of tasks) expect(task.signal).toBe(signal);
  });

  it('are of the platform of the plan, within the largest file, until they are closed', () => {
    const { open, opened, close } = setUp();
    expect(open().close).toBe(close);
    expect(opened).toEqual([['tiktok', 5000, via]]);
  });

  it('report their progress by their place in the option', () => {
    const { open, tasks, reports } = setUp();
    open();
    const progress = { bytes: 1, totalBytes: 2, connections: 3 };
    tasks[1]?.report(progress);
    expect(reports).toEqual([[1, progress]]);
  });

  it('are found again by their ids in a fresh inspection when their address has expired', async () => {
    const { open, tasks, again, inspected, signal } = setUp();
    open();
    expect(await tasks[1]?.refresh()).toEqual(sourceAt('https://new.test/a'));
    expect(again).toEqual([[inspected, signal]]);
  });

  it('are no longer there when a fresh inspection lacks them', async () => {
    const { open, tasks } = setUp({ fresh: inspectedAt('new', ['v']) });
    open();
    await expect(tasks[1]?.refresh()).rejects.toMatchObject({ code: 'choice_unavailable' });
  });

  it('are not fetched at all when one of them is missing', () => {
    const { open, tasks } = setUp({ inspected: inspectedAt('old', ['v']) });
    expect(() => open()).toThrow(expect.objectContaining({ code: 'choice_unavailable' }));
    expect(tasks).toEqual([]);
  });

  it('are fetched as a plain file where no track tells how: a thumbnail has none', () => {
    const { open, tasks } = setUp({ inspected: inspectedAt('old', ['thumb']) });
    open({ ...OPTION, sources: [{ kind: 'track', trackId: 'thumb', role: 'picture' }] });
    expect(tasks).toMatchObject([{ delivery: 'file', exactBytes: null }]);
  });

  it('have the size that is stated, or that of their bit rate over the length of the plan', () => {
    const { material } = setUp();
    const sizes = ['v', 'a', 'rate', 'other', 'thumb'].map(
      (id) => material.factsOf(track(id)).bytes,
    );
    expect(sizes).toEqual([900, 70, 20_000, 1_000_000, null]);
    expect(material.durationSeconds).toBe(20);
  });
});

describe('the subtitles of a download', () => {
  it('are those that were chosen, in their order', async () => {
    const { material, reads, signal } = setUp({ extras: { subtitles: ['s-en', 's-de'] } });
    const { made, missing } = await material.subtitles(OPTION, signal);
    expect(missing).toEqual([]);
    expect(made.map(({ language }) => language)).toEqual(['eng', 'deu']);
    expect(made[0]?.cues.at(-2)).toEqual({
      startMs: 9500,
      endMs: 11_000,
      text: 'bis zum Ende\nzugleich',
    });
    expect(reads).toEqual(
      ['s-en', 's-de'].map((id) => [
        { ...sourceAt(`https://old.test/${id}`), platform: 'tiktok', via },
        OWN_NETWORK,
        signal,
      ]),
    );
  });

  it('are none where none were chosen', async () => {
    const { material, signal } = setUp();
    expect(await material.subtitles(OPTION, signal)).toEqual({ made: [], missing: [] });
  });

  it.each([
    ['nobody knows where they are', ['s-de'], inspectedAt('old', ['v'])],
    ['the item does not name them', ['s-gone'], inspectedAt('old')],
  ])('are no longer there when %s', async (_why, subtitles, inspected) => {
    const { material, signal, reads } = setUp({ extras: { subtitles }, inspected });
    await expect(material.subtitles(OPTION, signal)).rejects.toMatchObject({
      code: 'choice_unavailable',
    });
    expect(reads).toEqual([]);
  });

  it.each(['rate_limited', 'choice_unavailable', 'server_busy', 'too_large'] as const)(
    'that end with %s are missing, and the others are there',
    async (code) => {
      const reading = (address: string) => (address.endsWith('s-de') ? new AppError(code) : null);
      const { material, signal } = setUp({ extras: { subtitles: ['s-de', 's-en'] }, reading });
      const { made, missing } = await material.subtitles(OPTION, signal);
      expect(made.map(({ language }) => language)).toEqual(['eng']);
      expect(missing).toEqual(['de']);
    },
  );

  it('may fail before anyone waits for them', async () => {
    const fault = new TypeError('a bug');
    const { material, signal } = setUp({
      extras: { subtitles: ['s-de'] },
      reading: () => fault,
    });
    const made = material.subtitles(OPTION, signal);
    await new Promise(setImmediate); // an unhandled rejection would end the process here
    await expect(made).rejects.toBe(fault);
  });

  it('end with their job', async () => {
    const reading = () => new AppError('cancelled');
    const { material } = setUp({ extras: { subtitles: ['s-de'] }, reading });
    const made = material.subtitles(OPTION, AbortSignal.abort());
    await expect(made).rejects.toMatchObject({ code: 'cancelled' });
  });

  it.each([
    ['mp4', ['Hallo', 'bis zum Ende', 'bis zum Ende\nzugleich', 'bis zum Ende\ndanach']],
    ['webm', ['Hallo', 'bis zum Ende', 'zugleich', 'danach']],
  ] as const)(
    'that overlap are cut into blocks where one is shown at a time: %s',
    async (container, shown) => {
      const { material, signal } = setUp({ extras: { subtitles: ['s-de'] } });
      const option = { ...OPTION, recipe: { kind: 'mux', container } } as const;
      const { made } = await material.subtitles(option, signal);
      expect(made[0]?.cues.map(({ text }) => text)).toEqual(shown);
    },
  );
});

it('the tags of a download are those that were chosen', () => {
  const { material, signal } = setUp({ extras: { tags: { title: 'Mine' } } });
  expect(material.tags(OPTION, signal)).toMatchObject({ title: 'Mine' });
  expect(setUp().material.tags(OPTION, signal)).toBeNull();
});
