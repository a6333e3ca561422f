// Parts that viewers marked become chapters, of the inspection and of the file; and what the service learns, and what its failure costs.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal } from '../../lab/platforms/answers.ts';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import { SPONSORBLOCK_HOST } from '../../lab/platforms/youtube/sponsorblock.ts';
import { withSwitch } from '../../lab/switches.ts';
import type { InspectAnswer } from '../../src/shared/api/inspect.ts';
import { chaptersOf } from '../support/media/read-chapters.ts';
import { clientAt } from '../support/product/job-client.ts';
import { type Product, startProduct } from '../support/product/product.ts';

const VIDEO = 'https://www.youtube.com/watch?v=labMain_001';
const UNMARKED = 'https://www.youtube.com/watch?v=labUhd__001';
const EXPECTED = [
  ['The gate', 0, 2],
  ['Sponsor', 2, 5],
  ['The pond', 5, 7],
  ['The hill', 7, 8],
  ['Endcards', 8, 10],
];

const youtube = withSwitch(LAB_PLATFORMS.youtube);
let product: Product;
let origin: string;
beforeAll(async () => {
  const settings = { SPONSORBLOCK_URL: `https://${SPONSORBLOCK_HOST}`, EGRESS_HOSTS: 'enforce' };
  product = await startProduct(settings, [youtube]);
  origin = await product.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => product.close());

const asked = () => product.lab.requests().filter(({ host }) => host === SPONSORBLOCK_HOST);

async function inspect(url: string): Promise<InspectAnswer> {
  const response = await clientAt(origin).post('/api/inspect', { url });
  return (await response.json()) as InspectAnswer;
}
const rowsOf = ({ items }: InspectAnswer) =>
  items[0]?.chapters.map(({ title, startSeconds, endSeconds }) => [
    title,
    startSeconds,
    endSeconds,
  ]);

describe('what viewers marked', () => {
  it('are chapters of the inspection, for four letters of a hash', async () => {
    expect(rowsOf(await inspect(VIDEO))).toEqual(EXPECTED);
    expect(asked()).toHaveLength(1);
    expect(asked()[0]?.path).toMatch(/^\/api\/skipSegments\/[0-9a-f]{4}\?/);
    expect(asked()[0]?.path).not.toContain('labMain');
  });

  it('are chapters of the file', async () => {
    const own = clientAt(origin);
    const { result } = await own.make({ url: VIDEO, quality: 'high' });
    const response = await own.ask(result.downloadUrl);
    const file = path.join(product.dataDir, 'marked.mp4');
    await writeFile(file, new Uint8Array(await response.arrayBuffer()));
    const found = await chaptersOf(file);
    expect(found.map(({ title }) => title)).toEqual(EXPECTED.map(([title]) => title));
    for (const [at, [, start]] of EXPECTED.entries())
      expect(found[at]?.startSeconds).toBeCloseTo(Number(start), 1);
  });

  it('is left out where a visitor chose that, and only there', async () => {
    const own = clientAt(origin);
    const { result: plain } = await own.make({ url: VIDEO, format: 'mp3' });
    const made = async (choice: object) => {
      const { result } = await own.make({ url: VIDEO, withoutMarked: true, ...choice });
      return { ...result.receipt, url: result.downloadUrl };
    };
    const [video, sound, part] = [
      await made({ quality: 'low' }),
      await made({ format: 'mp3' }),
      await made({ quality: 'low', from: 1, to: 7 }),
    ];
    const seconds = [plain.receipt, video, sound, part].map((one) => one.durationSeconds);
    expect(seconds).toEqual([10, 5, 5, 3].map((each) => expect.closeTo(each, 0)));
    expect([video.picture?.codec, video.sound?.codec]).toEqual(['h264', 'aac']);
    const response = await own.ask(video.url);
    const file = path.join(product.dataDir, 'cut.mp4');
    await writeFile(file, new Uint8Array(await response.arrayBuffer()));
    const near = (at: number) => expect.closeTo(at, 1);
    expect(await chaptersOf(file)).toEqual([
      { title: 'The gate', startSeconds: near(0), endSeconds: near(2) },
      { title: 'The pond', startSeconds: near(2), endSeconds: near(4) },
      { title: 'The hill', startSeconds: near(4), endSeconds: near(5) },
    ]);
  });

  it('is left out of subtitles that are saved by themselves', async () => {
    const { id, items } = await inspect(VIDEO);
    const subtitle = items[0]?.subtitles.find(({ automatic }) => !automatic)?.id ?? '';
    const cuesOf = async (query: string) => {
      const file = encodeURIComponent(`${subtitle}.json`);
      const answer = await clientAt(origin).ask(`/api/inspections/${id}/subtitles/${file}${query}`);
      return ((await answer.json()) as { cues: { startMs: number; endMs: number }[] }).cues;
    };
    const [plain, cut] = [await cuesOf(''), await cuesOf('?withoutMarked=true')];
    const moved = (ms: number) =>
      ms - Math.max(0, Math.min(ms, 5000) - 2000) - Math.max(0, ms - 8000);
    const left = plain
      .map((cue) => ({ ...cue, startMs: moved(cue.startMs), endMs: moved(cue.endMs) }))
      .filter(({ startMs, endMs }) => endMs > startMs);
    expect(left.length).toBeGreaterThan(0);
    expect([cut, cut]).toEqual([left, expect.not.arrayContaining(plain)]);
  });

  it.each([
    ['nothing is marked', { url: UNMARKED }, 'choice_unavailable'],
    ['a chapter is wanted', { url: VIDEO, chapter: 1 }, 'invalid_request'],
    ['the picture is', { url: VIDEO, offer: 'thumbnail' }, 'choice_unavailable'],
    ['it is no yes or no', { url: VIDEO, withoutMarked: [[0, 5]] }, 'invalid_request'],
  ])('is refused where %s', async (_, choice, code) => {
    const body = { withoutMarked: true, ...choice };
    const response = await clientAt(origin).post('/api/download', body);
    expect(await response.json()).toMatchObject({ success: false, code });
  });

  it('are none where nothing is marked', async () => {
    expect(rowsOf(await inspect(UNMARKED))).toEqual([]);
    expect(product.warnings).toEqual([]);
  });

  it('are none where the service fails, which is left alone for a while then', async () => {
    const before = asked().length;
    youtube.turn(({ url }, usual) => (url.hostname === SPONSORBLOCK_HOST ? refusal(500) : usual()));
    for (const id of ['labDubs_001', 'labShort001']) {
      const answer = await inspect(`https://www.youtube.com/watch?v=${id}`);
      expect([answer.success, rowsOf(answer)]).toEqual([true, []]);
    }
    expect(asked()).toHaveLength(before + 1);
    expect(product.warnings).toHaveLength(1);
  });
});
