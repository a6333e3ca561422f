// What the ports `Takedowns` and `Blocks` promise, on every database.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createBlocks } from '../../src/adapters/database/blocks.ts';
import { createTakedowns } from '../../src/adapters/database/takedowns.ts';
import type { Block, Blocks } from '../../src/core/blocks/ports.ts';
import type { NoticeChange, Takedowns } from '../../src/core/takedowns/ports.ts';
import type { CounterNotice, Notice } from '../../src/core/takedowns/takedown.ts';
import { databases, type TestDatabase } from './databases.ts';

const DAY_MS = 86_400_000;
const AT = Date.UTC(2026, 10, 22, 13);

const notice = (id: string, over: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'copyright',
  offence: null,
  signature: 'Ada “Ö”',
  work: 'A film\nof mine',
  reasons: null,
  name: 'Ada',
  email: 'ada@owner.example',
  address: null,
  phone: null,
  links: [{ address: 'https://youtu.be/a', subject: 'youtube:a' }],
  state: 'received',
  receivedAt: AT,
  waitingUntil: null,
  closedAt: null,
  version: 1,
  ...over,
});
const block = (id: string, over: Partial<Block> = {}): Block => ({
  id,
  kind: 'video',
  subject: 'youtube:a',
  parentId: null,
  reason: 'Asked for.',
  noticeId: null,
  admin: 'ann@site.example',
  createdAt: AT,
  ...over,
});
const counter = (id: string, over: Partial<CounterNotice> = {}): CounterNotice => ({
  id,
  noticeId: 'n',
  subject: 'youtube:a',
  receivedAt: AT,
  outcome: null,
  link: 'https://youtu.be/a',
  signature: 'Max',
  name: 'Max',
  email: 'max@maker.example',
  address: 'Street 1',
  phone: '1',
  statement: null,
  ...over,
});
const to = (state: Notice['state'], over: Partial<NoticeChange> = {}): NoticeChange => ({
  state,
  waitingUntil: null,
  closedAt: AT + 1,
  step: { state, at: AT + 1, admin: 'ann@site.example', reason: `It is ${state}.` },
  ...over,
});

describe.each(databases)('notices and blocks on %s', (_kind, make) => {
  let database: TestDatabase;
  let takedowns: Takedowns;
  let blocks: Blocks;
  beforeAll(async () => {
    database = await make();
    takedowns = createTakedowns(database.db);
    blocks = createBlocks(database.db);
    return database.end;
  });
  beforeEach(async () => {
    for (const table of ['takedowns', 'takedown_steps', 'takedown_counters', 'blocks'] as const)
      await database.db.deleteFrom(table).execute();
  });
  const subjects = async () =>
    (await blocks.subjects()).map(({ kind, subject }) => `${kind} ${subject}`).toSorted();

  it('are stored unchanged, and found by their token', async () => {
    await takedowns.add(notice('n'), 'hash');
    expect(await takedowns.get('n')).toEqual(notice('n'));
    expect(await takedowns.findByToken('hash')).toEqual(notice('n'));
    expect([await takedowns.get('m'), await takedowns.findByToken('other')]).toEqual([null, null]);
    expect(await takedowns.steps('n')).toEqual([
      { state: 'received', at: AT, admin: null, reason: null },
    ]);
  });

  it('are listed newest first, by state, or by what waits for an operator', async () => {
    await takedowns.add(notice('a'), '1');
    await takedowns.add(notice('b', { receivedAt: AT + 1 }), '2');
    await takedowns.add(notice('c', { receivedAt: AT + 2, state: 'counter_notice' }), '3');
    await takedowns.add(notice('d', { receivedAt: AT + 3, state: 'kept' }), '4');
    const ids = async (...wish: Parameters<Takedowns['list']>) =>
      (await takedowns.list(...wish)).map(({ id }) => id).join('');
    expect([await ids(null, 3), await ids('open', 9), await ids('kept', 9)]).toEqual([
      'dcb',
      'cba',
      'd',
    ]);
    expect(await takedowns.countOpen()).toBe(3);
  });

  it('change in one transaction with all related rows, or not at all', async () => {
    await takedowns.add(notice('n'), 'hash');
    const links = [{ address: 'https://youtu.be/a', subject: 'youtube:b' }];
    const blocked = [
      block('x', { noticeId: 'n' }),
      block('y', { kind: 'uploader', noticeId: 'n' }),
    ];
    const change = to('accepted', { links, blocks: blocked });
    expect(await takedowns.change('n', 2, change)).toBe(false);
    expect([await subjects(), (await takedowns.steps('n')).length]).toEqual([[], 1]);
    expect(await takedowns.change('n', 1, change)).toBe(true);
    expect(await takedowns.get('n')).toEqual(
      notice('n', { links, state: 'accepted', closedAt: AT + 1, version: 2 }),
    );
    expect(await subjects()).toEqual(['uploader youtube:a', 'video youtube:a']);
    expect((await takedowns.steps('n')).map(({ reason }) => reason)).toEqual([
      null,
      'It is accepted.',
    ]);
    // The second entry of the list is there already, so nothing of this may be.
    const broken = to('restored', { blocks: [block('z'), block('x')] });
    await expect(takedowns.change('n', 2, broken)).rejects.toThrow();
    expect((await takedowns.get('n'))?.state).toBe('accepted');
    expect(await blocks.findVideo('youtube:a')).toHaveLength(1);
  });

  it('accept one of many concurrent changes', async () => {
    await takedowns.add(notice('n'), 'hash');
    const made = await Promise.all(
      Array.from({ length: 8 }, () => takedowns.change('n', 1, to('refused'))),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    expect(await takedowns.steps('n')).toHaveLength(2);
  });

  it('keep objections, which show the case by a token of their own, with their outcome', async () => {
    await takedowns.add(notice('n'), 'hash');
    const added = { notice: counter('c'), tokenHash: 'theirs' };
    await takedowns.change('n', 1, to('counter_notice', { counter: added, waitingUntil: AT + 9 }));
    expect(await takedowns.counters('n')).toEqual([counter('c')]);
    expect((await takedowns.findByToken('theirs'))?.id).toBe('n');
    await takedowns.change('n', 2, to('kept', { outcome: 'kept' }));
    const second = { notice: counter('d', { receivedAt: AT + 1 }), tokenHash: 'second' };
    await takedowns.change('n', 3, to('counter_notice', { counter: second }));
    await takedowns.change('n', 4, to('restored', { outcome: 'restored' }));
    expect((await takedowns.counters('n')).map(({ outcome }) => outcome)).toEqual([
      'kept',
      'restored',
    ]);
  });

  it('unblock some videos with their aliases, or everything, and nothing of other notices', async () => {
    const own = { noticeId: 'n' };
    await takedowns.add(notice('n'), 'hash');
    await takedowns.change(
      'n',
      1,
      to('accepted', {
        blocks: [
          block('a', own),
          block('aa', { ...own, kind: 'alias', subject: 'youtube:aa', parentId: 'a' }),
          block('b', { ...own, subject: 'youtube:b' }),
          block('u', { ...own, kind: 'uploader', subject: 'youtube:u' }),
        ],
      }),
    );
    await blocks.add(block('o', { noticeId: 'other' }));
    expect((await blocks.findVideo('youtube:aa')).map(({ id }) => id)).toEqual(['a']);
    await takedowns.change('n', 2, to('restored', { unblock: ['youtube:a'] }));
    expect(await subjects()).toEqual(['uploader youtube:u', 'video youtube:a', 'video youtube:b']);
    expect((await blocks.findVideo('youtube:a')).map(({ id }) => id)).toEqual(['o']);
    expect(await blocks.findVideo('youtube:aa')).toEqual([]);
    await takedowns.change('n', 3, to('restored', { unblock: 'all' }));
    expect(await subjects()).toEqual(['video youtube:a']);
  });

  it('are deleted when long closed and waiting for no decision; blocks stay', async () => {
    await takedowns.add(notice('old', { state: 'accepted', closedAt: AT }), '1');
    await takedowns.add(notice('young', { state: 'accepted', closedAt: AT + 10 }), '2');
    await takedowns.add(notice('open'), '3');
    await takedowns.add(notice('again', { state: 'counter_notice', closedAt: AT }), '4');
    await blocks.add(block('x', { noticeId: 'old' }));
    expect(await takedowns.forgetClosed(AT + 1)).toBe(1);
    expect(await takedowns.forgetClosed(AT + 1)).toBe(0);
    expect((await takedowns.list(null, 9)).map(({ id }) => id).toSorted()).toEqual(
      ['again', 'open', 'young'].toSorted(),
    );
    expect(await takedowns.steps('old')).toEqual([]);
    expect(await blocks.findVideo('youtube:a')).toEqual([block('x')]);
  });

  it('are counted by day, aliases left out, with what is no longer blocked', async () => {
    await takedowns.add(notice('a'), '1');
    await takedowns.add(notice('b', { receivedAt: AT + DAY_MS }), '2');
    await takedowns.change('a', 1, to('accepted', { blocks: [block('x'), block('y')] }));
    await blocks.add(block('z', { kind: 'alias', parentId: 'x' }));
    expect(await blocks.remove('x', AT)).toEqual(block('x'));
    expect(await blocks.remove('x', AT)).toBeNull();
    const day = Math.floor(AT / DAY_MS) * DAY_MS;
    const steps = await takedowns.stepsPerDay();
    expect(
      steps.toSorted((one, two) => one.day - two.day || (one.state < two.state ? -1 : 1)),
    ).toEqual([
      { day, state: 'accepted', count: 1 },
      { day, state: 'received', count: 1 },
      { day: day + DAY_MS, state: 'received', count: 1 },
    ]);
    expect(await blocks.addedPerDay()).toEqual([{ day, kind: 'video', count: 2 }]);
    expect([await blocks.count(), (await blocks.list(9)).map(({ id }) => id)]).toEqual([1, ['y']]);
  });
});
