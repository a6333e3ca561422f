// Twenty links in the queue of the batch page, against the same twenty as downloads that are all asked for at once.
import { createMediaLibrary } from '../lab/media/media-library.ts';
import { LAB_PLATFORMS } from '../lab/platforms/index.ts';
import { prepareMedia } from '../lab/prepare.ts';
import { readList } from '../src/web/features/batch/read-list.ts';
import { goodLinks, startFlowFixture } from '../tests/support/flow/flow-fixture.ts';
import type { Options } from './options.ts';
import { median } from './processes.ts';

const LINKS = 20;
const AIM = 1.1;
const PLATFORMS = ['tiktok', 'instagram', 'twitter', 'snapchat', 'pinterest', 'threads'] as const;
const WITHIN_MS = 180_000;
const POLL_MS = 100;

type PageGlobals = {
  readonly document: { readonly body: { readonly textContent: string } };
};

/** Medians, in seconds until the last of the files is ready. */
export type BatchFigures = {
  readonly links: number;
  readonly atOnceSeconds: number;
  readonly batchSeconds: number;
  readonly over: number;
  readonly aim: number;
};

/** Measures both sides in turn, each time with a new server, so that no file is there before. */
export async function compareBatch({ runs }: Pick<Options, 'runs'>): Promise<BatchFigures> {
  const links = twenty();
  // The lab makes its media when they are first asked for.
  const media = createMediaLibrary();
  await prepareMedia(Object.values(LAB_PLATFORMS), media);
  const seen: { readonly atOnce: number; readonly batch: number }[] = [];
  for (let run = 0; run < runs; run += 1)
    seen.push({ atOnce: await atOnce(links), batch: await inBatch(links) });
  return {
    links: links.length,
    atOnceSeconds: median(seen.map((one) => one.atOnce)),
    batchSeconds: median(seen.map((one) => one.batch)),
    over: median(seen.map((one) => one.batch / one.atOnce)),
    aim: AIM,
  };
}

/** Different videos, as many from each platform. */
function twenty(): readonly string[] {
  const all = PLATFORMS.flatMap((platform) => goodLinks(platform).slice(0, 4));
  const { links } = readList(all.map(({ url }) => url).join('\n'));
  if (links.length < LINKS) throw new Error(`the lab has only ${links.length} links for this`);
  return links.slice(0, LINKS).map(({ url }) => url);
}

/**
 * All by one visitor in one browser, each as the home page does it: looked at, its picture shown, downloaded. A download that
 * the server has no room for yet is asked for again four times a second.
 */
async function atOnce(links: readonly string[]): Promise<number> {
  const fixture = await startFlowFixture();
  try {
    const visitor = await fixture.visitor();
    const page = await visitor.open('/batch-downloader');
    const startedAt = performance.now();
    const refused = await page.evaluate(startAll, links);
    if (refused.length > 0) throw new Error(refused.join('\n'));
    return (performance.now() - startedAt) / 1000;
  } finally {
    await fixture.close();
  }
}

/** Runs in the page. Returns what the server refused. */
async function startAll(links: readonly string[]): Promise<string[]> {
  const post = async (path: string, sent: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(sent) });
    const body = (await response.json()) as { items?: { thumbnailUrl: string | null }[] };
    return { status: response.status, body };
  };
  const { Image: Picture } = globalThis as unknown as { Image: new () => { src: string } };
  const refused: string[] = [];
  const download = async (url: string): Promise<void> => {
    const { status, body } = await post('/api/download', { url });
    if (status === 429) {
      await new Promise((resolve) => setTimeout(resolve, 250));
      return download(url);
    }
    if (status !== 200) refused.push(`${url}: ${JSON.stringify(body)}`);
  };
  await post('/api/detect-platform', { url: links[0] });
  await Promise.all(
    links.map(async (url) => {
      const { body } = await post('/api/inspect', { url });
      new Picture().src = body.items?.[0]?.thumbnailUrl ?? '';
      await download(url);
    }),
  );
  return refused;
}

async function inBatch(links: readonly string[]): Promise<number> {
  const fixture = await startFlowFixture();
  try {
    const visitor = await fixture.visitor();
    const page = await visitor.open('/batch-downloader');
    await page.getByLabel('Links, one per line').fill(links.join('\n'));
    const startedAt = performance.now();
    await page.getByRole('button', { name: 'Add to the list' }).click();
    await page.getByRole('button', { name: `Download all ${links.length} links` }).click();
    // Looking for a text in each frame would cost the page more than its own work.
    await page.waitForFunction(
      (text) => (globalThis as unknown as PageGlobals).document.body.textContent.includes(text),
      `${links.length} of ${links.length} ready`,
      { timeout: WITHIN_MS, polling: POLL_MS },
    );
    return (performance.now() - startedAt) / 1000;
  } finally {
    await fixture.close();
  }
}
