// What the forms of takedowns take: links, notices and objections, and what either side of a case sees.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  codeOf,
  KEPT_MS,
  type Notices,
  OWN,
  openNotices,
  subjectOf,
  videoOf,
} from '../../../tests/support/takedowns/notices.ts';
import { SHARED_RESOURCES } from '../limits/network-bounds.ts';

const DAY_MS = 86_400_000;
const [A, B, C] = ['a', 'b', 'c'].map(videoOf) as [string, string, string];
const SHORT = 'https://vm.tiktok.com/ZMabcDeFg/';

let on: Notices;
beforeAll(async () => {
  on = await openNotices();
  return on.close;
});
beforeEach(() => on.reset());
const mayCounter = async (token: string) => (await on.taking.caseOf(token)).mayCounter;

describe('a notice', () => {
  it('names each video once, in order, and short links as they are', async () => {
    const shorts = [SHORT, 'https://vm.tiktok.com/ZMabcDeFh/'];
    const read = await on.taking.readLinks([B, `${B}?t=9`, ...shorts, A, SHORT], OWN);
    expect(read.map(({ subject }) => subject)).toEqual([
      subjectOf('b'),
      null,
      null,
      subjectOf('a'),
    ]);
  });

  it('names twenty links at most', async () => {
    const many = Array.from({ length: 21 }, (_, n) => videoOf(String.fromCharCode(97 + n)));
    expect(await on.taking.readLinks(many, OWN)).toHaveLength(20);
  });

  it('says which of its links cannot be named', async () => {
    const failure = await on.taking.readLinks([A, 'nothing', 'x'], OWN).catch((error) => error);
    expect([failure.code, failure.params]).toEqual([
      'invalid_request',
      { field: 'links', index: 1 },
    ]);
  });

  it('is stored with the hash of its token, and waits for an operator', async () => {
    const { id, token } = await on.give([A]);
    expect(await on.takedowns.findByToken(token)).toBeNull();
    expect(await on.takedowns.get(id)).toMatchObject({
      state: 'received',
      receivedAt: on.clock.now(),
      waitingUntil: null,
      closedAt: null,
      version: 1,
    });
  });

  it('is forgotten when the last decision on it is long ago', async () => {
    const [refused, open] = [await on.give([A]), await on.give([B])];
    await on.decide(refused.id, 'refuse');
    on.clock.advance(KEPT_MS);
    await on.taking.sweep();
    expect(await codeOf(on.taking.caseOf(refused.token))).toBe('ok');
    on.clock.advance(1);
    await on.taking.sweep();
    expect(await codeOf(on.taking.caseOf(refused.token))).toBe('not_found_page');
    expect(await codeOf(on.taking.caseOf(open.token))).toBe('ok');
  });
});

it('notices are refused while too many wait for operators', async () => {
  const { total } = SHARED_RESOURCES.notices;
  let waiting = total - 1;
  const full = await openNotices({ takedowns: { countOpen: async () => waiting } });
  expect(await codeOf(full.give([A]))).toBe('ok');
  waiting = total;
  expect(await codeOf(full.give([A]))).toBe('server_full');
  await full.close();
});

describe('an objection', () => {
  it.each([
    ['to nothing that is blocked', []],
    ['to what is not decided', ['give a']],
    ['to what was refused', ['give a', 'refuse']],
    ['to what an operator blocked without a notice', ['block a']],
    ['to another link of the notice', ['accept b']],
    ['to what was objected to already', ['accept a', 'object']],
    ['to what was restored', ['accept a', 'restore']],
  ])('%s is refused', async (_what, steps) => {
    let id = '';
    for (const step of steps) {
      const [what, letter = 'a'] = step.split(' ');
      if (what === 'give') id = (await on.give([videoOf(letter)])).id;
      else if (what === 'accept') id = (await on.accept([videoOf(letter)])).id;
      else if (what === 'block') await on.block('video', videoOf(letter));
      else if (what === 'object') await on.object(A);
      else await on.decide(id, what as 'restore' | 'refuse');
    }
    expect(await codeOf(on.object(A))).toBe('not_found_page');
  });

  it('may be repeated once it was refused', async () => {
    const { id } = await on.accept([A]);
    await on.object(A);
    await on.decide(id, 'keep');
    expect(await codeOf(on.object(A))).toBe('ok');
  });

  it('to a link that names nothing is refused', async () => {
    expect(await codeOf(on.object('nothing'))).toBe('invalid_request link');
  });

  it('goes to the oldest notice that has none, and in a case to its own', async () => {
    const [first, second] = [await on.accept([A, B]), await on.accept([A])];
    await on.object(A, second.token);
    expect(await on.takedowns.counters(second.id)).toHaveLength(1);
    await on.object(A);
    expect(await on.takedowns.counters(first.id)).toHaveLength(1);
    expect(await codeOf(on.object(B, second.token))).toBe('not_found_page');
    expect(await codeOf(on.object(B, 'no token'))).toBe('not_found_page');
  });

  it('by another id of the media counts for the video that the notice names', async () => {
    on.origins.set(subjectOf('a'), { mediaIds: ['ccccccccccc'] });
    const { id } = await on.accept([A, B]);
    await on.object(C);
    expect(await on.takedowns.counters(id)).toMatchObject([
      {
        subject: subjectOf('a'),
        link: 'https://www.youtube.com/watch?v=ccccccccccc',
        outcome: null,
        receivedAt: on.clock.now(),
      },
    ]);
    await on.decide(id, 'restore');
    expect(await on.blocked()).toEqual([`video ${subjectOf('b')}`]);
  });

  it('by a short link counts for where it leads', async () => {
    const { id } = await on.accept([SHORT]);
    await on.object('https://vt.tiktok.com/ZSabcDeFg/');
    expect(await on.takedowns.counters(id)).toMatchObject([
      { subject: 'tiktok:7512345678901234501' },
    ]);
  });

  it('opens the case again, until the latest of its days', async () => {
    const { id } = await on.accept([A, B]);
    await on.object(A);
    const first = (await on.takedowns.get(id))?.waitingUntil ?? 0;
    expect(first).toBe(on.clock.now() + 14 * DAY_MS);
    on.clock.advance(DAY_MS * 3);
    await on.object(B);
    expect(await on.takedowns.get(id)).toMatchObject({
      state: 'counter_notice',
      closedAt: null,
      waitingUntil: on.clock.now() + 14 * DAY_MS,
    });
    // The wall clock of another server may be behind; no earlier day is promised than before.
    const other = await on.accept([C, A]);
    await on.object(C, other.token);
    const promised = (await on.takedowns.get(other.id))?.waitingUntil;
    on.clock.setWall(on.clock.now() - 5 * DAY_MS);
    await on.object(A, other.token);
    expect((await on.takedowns.get(other.id))?.waitingUntil).toBe(promised);
  });

  it('gets a token of its own, which is stored as a hash and shows the case', async () => {
    const { id } = await on.accept([A]);
    const token = await on.object(A);
    expect((await on.taking.caseOf(token)).notice.id).toBe(id);
    expect(await on.takedowns.findByToken(token)).toBeNull();
  });

  it.each([
    [3, 'ok'],
    [4, 'server_busy'],
  ])('that conflicts with %d other changes ends with "%s"', async (conflicts, code) => {
    const { id } = await on.accept([A]);
    on.said.conflicts = conflicts;
    expect(await codeOf(on.object(A))).toBe(code);
    expect(await on.takedowns.counters(id)).toHaveLength(code === 'ok' ? 1 : 0);
  });
});

describe('a case may be objected to', () => {
  it('while one of its videos is blocked by it, without an open objection', async () => {
    const { id, token } = await on.give([A, B]);
    expect(await mayCounter(token)).toBe(false);
    await on.decide(id, 'accept');
    expect(await mayCounter(token)).toBe(true);
    await on.object(A);
    expect(await mayCounter(token)).toBe(true);
    await on.object(B);
    expect(await mayCounter(token)).toBe(false);
    await on.decide(id, 'keep');
    expect(await mayCounter(token)).toBe(true);
    await on.object(A);
    await on.object(B);
    await on.decide(id, 'restore');
    expect(await mayCounter(token)).toBe(false);
  });

  it('not because another notice blocks the same video', async () => {
    const [first] = [await on.accept([A]), await on.accept([A])];
    await on.decide(first.id, 'restore');
    expect(await mayCounter(first.token)).toBe(false);
  });

  it('not while it was refused, whatever else is blocked', async () => {
    const { id, token } = await on.give([A]);
    await on.decide(id, 'refuse');
    await on.block('video', A);
    expect(await mayCounter(token)).toBe(false);
  });
});
