// The tests of inspections of the lab's links: every item and track, and the code of what is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Expected, ExpectedTrack, LabLink, LabPlatform } from '../../../lab/platform.ts';
import type { ErrorAnswer } from '../../../src/shared/api/answers.ts';
import type { InspectAnswer, InspectItem } from '../../../src/shared/api/inspect.ts';
import type { ErrorCode } from '../../../src/shared/errors.ts';
import { freshAddress, type Product, startProduct } from './product.ts';

const REFUSALS: readonly ErrorCode[] = ['bot_check', 'rate_limited'];
const ANSWERS: readonly ErrorCode[] = ['not_found', 'private', 'no_video'];

type Track = InspectItem['tracks'][number];

/** What an expectation can name of a track, read from a real one. */
function factsOf(track: Track): ExpectedTrack {
  const sound = track.sound === 'unknown' ? null : track.sound;
  return {
    ...(track.picture?.width ? { width: track.picture.width } : {}),
    ...(track.picture?.height ? { height: track.picture.height } : {}),
    ...(track.picture?.fps ? { fps: track.picture.fps } : {}),
    ...(track.picture ? { videoCodec: track.picture.codec } : {}),
    ...(sound ? { audioCodec: sound.codec } : {}),
    ...(sound?.language ? { language: sound.language } : {}),
    watermarked: track.watermarked,
    delivery: track.delivery,
  };
}

/** The expected tracks for which no real one is left; each real one may stand for one expectation only. */
function missingTracks(
  expected: readonly ExpectedTrack[],
  tracks: readonly Track[],
): ExpectedTrack[] {
  const left = tracks.map(factsOf);
  return expected.filter((wanted) => {
    const at = left.findIndex((facts) =>
      Object.entries(wanted).every(([name, value]) => facts[name as keyof ExpectedTrack] === value),
    );
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

function expectItems(answer: InspectAnswer, expected: Extract<Expected, { title: string }>): void {
  expect(answer.media.title).toBe(expected.title);
  if (expected.author) expect(answer.media.author).toBe(expected.author);
  expect(answer.items.map((item) => item.kind)).toEqual(expected.items.map((item) => item.kind));
  for (const [index, wanted] of expected.items.entries()) {
    const item = answer.items[index];
    if (!item) continue;
    expect(
      missingTracks(wanted.tracks, item.tracks),
      `tracks: ${JSON.stringify(item.tracks.map(factsOf), null, 1)}`,
    ).toEqual([]);
    expect(item.tracks).toHaveLength(wanted.tracks.length);
    if (wanted.durationSeconds) expect(item.durationSeconds).toBeCloseTo(wanted.durationSeconds, 0);
    if (wanted.subtitles) {
      const written = item.subtitles.filter((one) => !one.automatic).map((one) => one.language);
      expect([...new Set(written)].sort()).toEqual([...wanted.subtitles].sort());
    }
    if (wanted.chapters) expect(item.chapters).toHaveLength(wanted.chapters);
    expect(item.chaptersFromText).toBe(wanted.chaptersFromText);
    expect(item.offers.length, 'offers').toBeGreaterThan(0);
  }
}

/** Declares the tests of all links of these platforms, on a product with these settings. */
export function testInspections(
  platforms: readonly LabPlatform[],
  settings: Readonly<Record<string, string>> = {},
): void {
  describe.each(platforms)('$id', (platform) => {
    let product: Product;
    beforeAll(async () => {
      product = await startProduct(settings);
    });
    afterAll(() => product.close());

    const inspect = (link: LabLink) =>
      product.app.inject({
        method: 'POST',
        url: '/api/inspect',
        payload: { url: link.url },
        remoteAddress: freshAddress(),
      });

    it('has links to play', () => {
      expect(platform.links.length).toBeGreaterThan(0);
    });

    /** A link that the platform answers with a plain no, which is no sign of being blocked. */
    const answered = platform.links.find(
      (link) => 'code' in link.expect && ANSWERS.includes(link.expect.code),
    );

    it.each(platform.links)('$name: $url', async (link) => {
      const response = await inspect(link);
      const answer = response.json<InspectAnswer | ErrorAnswer>();
      if ('code' in link.expect) {
        expect(answer).toMatchObject({ success: false, code: link.expect.code });
      } else {
        if (!answer.success) throw new Error(`${answer.code}: ${answer.message}`);
        expectItems(answer, link.expect);
        const { url: _own, media: _texts, ...rest } = answer;
        expect(JSON.stringify(rest), 'no address of a source goes to a browser').not.toMatch(
          /https?:/,
        );
      }
      // Three refusals in a row would pause the platform; an answer in between keeps each link's own code to be seen.
      if ('code' in link.expect && REFUSALS.includes(link.expect.code) && answered)
        await inspect(answered);
      expect(product.lab.unknown(), 'requests that the lab does not know').toEqual([]);
      expect(product.warnings).toEqual([]);
    });
  });
}
