// The operators' tools for their list, over HTTP: the preview of a link, and the order of the featured videos, on both databases.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuditLog } from '../../src/adapters/database/audit-log.ts';
import type { Inspected } from '../../src/core/inspecting/inspection.ts';
import { AppError } from '../../src/shared/errors.ts';
import type { Link } from '../../src/shared/platforms/platform.ts';
import { databases } from '../contracts/databases.ts';
import { makeInspection, makeItem } from '../support/media/make-item.ts';
import { ANN } from '../support/operators/admin-fixture.ts';
import { startUploadFixture, type UploadFixture } from '../support/operators/upload-fixture.ts';

type Item = { id: string; version: number; position: number | null };
const origin = { mediaIds: [], sourceIds: [], uploaderIds: [] };
const PICTURE = 'https://i.ytimg.com/vi/aaaaaaaaaaa/hq720.jpg';

/** What the engine knows of the link; its picture lies at this address. */
function inspectedWith(address: string): Inspected {
  const thumbnail = { id: 'thumb.1', width: 1280, height: 720 };
  const inspection = makeInspection([makeItem([], { thumbnail, durationSeconds: 12.5 })]);
  const media = { ...inspection.media, title: '🎬'.repeat(300), description: 'x'.repeat(4000) };
  const source = { address, headers: {}, cookies: {}, fragments: null };
  return {
    inspection: { ...inspection, media },
    origin,
    sources: { egress: 'direct', byId: new Map([['thumb.1', source]]) },
  };
}

describe.each(databases)('the tools of the list on %s', (_kind, make) => {
  let fixture: UploadFixture;
  let cookie: string;
  let inspect: (text: string) => Promise<Inspected>;
  beforeAll(async () => {
    const fail = () => Promise.reject(new TypeError('not part of this test'));
    fixture = await startUploadFixture(await make(), {
      inspecting: {
        resolve: async (text) => ({ address: text }) as Link,
        inspectAgain: fail,
        isKnown: () => false,
        find: async () => null,
        inspect: ({ address }) => inspect(address),
      },
    });
    cookie = await fixture.signedIn();
  });
  afterAll(() => fixture?.close());
  beforeEach(async () => {
    fixture.clock.advance(30_000);
    for (const table of ['trending_videos', 'audit_log'] as const)
      await fixture.database.db.deleteFrom(table).execute();
  });

  const send = (method: string, at: string, body?: unknown) =>
    fetch(fixture.origin + at, {
      method,
      headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const codeOf = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { code: string }).code,
  ];
  const preview = (url = 'https://youtu.be/aaaaaaaaaaa') =>
    send('POST', '/api/admin/trending-preview', { url });
  const put = (ids: string[], versions: Record<string, unknown>) =>
    send('PUT', '/api/admin/trending-order', { ids, versions });
  const add = async (title: string) => {
    const body = { title, videoUrl: 'https://video.example/', featured: true };
    return (await (await send('POST', '/admin/trending', body)).json()) as Item;
  };
  const list = async () => (await (await send('GET', '/admin/trending')).json()) as Item[];

  it('a preview holds all fields of a new video', async () => {
    inspect = async () => inspectedWith(PICTURE);
    const answer = await preview();
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        title: '🎬'.repeat(200),
        description: 'x'.repeat(2000),
        platform: 'youtube',
        videoUrl: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
        thumbnailUrl: PICTURE,
        thumbnailPath: '/api/inspections/inspection/thumbnails/thumb.1',
        durationSeconds: 12.5,
      },
    ]);
  });

  it('a preview without a usable picture says so', async () => {
    inspect = async () => inspectedWith(`https://i.ytimg.com/${'x'.repeat(3000)}`);
    expect(await (await preview()).json()).toMatchObject({
      thumbnailUrl: null,
      thumbnailPath: '/api/inspections/inspection/thumbnails/thumb.1',
    });
    inspect = async () => ({
      inspection: makeInspection([]),
      origin,
      sources: { egress: 'direct', byId: new Map() },
    });
    expect(await (await preview()).json()).toEqual({
      title: 'A video',
      description: null,
      platform: 'youtube',
      videoUrl: 'https://www.youtube.com/watch?v=aaaaaaaaaaa',
      thumbnailUrl: null,
      thumbnailPath: null,
      durationSeconds: null,
    });
  });

  it('a preview fails like a visitor’s inspection', async () => {
    inspect = async () => {
      throw new AppError('geo_blocked', { params: { platform: 'YouTube' } });
    };
    expect(await codeOf(await preview())).toEqual([403, 'geo_blocked']);
    expect(await codeOf(await preview('x'.repeat(3000)))).toEqual([400, 'invalid_request']);
  });

  it('an order is stored, shown and logged', async () => {
    const [a, b, c] = [await add('a'), await add('b'), await add('c')];
    const answer = await put([b.id, c.id, a.id], { [a.id]: 1, [b.id]: 1, [c.id]: 1 });
    const shown = (await answer.json()) as Item[];
    expect([answer.status, shown.map(({ id, position }) => [id, position])]).toEqual([
      200,
      [
        [b.id, 0],
        [c.id, 1],
        [a.id, 2],
      ],
    ]);
    expect(shown).toEqual(await list());
    const [last] = await createAuditLog(fixture.database.db).list(1, null);
    expect(last).toMatchObject({
      admin: ANN.email,
      action: 'trending_ordered',
      subject: null,
      details: { videos: 3 },
    });
  });

  it('of two orders made from the same list the second is refused entirely', async () => {
    const [a, b] = [await add('a'), await add('b')];
    const versions = { [a.id]: 1, [b.id]: 1 };
    const answers = await Promise.all([put([a.id, b.id], versions), put([b.id, a.id], versions)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const before = await list();
    expect(await codeOf(await put([b.id, a.id], versions))).toEqual([412, 'changed_meanwhile']);
    await add('c');
    const seen = Object.fromEntries(before.map(({ id, version }) => [id, version]));
    const fewer = await put([b.id, a.id], seen);
    expect(await codeOf(fewer)).toEqual([412, 'changed_meanwhile']);
    expect((await list()).map(({ version }) => version)).toEqual([2, 2, 1]);
  });

  it.each<[string, string[], Record<string, unknown>]>([
    ['a video twice', ['a', 'a'], { a: 1 }],
    ['a version too few', ['a', 'b'], { a: 1 }],
    ['a version too many', ['a'], { a: 1, b: 1 }],
    ['a video that is not there', ['a'], { a: 1 }],
    ['a version that is none', ['a'], { a: 'x' }],
    ['a name that every object has', ['toString'], {}],
    ['an id that is none', ['../a'], { '../a': 1 }],
    ['too many', Array.from({ length: 201 }, (_, n) => `a${n}`), {}],
  ])('an order with %s is refused', async (_what, ids, versions) => {
    expect(await codeOf(await put(ids, versions))).toEqual([400, 'invalid_request']);
  });
});
