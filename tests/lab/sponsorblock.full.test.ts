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
