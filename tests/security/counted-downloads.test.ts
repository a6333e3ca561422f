// What the whole product counts: what its database keeps of downloads, and the outcomes of its checks of trending videos.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '../../src/adapters/database/connection/open-database.ts';
import { createTrendingChecks } from '../../src/adapters/database/trending-checks.ts';
import { createTrendingVideos } from '../../src/adapters/database/trending-videos.ts';
import { createCheckingVideos } from '../../src/core/trending/checking-videos.ts';
import { aVisitor } from '../support/http/http-fixture.ts';
import { aVideo } from '../support/http/site-fixture.ts';
import { freshAddress, type Product, startProduct } from '../support/product/product.ts';
import { createManualClock } from '../support/run/manual-clock.ts';

const url = 'https://t.snapchat.com/x7QhT2mB';
/** What the link leads to, long enough that nothing encrypted holds it by chance. */
const videoId = 'W7_EDlXWTBiXAEEniNoMPwAAYcnVjYWdwcGV1AZEaIYn5AZEaIYnrAAAAAQ';

let product: Product;
let database: DatabaseSync;
beforeAll(async () => {
  product = await startProduct();
  database = new DatabaseSync(path.join(product.dataDir, 'keepreel.sqlite'));
});
afterAll(async () => {
  database?.close();
  await product?.close();
});

const download = async (letter: string) => {
  const { cookie } = aVisitor(letter);
  const answer = await product.app.inject({
    method: 'POST',
    url: '/api/download',
    payload: { url },
    headers: { cookie },
    remoteAddress: freshAddress(),
  });
  expect(answer.json()).toMatchObject({ success: true });
};
const rowsOf = (table: string) =>
  database.prepare(`select count(*) as n from ${table}`).get()?.['n'];
const isInAnyFile = async (text: string) => {
  const names = (await readdir(product.dataDir)).filter((name) =>
    name.startsWith('keepreel.sqlite'),
  );
  const files = await Promise.all(names.map((name) => readFile(path.join(product.dataDir, name))));
  return files.some((file) => file.includes(text));
};

it('a link is stored once five visitors had it, without any visitor', async () => {
  for (const [count, letter] of [...'abcd'].entries()) {
    await download(letter);
    await expect.poll(() => rowsOf('popular_marks')).toBe(count + 1);
  }
  await download('a');
  expect(await isInAnyFile('snapchat:')).toBe(false);
  expect(await isInAnyFile(videoId)).toBe(false);
  await download('e');
  await expect.poll(() => rowsOf('popular_links')).toBe(1);
  expect(rowsOf('popular_marks')).toBe(0);
  expect(await isInAnyFile(videoId)).toBe(true);
  expect(product.warnings).toEqual([]);
});

it('a download of a link on the list of trending videos is a view of it, once for each visitor', async () => {
  const { link } = database.prepare('select link from popular_links').get() ?? {};
  const columns = 'id, title, video_url, featured, view_count, created_at, is_available, version';
  database
    .prepare(`insert into trending_videos (${columns}) values ('v', 'A walk', ?, 0, 0, 1, 1, 1)`)
    .run(String(link));
  const views = () =>
    database.prepare('select view_count as n, version from trending_videos').get();
  await download('a');
  await expect.poll(views).toMatchObject({ n: 1, version: 1 });
  for (const letter of 'ab') await download(letter);
  await expect.poll(views).toMatchObject({ n: 2, version: 1 });
  expect(product.warnings).toEqual([]);
});

it('checks of trending videos end with the platform’s answer', async () => {
  const { db, close } = await openDatabase({ url: null, dataDir: ':memory:' });
  try {
    const clock = createManualClock(Date.UTC(2026, 10, 21));
    const videos = createTrendingVideos(db);
    const checking = createCheckingVideos({
      checks: createTrendingChecks(db),
      inspecting: product.inspecting,
      files: { find: async () => null },
      warn: (_message, cause) => expect.unreachable(String(cause)),
      clock,
    });
    for (const id of ['labMain_001', 'labPriv_001', 'labGone_001'])
      await videos.add(aVideo(id, { videoUrl: `https://youtu.be/${id}` }));
    for (let turn = 0; turn < 6; turn += 1) {
      await checking.checkNext(new AbortController().signal);
      clock.advance(turn === 2 ? 3_600_000 : 60_000);
    }
    const shown = await videos.list(10);
    expect(Object.fromEntries(shown.map(({ id, isAvailable }) => [id, isAvailable]))).toEqual({
      labMain_001: true,
      labPriv_001: false,
      labGone_001: false,
    });
  } finally {
    await close();
  }
});
