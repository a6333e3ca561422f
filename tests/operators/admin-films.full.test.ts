// Films that operators upload, over HTTP: kept, shown, replaced, removed; on both databases.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuditLog } from '../../src/adapters/database/audit-log.ts';
import { databases } from '../contracts/databases.ts';
import { createMediaFolder, type MediaFolder } from '../support/media/media-fixtures.ts';
import { ANN } from '../support/operators/admin-fixture.ts';
import { clientOf, codeOf, formOf, type Item } from '../support/operators/upload-client.ts';
import {
  makeFilm,
  SECRET,
  sqliteInMemory,
  startUploadFixture,
  type UploadFixture,
} from '../support/operators/upload-fixture.ts';

let media: MediaFolder;
let red: Buffer;
let blue: Buffer;
let webm: Buffer;
beforeAll(async () => {
  media = await createMediaFolder();
  const vp8 = ['-c:v', 'libvpx', '-c:a', 'libopus'];
  [red, blue, webm] = await Promise.all([
    makeFilm(media, 'red.mp4'),
    makeFilm(media, 'blue.mp4', { colour: 'blue' }),
    makeFilm(media, 'green.webm', { colour: 'green', words: vp8 }),
  ]);
});
afterAll(() => media.remove());

describe.each(databases)('films on %s', (_kind, make) => {
  let fixture: UploadFixture;
  let cookie: string;
  beforeAll(async () => {
    fixture = await startUploadFixture(await make());
    cookie = await fixture.signedIn();
  });
  afterAll(() => fixture?.close());
  beforeEach(async () => {
    fixture.clock.advance(30_000);
    for (const { id } of await list()) await send('DELETE', `/admin/trending/${id}`);
    fixture.clock.advance(30_000);
    await fixture.sweep();
    await fixture.database.db.deleteFrom('audit_log').execute();
    expect(await fixture.filesOnDisk()).toEqual([]);
  });
  const { send, add, list } = clientOf(
    () => fixture,
    () => cookie,
    () => red,
  );
  const pictureOf = (item: Item) => pictureOn(fixture, item);
  const nameOf = (address: unknown) => path.basename(String(address));
  const log = async () =>
    (await createAuditLog(fixture.database.db).list(20, null)).map(({ admin, action, subject }) => [
      admin,
      action,
      subject,
    ]);

  it('are stored, shown and served in ranges, with a picture of their own and without personal metadata', async () => {
    const item = await add({
      title: ' A walk ',
      description: 'Two\r\nlines',
      featured: 'true',
      platform: 'tiktok',
    });
    expect(item).toMatchObject({
      title: 'A walk',
      description: 'Two\nlines',
      featured: true,
      platformId: 'tiktok',
      videoUrl: expect.stringMatching(/^\/trending-files\/id\d+\.mp4$/),
      version: 1,
      thumbnailUrl: expect.stringMatching(/^\/trending-files\/id\d+\.jpg$/),
      viewCount: 0,
    });
    const visible = (await (await fetch(`${fixture.origin}/api/trending`)).json()) as Item[];
    expect(visible.map(({ videoUrl }) => videoUrl)).toEqual([item.videoUrl]);
    const answer = await fetch(fixture.origin + item.videoUrl, { headers: { range: 'bytes=4-7' } });
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      206,
      'video/mp4',
      'ftyp',
    ]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const kept = await readFile(path.join(fixture.dataDir, 'trending', nameOf(item.videoUrl)));
    expect(red.includes(SECRET) && red.includes('+48.1372')).toBe(true);
    expect([kept.includes(SECRET), kept.includes('+48.1372')]).toEqual([false, false]);
    expect(kept.indexOf('moov')).toBeLessThan(kept.indexOf('mdat'));
    expect((await pictureOf(item)).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
    expect(await fixture.filesOnDisk()).toEqual(
      [item.videoUrl, item['thumbnailUrl']].map(nameOf).sort(),
    );
    expect(await log()).toEqual([[ANN.email, 'trending_added', item.id]]);
    const feed = await (await fetch(`${fixture.origin}/feed.xml`)).text();
    expect(feed).toContain(`${fixture.origin}/trending#${item.id}`);
  });

  it('are replaced by others, and their files go with them', async () => {
    const first = await add({ description: 'Old' });
    const at = `/admin/update-trending-with-file/${first.id}`;
    const answer = await send('POST', at, formOf({ title: 'New', file: blue }), {
      'if-match': '"1"',
    });
    expect([answer.status, answer.headers.get('etag')]).toEqual([200, '"2"']);
    const second = (await answer.json()) as Item;
    expect(second).toMatchObject({ title: 'New', description: 'Old', version: 2 });
    expect(await fixture.filesOnDisk()).toEqual(
      [second.videoUrl, second['thumbnailUrl']].map(nameOf).sort(),
    );
    expect(second.videoUrl).not.toBe(first.videoUrl);
    const late = await send('POST', at, formOf({ title: 'Newer', file: red }), {
      'if-match': '"1"',
    });
    expect(await codeOf(late)).toEqual([412, 'changed_meanwhile']);
    const words = await send('POST', at, formOf({ description: '', featured: 'true' }));
    expect(await words.json()).toMatchObject({
      title: 'New',
      featured: true,
      videoUrl: second.videoUrl,
      version: 3,
    });
    expect((await list())[0]).not.toHaveProperty('description');
    expect(await fixture.filesOnDisk()).toHaveLength(2);
    expect((await log()).map(([, action]) => action)).toEqual(
      expect.arrayContaining(['trending_added', 'trending_changed', 'trending_changed']),
    );
  });

  it('of two concurrent operators: one wins, the other gets a conflict, and no file is left over', async () => {
    const { id } = await add();
    const at = `/admin/update-trending-with-file/${id}`;
    const answers = await Promise.all(
      [red, blue].map((file) => send('POST', at, formOf({ file }), { 'if-match': '"1"' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    expect(await fixture.filesOnDisk()).toHaveLength(2);
    const [item] = await list();
    expect(await fixture.filesOnDisk()).toEqual(
      [item?.videoUrl, item?.['thumbnailUrl']].map(nameOf).sort(),
    );
    const both = await Promise.all([red, blue].map((file) => send('POST', at, formOf({ file }))));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await fixture.filesOnDisk()).toHaveLength(2);
  });

  it('are deleted with their video once it cannot be restored', async () => {
    const { id, videoUrl } = await add();
    await send('DELETE', `/admin/trending/${id}`);
    await fixture.sweep();
    expect((await fetch(fixture.origin + videoUrl)).status).toBe(200);
    fixture.clock.advance(15_001);
    await fixture.sweep();
    expect([await fixture.filesOnDisk(), (await fetch(fixture.origin + videoUrl)).status]).toEqual([
      [],
      404,
    ]);
  });
});

describe('what a film may be', () => {
  let fixture: UploadFixture;
  let cookie: string;
  beforeAll(async () => {
    fixture = await startUploadFixture(await sqliteInMemory());
    cookie = await fixture.signedIn();
  });
  afterAll(() => fixture?.close());
  const { send, add } = clientOf(
    () => fixture,
    () => cookie,
    () => red,
  );
  const pictureOf = (item: Item) => pictureOn(fixture, item);

  it('replaces an address', async () => {
    const added = await send('POST', '/admin/trending', {
      title: 'A',
      videoUrl: 'https://www.youtube.com/watch?v=labMain_001',
    });
    const { id } = (await added.json()) as Item;
    const at = `/admin/update-trending-with-file/${id}`;
    const answer = await send('POST', at, formOf({ file: red }));
    expect(((await answer.json()) as Item).videoUrl).toMatch(/^\/trending-files\//);
  });

  it('may be WebM, and stays WebM', async () => {
    const { videoUrl, platformId } = await add({ file: webm, platform: '' });
    expect(platformId).toBeNull();
    const answer = await fetch(fixture.origin + videoUrl);
    expect([answer.headers.get('content-type'), videoUrl.endsWith('.webm')]).toEqual([
      'video/webm',
      true,
    ]);
    expect(Buffer.from(await answer.arrayBuffer()).includes(SECRET)).toBe(false);
  });

  it('is shown by the picture that its operator chose', async () => {
    // Red until 0.5 seconds, then blue.
    const words = ['-filter_complex', '[0:v][2:v]concat=n=2:v=1[v]', '-map', '[v]', '-map', '1:a'];
    const two = await readFile(
      await media.ffmpeg(
        'two.mp4',
        '-f',
        'lavfi',
        '-i',
        'color=red:s=64x36:r=10:d=0.5',
        '-f',
        'lavfi',
        '-i',
        'sine=d=1',
        '-f',
        'lavfi',
        '-i',
        'color=blue:s=64x36:r=10:d=0.5',
        ...words,
      ),
    );
    const item = await add({ file: two, thumbnailSeconds: '0.8' });
    expect(await hueOf(await pictureOf(item))).toBe('blue');
    const at = `/api/admin/trending/${item.id}/thumbnail`;
    const answer = await send('POST', at, { seconds: 0.1 }, { 'if-match': '"1"' });
    const shown = (await answer.json()) as Item;
    expect([answer.status, shown.version, await hueOf(await pictureOf(shown))]).toEqual([
      200,
      2,
      'red',
    ]);
    const end = (await (await send('POST', at, { seconds: 500 })).json()) as Item;
    expect(await hueOf(await pictureOf(end))).toBe('blue');
    expect(await codeOf(await send('POST', at, { seconds: 1 }, { 'if-match': '"1"' }))).toEqual([
      412,
      'changed_meanwhile',
    ]);
    expect((await send('POST', at, { seconds: -1 })).status).toBe(400);
  });
});

async function pictureOn(fixture: UploadFixture, item: Item): Promise<Buffer> {
  const answer = await fetch(fixture.origin + String(item['thumbnailUrl']));
  return Buffer.from(await answer.arrayBuffer());
}

/** The colour of a picture, by its middle. */
async function hueOf(picture: Buffer): Promise<string> {
  const run = promisify(execFile)(
    'ffmpeg',
    [
      '-loglevel',
      'error',
      '-f',
      'jpeg_pipe',
      '-i',
      'pipe:0',
      '-vf',
      'scale=1:1',
      '-f',
      'rawvideo',
      '-pix_fmt',
      'rgb24',
      'pipe:1',
    ],
    { encoding: 'buffer' },
  );
  run.child.stdin?.end(picture);
  const [red = 0, , blue = 0] = (await run).stdout;
  return red > blue ? 'red' : 'blue';
}
