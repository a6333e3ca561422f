// What operators block without a notice.
import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  ANN,
  codeOf,
  type Notices,
  openNotices,
  subjectOf,
  videoOf,
} from '../../../tests/support/takedowns/notices.ts';
import { MAX_BLOCKS } from './deciding-notices.ts';

const A = videoOf('a');
const SHORT = 'https://vm.tiktok.com/ZMabcDeFg/';

let on: Notices;
beforeAll(async () => {
  on = await openNotices();
  return on.close;
});
beforeEach(async () => {
  await on.reset();
  on.origins.set(subjectOf('a'), { uploaderIds: ['UCa', '@ann'] });
  on.origins.set('tiktok:7512345678901234501', { uploaderIds: ['77'] });
});

it.each([
  ['video', A, `video ${subjectOf('a')}`, []],
  ['video', SHORT, 'video tiktok:7512345678901234501', []],
  ['uploader', 'https://www.youtube.com/@Somebody', 'uploader youtube:somebody', []],
  ['uploader', 'tiktok:@Some.body', 'uploader tiktok:some.body', []],
  ['uploader', A, 'uploader youtube:uca', [`needed ${subjectOf('a')}`]],
  ['uploader', SHORT, 'uploader tiktok:77', ['needed tiktok:7512345678901234501']],
] as const)('a %s is blocked by %s', async (kind, text, blocked, looked) => {
  const block = await on.block(kind, text);
  expect([await on.blocked(), on.looked]).toEqual([[blocked], looked]);
  expect(block).toMatchObject({ kind, reason: 'Own.', admin: ANN, noticeId: null });
  expect(on.blockList.has(kind, block.subject)).toBe(true);
});

it.each([
  ['video', 'nothing', 'link'],
  ['video', 'https://www.youtube.com/@Somebody', 'link'],
  ['uploader', 'Disney', 'uploader'],
  ['uploader', 'https://vimeo.com/1', 'uploader'],
  ['uploader', videoOf('b'), 'uploader'],
] as const)('a %s is not blocked by %s', async (kind, text, field) => {
  expect(await codeOf(on.block(kind, text))).toBe(`invalid_request ${field}`);
  expect([await on.blocked(), await on.log()]).toEqual([[], []]);
});

it('no uploader is blocked by a short link that leads to no video', async () => {
  on.said.followed = 'https://www.tiktok.com/';
  expect(await codeOf(on.block('uploader', SHORT))).toBe('invalid_request uploader');
});

it('nothing more is blocked once the list is full', async () => {
  on.said.blockCount = MAX_BLOCKS - 1;
  expect(await codeOf(on.block('video', A))).toBe('ok');
  on.said.blockCount = MAX_BLOCKS;
  expect(await codeOf(on.block('video', A))).toBe('server_full');
});

it('an entry is removed at once, and only once', async () => {
  const { id, subject } = await on.block('video', A);
  await on.blocking.remove(ANN, id);
  expect(on.blockList.has('video', subject)).toBe(false);
  expect(await codeOf(on.blocking.remove(ANN, id))).toBe('not_found_page');
});

it('the list has all entries counted, and no other ids of the same media', async () => {
  on.origins.set(subjectOf('b'), { mediaIds: ['other'] });
  await on.accept([videoOf('b')]);
  on.clock.advance(1);
  await on.block('video', A);
  const { blocks, count } = await on.blocking.list();
  expect([blocks.map(({ subject }) => subject), count]).toEqual([
    [subjectOf('a'), subjectOf('b')],
    3,
  ]);
});

it('each change is logged with its kind and reason, without what it is about', async () => {
  const { id } = await on.block('uploader', 'youtube:ann');
  on.clock.advance(1);
  await on.blocking.remove(ANN, id);
  const entry = { admin: ANN, subject: id };
  expect(await on.log()).toMatchObject([
    { ...entry, action: 'block_removed', details: { kind: 'uploader' } },
    { ...entry, action: 'block_added', details: { kind: 'uploader', reason: 'Own.' } },
  ]);
  expect(JSON.stringify(await on.log())).not.toContain('youtube');
});
