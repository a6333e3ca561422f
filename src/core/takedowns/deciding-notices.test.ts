// How notices are decided, and what each decision blocks and unblocks.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  ANN,
  codeOf,
  type Notices,
  openNotices,
  subjectOf,
  videoOf,
} from '../../../tests/support/takedowns/notices.ts';
import { MAX_BLOCKS } from './deciding-notices.ts';

const [A, B, C] = ['a', 'b', 'c'].map(videoOf) as [string, string, string];
const CLIP = 'UgkxLabClip0123456789abcdefghijklmnop';

let on: Notices;
beforeAll(async () => {
  on = await openNotices();
  return on.close;
});
beforeEach(() => on.reset());
const stillBlocked = async () =>
  ['a', 'b', 'c'].filter((letter) => on.blockList.has('video', subjectOf(letter))).join('');

describe('restoring', () => {
  it.each<[string, string[], string]>([
    ['what was objected to', ['object a', 'restore'], 'bc'],
    ['all of it, without an objection', ['restore'], ''],
    [
      'all of it, once the rest is objected to',
      ['object a', 'object b', 'object c', 'restore'],
      '',
    ],
    [
      'not what an earlier objection did not free',
      ['object a', 'keep', 'object b', 'restore'],
      'ac',
    ],
    ['what an objection asks for again', ['object a', 'keep', 'object a', 'restore'], 'bc'],
    ['one after the other', ['object a', 'restore', 'object b', 'restore'], 'c'],
    ['nothing while objections are refused', ['object a', 'keep', 'object b', 'keep'], 'abc'],
    ['two that were objected to at once', ['object a', 'object c', 'restore'], 'b'],
  ])('unblocks %s', async (_what, steps, expected) => {
    const { id } = await on.accept([A, B, C]);
    for (const step of steps) {
      const [what, letter = ''] = step.split(' ');
      if (what === 'object') await on.object(videoOf(letter));
      else await on.decide(id, what as 'restore' | 'keep');
    }
    expect(await stillBlocked()).toBe(expected);
  });

  it.each([
    [['a'], true],
    [['a', 'b'], false],
  ])('of the objections to %j leaves the uploader blocked: %s', async (letters, isLeft) => {
    on.origins.set(subjectOf('a'), { uploaderIds: ['UCa'] });
    const { id } = await on.accept([A, B], { blockUploader: true });
    for (const letter of letters) await on.object(videoOf(letter));
    await on.decide(id, 'restore');
    expect(on.blockList.has('uploader', 'youtube:uca')).toBe(isLeft);
  });

  it('leaves what another notice or an operator blocked', async () => {
    const { id } = await on.accept([A, B]);
    await on.accept([A]);
    await on.block('video', B);
    await on.decide(id, 'restore');
    expect(await stillBlocked()).toBe('ab');
  });

  it('gives each open objection its outcome, and leaves decided ones alone', async () => {
    const { id } = await on.accept([A, B]);
    await on.object(A);
    await on.decide(id, 'keep');
    await on.object(B);
    const { counters, notice } = await on.decide(id, 'restore');
    expect(counters.map(({ outcome }) => outcome)).toEqual(['kept', 'restored']);
    expect(notice).toMatchObject({ state: 'restored', waitingUntil: null, version: 6 });
    expect(notice.closedAt).toBe(on.clock.now());
  });
});

describe('accepting', () => {
  it('blocks each video once, with the other ids of its media', async () => {
    on.origins.set(subjectOf('a'), { mediaIds: ['other', 'aaaaaaaaaaa'], sourceIds: ['source'] });
    on.origins.set(subjectOf('b'), { mediaIds: ['other', 'ccccccccccc'], uploaderIds: ['UCb'] });
    const { id } = await on.accept([A, `${A}?t=5`, B, C]);
    expect(await on.blocked()).toEqual([
      'alias youtube:other',
      ...['a', 'b', 'c'].map((letter) => `video ${subjectOf(letter)}`),
    ]);
    expect(on.looked).toEqual(['a', 'b', 'c'].map((letter) => `useful ${subjectOf(letter)}`));
    const [block] = await on.blocks.findVideo(subjectOf('a'));
    expect(block).toMatchObject({ noticeId: id, admin: ANN, reason: 'r', parentId: null });
    await on.decide(id, 'restore');
    expect(await on.blocked()).toEqual([]);
  });

  it('of a clip leaves the video that it is cut from', async () => {
    on.origins.set(`youtube:${CLIP}`, { mediaIds: ['aaaaaaaaaaa'], sourceIds: ['aaaaaaaaaaa'] });
    await on.accept([`https://www.youtube.com/clip/${CLIP}`]);
    expect(await on.blocked()).toEqual([`video youtube:${CLIP}`]);
  });

  it('blocks the uploader by the permanent id, only when asked to', async () => {
    on.origins.set(subjectOf('a'), { uploaderIds: ['UCa', '@ann'] });
    on.origins.set(subjectOf('b'), { uploaderIds: ['UCa', '@ann'] });
    const { id } = await on.accept([A, B], { blockUploader: true });
    expect((await on.blocked()).filter((each) => /^uploader/.test(each))).toEqual([
      'uploader youtube:uca',
    ]);
    expect(on.looked).toEqual([`needed ${subjectOf('a')}`, `needed ${subjectOf('b')}`]);
    await on.decide(id, 'restore');
    expect(await on.blocked()).toEqual([]);
  });

  it('is refused where the uploader is to be blocked and has no name', async () => {
    const { id } = await on.give([A]);
    const call = on.decide(id, 'accept', { blockUploader: true });
    expect(await codeOf(call)).toBe('invalid_request blockUploader');
    expect([await on.blocked(), (await on.deciding.get(id)).notice.state]).toEqual([
      [],
      'received',
    ]);
  });

  it('stores what short links led to, and blocks it once', async () => {
    const shorts = ['https://vm.tiktok.com/ZMabcDeFg/', 'https://vm.tiktok.com/ZMabcDeFh/'];
    const { id } = await on.accept(shorts);
    const subject = 'tiktok:7512345678901234501';
    expect((await on.takedowns.get(id))?.links).toEqual(
      shorts.map((address) => ({ address, subject })),
    );
    expect(await on.blocks.findVideo(subject)).toHaveLength(1);
  });

  it('is refused as a whole where the block list has no room for all of it', async () => {
    const { id } = await on.give([A, B]);
    on.said.blockCount = MAX_BLOCKS - 1;
    expect(await codeOf(on.decide(id, 'accept'))).toBe('server_full');
    expect(await on.blocked()).toEqual([]);
    on.said.blockCount = MAX_BLOCKS - 2;
    expect(await codeOf(on.decide(id, 'accept'))).toBe('ok');
  });
});

it.each([
  [[], ['accept', 'refuse']],
  [['accept'], ['restore']],
  [['refuse'], []],
  [['accept', 'restore'], []],
  [
    ['accept', 'object'],
    ['restore', 'keep'],
  ],
  [['accept', 'object', 'keep'], []],
  [['accept', 'object', 'restore'], []],
] as const)('after %j, %j is possible and nothing else', async (steps, possible) => {
  const { id } = await on.give([A]);
  for (const step of steps) await (step === 'object' ? on.object(A) : on.decide(id, step));
  const { version } = (await on.deciding.get(id)).notice;
  for (const decision of ['accept', 'refuse', 'restore', 'keep'] as const) {
    if ((possible as readonly string[]).includes(decision)) continue;
    expect(await codeOf(on.decide(id, decision, { version }))).toBe('changed_meanwhile');
  }
  for (const decision of possible.slice(0, 1))
    expect(await codeOf(on.decide(id, decision, { version }))).toBe('ok');
});

it('a decision counts for the version that the operator saw, or for any', async () => {
  const { id } = await on.accept([A, B]);
  await on.object(A);
  expect(await codeOf(on.decide(id, 'keep', { version: 2 }))).toBe('changed_meanwhile');
  expect(await codeOf(on.decide(id, 'keep', { version: 4 }))).toBe('changed_meanwhile');
  expect(await codeOf(on.decide(id, 'keep', { version: 3 }))).toBe('ok');
  expect(await codeOf(on.decide('nothing', 'keep'))).toBe('not_found_page');
});

it('is written into the history of the notice and into the log, with who and why', async () => {
  on.origins.set(subjectOf('a'), { uploaderIds: ['UCa'] });
  const { id } = await on.give([A]);
  on.clock.advance(5);
  const { steps } = await on.decide(id, 'accept', { blockUploader: true, reason: 'Theirs.' });
  const at = on.clock.now();
  expect(steps[1]).toEqual({ state: 'accepted', at, admin: ANN, reason: 'Theirs.' });
  on.clock.advance(5);
  const { notice } = await on.decide(id, 'restore', { reason: 'No.' });
  expect(notice.closedAt).toBe(at + 5);
  expect((await on.log()).map(({ details, subject }) => [subject, details]).toReversed()).toEqual(
    expect.arrayContaining([
      [id, { decision: 'accept', reason: 'Theirs.', blockUploader: true }],
      [id, { decision: 'restore', reason: 'No.' }],
    ]),
  );
});
