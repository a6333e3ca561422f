// A platform gives a silent file at first, or always: what is given, and what the receipt says of it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Film, film, filmLink } from '../fixtures/download/films.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';

const AUDIBLE = film('A song', 6);
const SILENT: Film = {
  ...AUDIBLE,
  variant: { ...AUDIBLE.variant, sound: { codec: 'aac', toneHz: 0, kilobitsPerSecond: 64 } },
};
/** Silent at the first inspection alone. */
const AT_FIRST = ['701', '702'];
/** Silent at each. */
const ALWAYS = ['711', '712'];

let fixture: DownloadFixture;
let visitor: JobClient;
const inspections = (id: string) =>
  fixture.lab
    .requests()
    .filter(({ path }) => path.includes('/TweetResultByRestId') && path.includes(id)).length;
beforeAll(async () => {
  fixture = await startDownloadFixture({
    prepared: [AUDIBLE, SILENT],
    filmOf(id) {
      if (ALWAYS.includes(id)) return SILENT;
      if (AT_FIRST.includes(id)) return inspections(id) > 1 ? AUDIBLE : SILENT;
      return undefined;
    },
  });
  visitor = clientAt(fixture.origin());
});
afterAll(async () => {
  await fixture?.close();
  expect(fixture?.warnings).toEqual([]);
});

it.each([
  ['701', 'mp4'],
  ['702', 'mp3'],
] as const)(
  '%s is silent at first: the next inspection has the sound of the %s',
  async (id, format) => {
    const { result } = await visitor.make({ url: filmLink(id), format });
    expect([result.format, result.receipt.empty]).toEqual([format, undefined]);
    expect(inspections(id)).toBe(2);
  },
);

it('is silent always: the video is given, and its receipt says so', async () => {
  const { result } = await visitor.make({ url: filmLink('711'), format: 'mp4' });
  expect(result.receipt).toMatchObject({ empty: ['sound'], sound: { codec: 'aac' } });
  expect(inspections('711')).toBe(2);
});

it('is silent always: no MP3 is made of it', async () => {
  const { job } = await visitor.start({ url: filmLink('712'), format: 'mp3' });
  expect(await visitor.ended(job)).toMatchObject({ state: 'failed', error: { code: 'no_sound' } });
});
