// What operators do with trending videos over HTTP, on both databases, with the cases of the security tables.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuditLog } from '../../src/adapters/database/audit-log.ts';
import { createTrendingVideos } from '../../src/adapters/database/trending-videos.ts';
import { createTrendingFiles } from '../../src/adapters/files/trending-files.ts';
import type { Thumbnails } from '../../src/core/inspecting/ports.ts';
import { createCurating } from '../../src/core/trending/curating.ts';
import { AppError } from '../../src/shared/errors.ts';
import { databases } from '../contracts/databases.ts';
import { type AdminFixture, ANN, startAdminFixture } from '../support/operators/admin-fixture.ts';

type Item = { id: string; title: string; version: number; [field: string]: unknown };
const LINK = 'https://www.youtube.com/watch?v=labMain_001';
const PICTURE = 'https://i.ytimg.com/vi/labMain_001/hq720.jpg';

describe.each(databases)('trending videos on %s', (_kind, make) => {
  let fixture: AdminFixture;
  let folder: string;
  let cookie: string;
  let ids = 0;
  let rendered: Parameters<Thumbnails['render']>[0][] = [];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'keepreel-curating-'));
    fixture = await startAdminFixture(await make(), {}, ({ clock, db }) => {
      const videos = createTrendingVideos(db);
      const files = createTrendingFiles(folder);
      return {
        trendingVideos: videos,
        trendingFiles: files,
        curating: createCurating({
          blockList: { hasAddress: () => false },
          videos,
          files,
          clock,
          audit: createAuditLog(db),
          // The door and the sandbox have tests of their own.
          thumbnails: {
            async render(source) {
              rendered.push(source);
              if (source.address.includes('10.0.0.1')) throw new AppError('blocked_target');
              return new TextEncoder().encode('a picture');
            },
          },
          newId: () => {
            ids += 1;
            return `id${ids}`;
          },
        }),
      };
    });
    cookie = await fixture.signedIn();
  });
  afterAll(async () => {
    await fixture?.close();
    await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    rendered = [];
    // The bucket of the calls is full again.
    fixture.clock.advance(30_000);
    for (const table of ['trending_videos', 'audit_log'] as const)
      await fixture.database.db.deleteFrom(table).execute();
  });

  const send = (method: string, at: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(fixture.origin + at, {
      method,
      headers: {
        cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const add = async (over: Record<string, unknown> = {}): Promise<Item> => {
    const answer = await send('POST', '/admin/trending', {
      title: 'A walk',
      videoUrl: LINK,
      ...over,
    });
    expect(answer.status).toBe(201);
    return (await answer.json()) as Item;
  };
  const list = async () => (await (await send('GET', '/admin/trending')).json()) as Item[];
  const visible = async () =>
    (await (await fetch(`${fixture.origin}/api/trending`)).json()) as Item[];
  const codeOf = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { code: string }).code,
  ];
  const log = async () =>
    (await createAuditLog(fixture.database.db).list(20, null)).map(({ admin, action, subject }) => [
      admin,
      action,
      subject,
    ]);
  const pictures = async () =>
    (await readdir(path.join(folder, 'trending')).catch(() => [])).sort();

  it('are added by address, shown to visitors at once, and counted', async () => {
    const item = await add({
      title: '  A walk ',
      description: 'Two words',
      featured: true,
      viewCount: 99,
    });
    expect(item).toMatchObject({
      title: 'A walk',
      description: 'Two words',
      videoUrl: LINK,
      featured: true,
      platform: 'YouTube',
      viewCount: 0,
      version: 1,
      position: null,
    });
    expect(await list()).toEqual([item]);
    const { version: _, position: __, ...shown } = item;
    expect(await visible()).toEqual([shown]);
    expect(await (await send('GET', '/admin/trending-count')).json()).toEqual({ count: 1 });
    expect(await log()).toEqual([[ANN.email, 'trending_added', item.id]]);
  });

  it.each([
    [{ title: '' }, 400],
    [{ title: '   ' }, 400],
    [{ title: 'x'.repeat(201) }, 400],
    [{ title: '🎬'.repeat(200) }, 201],
    [{ title: 'nul \0' }, 400],
    [{ title: '<img src=x onerror=alert(1)>' }, 201],
    [{ description: 'x'.repeat(2001) }, 400],
    [{ videoUrl: '' }, 400],
    [{ videoUrl: 'javascript:alert(1)' }, 400],
    [{ videoUrl: 'https://me:secret@video.example/' }, 400],
    [{ thumbnailUrl: 'file:///etc/passwd' }, 400],
    [{ platform: 'vimeo' }, 400],
    [{ platform: null }, 201],
    [{ featured: 'true' }, 400],
    [{ isAvailable: false }, 400],
    [{ id: 'mine' }, 400],
  ])('with %j answer %i', async (over, status) => {
    const answer = await send('POST', '/admin/trending', { title: 'A', videoUrl: LINK, ...over });
    expect(answer.status).toBe(status);
    expect(await list()).toHaveLength(status === 201 ? 1 : 0);
  });

  it('are edited in the named fields, and only from their last version', async () => {
    const { id } = await add({ description: 'Old' });
    const first = await send(
      'PUT',
      `/admin/trending/${id}`,
      { title: 'New' },
      { 'if-match': '"1"' },
    );
    expect([first.status, first.headers.get('etag')]).toEqual([200, '"2"']);
    expect(await first.json()).toMatchObject({ title: 'New', description: 'Old', version: 2 });
    const second = await send(
      'PUT',
      `/admin/trending/${id}`,
      { title: 'Newer' },
      { 'if-match': '"1"' },
    );
    expect(await codeOf(second)).toEqual([412, 'changed_meanwhile']);
    expect((await list())[0]).toMatchObject({ title: 'New', version: 2 });
    const any = await send('PUT', `/admin/trending/${id}`, {
      featured: true,
      position: 3,
      description: null,
    });
    expect(await any.json()).toMatchObject({
      title: 'New',
      featured: true,
      position: 3,
      version: 3,
    });
    expect(
      (await send('PUT', `/admin/trending/${id}`, { title: 'x' }, { 'if-match': 'none' })).status,
    ).toBe(400);
    expect((await send('PUT', `/admin/trending/${id}`, { videoUrl: LINK })).status).toBe(400);
  });

  it('lose nothing when two operators save at once', async () => {
    const { id } = await add();
    const answers = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((title) =>
        send('PUT', `/admin/trending/${id}`, { title }, { 'if-match': '"1"' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    expect((await log()).filter(([, action]) => action === 'trending_changed')).toHaveLength(1);
  });

  it.each([
    ['abc', 404],
    ['-1', 404],
    ['1e3', 404],
    ['9999999999999', 404],
    ['%00', 400],
    ['..%2f', 400],
    ['x'.repeat(65), 400],
  ])('have no id %s', async (id, status) => {
    for (const [method, rest, body] of [
      ['PUT', '', { title: 'x' }],
      ['DELETE', '', undefined],
      ['POST', '/restore', undefined],
    ] as const)
      expect((await send(method, `/admin/trending/${id}${rest}`, body)).status).toBe(status);
  });

  it('are gone everywhere at once when they are deleted, and can be restored for ten seconds', async () => {
    const item = await add({ thumbnailUrl: PICTURE });
    expect((await send('DELETE', `/admin/trending/${item.id}`)).status).toBe(204);
    expect([await list(), await visible()]).toEqual([[], []]);
    expect((await send('DELETE', `/admin/trending/${item.id}`)).status).toBe(404);
    fixture.clock.advance(10_000);
    const back = await send('POST', `/admin/trending/${item.id}/restore`);
    expect(await back.json()).toEqual({ ...item, version: 2 });
    expect(await visible()).toHaveLength(1);
    expect(
      (await send('DELETE', `/admin/trending/${item.id}`, undefined, { 'if-match': '"1"' })).status,
    ).toBe(412);
    expect((await log()).map(([, action]) => action)).toEqual(
      expect.arrayContaining(['trending_added', 'trending_deleted', 'trending_restored']),
    );
  });

  it('keep their picture as a file of this site, deleted with them once that cannot be undone', async () => {
    const before = await pictures();
    const { id, thumbnailUrl } = await add({ thumbnailUrl: PICTURE });
    expect(rendered).toEqual([{ address: PICTURE, headers: {}, platform: 'youtube' }]);
    expect(await (await fetch(fixture.origin + String(thumbnailUrl))).text()).toBe('a picture');
    await send('PUT', `/admin/trending/${id}`, { thumbnailUrl: `${PICTURE}?2` });
    expect(await pictures()).toHaveLength(before.length + 1);
    await send('DELETE', `/admin/trending/${id}`);
    const sweep = async () => {
      const { db } = fixture.database;
      await createCurating({
        blockList: { hasAddress: () => false },
        videos: createTrendingVideos(db),
        files: createTrendingFiles(folder),
        clock: fixture.clock,
        audit: createAuditLog(db),
        newId: () => 'none',
        thumbnails: { render: () => Promise.reject(new TypeError('none')) },
      }).sweep();
    };
    fixture.clock.advance(15_000);
    await sweep();
    expect(await pictures()).toHaveLength(before.length + 1);
    fixture.clock.advance(1);
    await sweep();
    expect(await pictures()).toEqual(before);
    expect((await send('POST', `/admin/trending/${id}/restore`)).status).toBe(404);
  });

  it('are not added, and leave no picture, when theirs leads into a private network', async () => {
    const before = await pictures();
    const answer = await send('POST', '/admin/trending', {
      title: 'A',
      videoUrl: LINK,
      thumbnailUrl: 'http://10.0.0.1/a.jpg',
    });
    expect(await codeOf(answer)).toEqual([422, 'blocked_target']);
    expect([await list(), await pictures()]).toEqual([[], before]);
  });
});
