// YouTube refuses a file, or no longer lists it: another version is given, and the receipt says so.
import { afterEach, expect, it } from 'vitest';
import { LAB_PLATFORMS } from '../../lab/platforms/index.ts';
import { FILE_HOST } from '../../lab/platforms/youtube/addresses.ts';
import { listedToo, renumberedLater, withSwitch } from '../../lab/switches.ts';
import { clientAt } from '../support/product/job-client.ts';
import { type Product, startProduct } from '../support/product/product.ts';

const ID = 'labMain_001';
const URL_OF_VIDEO = `https://www.youtube.com/watch?v=${ID}`;
const FORBIDDEN = { kind: 'status', status: 403 } as const;

let product: Product;
afterEach(() => product.close());

async function start() {
  const youtube = withSwitch(LAB_PLATFORMS.youtube);
  product = await startProduct({}, [youtube]);
  return youtube;
}

/** The file is refused, and not listed the next time. */
async function startWithout(itag: number) {
  const youtube = await start();
  youtube.turn(renumberedLater(itag));
  const pathPrefix = `/videoplayback?itag=${itag}&`;
  product.lab.faults.add({ host: FILE_HOST, pathPrefix, fault: FORBIDDEN });
}

async function receiptOf(wish: { readonly format?: 'mp3' } = {}) {
  const origin = await product.app.listen({ port: 0, host: '127.0.0.1' });
  const { result } = await clientAt(origin).make({ url: URL_OF_VIDEO, ...wish });
  return result.receipt;
}

const inspections = () =>
  product.lab.requests().filter(({ path }) => path.startsWith('/watch')).length;

it('gives the best that is left of a list which lacks the file after a refusal', async () => {
  await startWithout(299);
  const receipt = await receiptOf();
  expect(receipt).toMatchObject({ instead: 'refused', sound: { codec: 'aac' } });
  expect(receipt.picture?.height).toBeGreaterThanOrEqual(720);
  expect(inspections()).toBeLessThanOrEqual(2);
  const fetched = product.lab
    .requests()
    .flatMap(({ path }) => /[?&]itag=(\d+)/.exec(path)?.[1] ?? []);
  // The sound that is there is kept.
  const next = fetched.findIndex((itag) => itag !== '299' && itag !== '140');
  expect(fetched.slice(next)).not.toContain('140');
});

it('gives what needs none of a sound that is gone', async () => {
  await startWithout(140);
  const receipt = await receiptOf();
  expect(receipt).toMatchObject({ instead: 'refused', sound: { codec: 'aac' } });
});

it.each([{}, { format: 'mp3' }] as const)(
  'gives %j of a playlist where every file is refused, after one fresh inspection',
  async (wish) => {
    const youtube = await start();
    youtube.turn(listedToo(ID));
    product.lab.faults.add({ host: FILE_HOST, pathPrefix: '/', fault: FORBIDDEN });
    const receipt = await receiptOf(wish);
    expect(receipt.instead).toBe('refused');
    expect(product.lab.requests().some(({ path }) => path.includes('/hls_playlist/'))).toBe(true);
    expect(inspections()).toBeLessThanOrEqual(2);
  },
);
