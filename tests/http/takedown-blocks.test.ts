// What an accepted notice and an entry in the block list take down, over HTTP.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../src/adapters/database/connection/open-database.ts';
import { AppError } from '../../src/shared/errors.ts';
import { aVideo } from '../support/http/site-fixture.ts';
import {
  COUNTER,
  startTakedownFixture,
  type TakedownFixture,
} from '../support/takedowns/takedown-fixture.ts';

const VIDEO = 'https://youtu.be/dQw4w9WgXcQ';
const OTHER = 'https://youtu.be/aaaaaaaaaaa';
let fixture: TakedownFixture;
beforeAll(async () => {
  const database = await openDatabase({ url: null, dataDir: ':memory:' });
  fixture = await startTakedownFixture({ ...database, end: database.close });
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());
const onlyNotice = async () => (await fixture.asAnn('GET', '/api/admin/takedowns')).body.notices[0];
const codeOf = async (url: string) =>
  (await fixture.call('POST', '/api/inspect', { url })).body.code ?? 'ok';
const decide = (id: string, decision: string, more: object = {}) =>
  fixture.asAnn('POST', `/api/admin/takedowns/${id}/decision`, { decision, reason: 'r', ...more });

it('a short link in a notice blocks its target, and an objection may use it too', async () => {
  const { id } = await fixture.accept(['https://vm.tiktok.com/ZMabcDeFg/']);
  expect(await codeOf('https://www.tiktok.com/@x/video/7512345678901234501')).toBe('taken_down');
  const link = 'https://vt.tiktok.com/ZSabcDeFg/';
  expect((await fixture.send('/api/takedowns/counter', { ...COUNTER, link })).status).toBe(201);
  await decide(id, 'restore');
  expect(await codeOf('https://www.tiktok.com/@x/video/7512345678901234501')).toBe('ok');
});

it('a clip of a blocked video is blocked too, and blocking a clip blocks only the clip', async () => {
  const clip = 'https://www.youtube.com/clip/UgkxLabClip0123456789abcdefghijklmnop';
  const mediaIds = ['UgkxLabClip0123456789abcdefghijklmnop'];
  fixture.origins.set(`youtube:${mediaIds[0]}`, {
    mediaIds,
    sourceIds: ['dQw4w9WgXcQ'],
    uploaderIds: [],
  });
  const { id } = await fixture.accept([clip]);
  expect([await codeOf(clip), await codeOf(VIDEO)]).toEqual(['taken_down', 'ok']);
  await decide(id, 'restore');
  expect(await codeOf(clip)).toBe('ok');
  await fixture.accept([VIDEO]);
  expect(await codeOf(clip)).toBe('taken_down');
});

it('another link with the same media is refused after its inspection, until it is restored', async () => {
  const origin = { mediaIds: ['1931000000000000101'], sourceIds: [], uploaderIds: [] };
  fixture.origins.set('twitter:1931111111111111101', origin);
  fixture.origins.set('twitter:1931222222222222202', origin);
  const quoting = 'https://x.com/other/status/1931222222222222202';
  const { id } = await fixture.accept(['https://x.com/a/status/1931111111111111101']);
  expect(await codeOf(quoting)).toBe('taken_down');
  expect((await fixture.asAnn('GET', '/api/admin/blocks')).body.blocks).toHaveLength(1);
  await decide(id, 'restore');
  expect(await codeOf(quoting)).toBe('ok');
});

it('an uploader’s other videos are blocked with the uploader', async () => {
  const uploaderIds = ['UCabc', '@somebody'];
  fixture.origins.set('youtube:dQw4w9WgXcQ', { mediaIds: [], sourceIds: [], uploaderIds });
  fixture.origins.set('youtube:aaaaaaaaaaa', { mediaIds: [], sourceIds: [], uploaderIds });
  expect(await codeOf(OTHER)).toBe('ok');
  const { id } = await fixture.accept([VIDEO], { blockUploader: true });
  expect(await codeOf(OTHER)).toBe('taken_down');
  expect(await codeOf('https://youtu.be/ccccccccccc')).toBe('ok');
  await decide(id, 'restore');
  expect(await codeOf(OTHER)).toBe('ok');
  const uploader = 'https://www.youtube.com/@SomeBody/videos';
  const added = await fixture.asAnn('POST', '/api/admin/blocks', { uploader, reason: 'r' });
  expect(added.body).toMatchObject({ kind: 'uploader', subject: 'youtube:somebody' });
  expect(await codeOf(OTHER)).toBe('taken_down');
  expect((await fixture.asAnn('DELETE', `/api/admin/blocks/${added.body.id}`)).status).toBe(204);
  expect(await codeOf(OTHER)).toBe('ok');
  const byVideo = await fixture.asAnn('POST', '/api/admin/blocks', {
    uploader: OTHER,
    reason: 'r',
  });
  expect(byVideo.body.subject).toBe('youtube:ucabc');
  const none = await fixture.asAnn('POST', '/api/admin/blocks', {
    uploader: 'Disney',
    reason: 'r',
  });
  expect(none.body).toMatchObject({ code: 'invalid_request', params: { field: 'uploader' } });
});

it('an unknown uploader leaves the notice undecided, but only if the uploader is to be blocked', async () => {
  fixture.origins.set('youtube:dQw4w9WgXcQ', new AppError('private'));
  await fixture.give();
  const { id } = await onlyNotice();
  const failed = await decide(id, 'accept', { blockUploader: true });
  expect(failed.body.code).toBe('private');
  expect((await onlyNotice()).state).toBe('received');
  expect((await decide(id, 'accept')).status).toBe(200);
});

it('trending videos are taken down with their files, by their link or by their address on this site', async () => {
  await fixture.videos.add(
    aVideo('linked', { videoUrl: 'https://www.youtube.com/embed/dQw4w9WgXcQ' }),
  );
  await fixture.videos.add(
    aVideo('film', { videoUrl: null, film: 'film.mp4', thumbnail: 'a.jpg' }),
  );
  await fixture.videos.add(aVideo('other'));
  await fixture.files.add('film.mp4', new Uint8Array(3));
  await fixture.files.add('a.jpg', new Uint8Array(3));
  const links = [VIDEO, `${fixture.origin}/trending-files/film.mp4`];
  await fixture.give({ links: [`${fixture.origin}/fr/trending#other`] });
  const { links: named } = await fixture.accept(links);
  expect(named.map(({ address }) => address)).toEqual([
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    '/trending-files/film.mp4',
  ]);
  expect((await fixture.videos.list(9)).map(({ id }) => id)).toEqual(['other']);
  expect(await fixture.files.find('film.mp4')).toBeNull();
  expect(await fixture.files.find('a.jpg')).toBeNull();
  const elsewhere = ['https://else.example/trending-files/film.mp4'];
  await expect(fixture.give({ links: elsewhere })).rejects.toThrow('invalid_request');
});
