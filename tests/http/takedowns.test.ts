// Takedowns as both sides and the operators meet them, over HTTP.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuditLog } from '../../src/adapters/database/audit-log.ts';
import { databases } from '../contracts/databases.ts';
import {
  COUNTER,
  startTakedownStage,
  type TakedownStage,
} from '../support/takedowns/takedown-stage.ts';

const VIDEO = 'https://youtu.be/dQw4w9WgXcQ';
const OTHER = 'https://youtu.be/aaaaaaaaaaa';

describe.each(databases)('takedowns on %s', (_kind, make) => {
  let stage: TakedownStage;
  beforeAll(async () => {
    stage = await startTakedownStage(await make());
    return stage.close;
  });
  beforeEach(() => stage.reset());
  const inspect = (url: string) => stage.call('POST', '/api/inspect', { url });
  const codeOf = async (url: string) => (await inspect(url)).body.code ?? 'ok';
  const caseOf = async (token: string) =>
    (await stage.call('GET', `/api/takedowns/cases/${token}`)).body;
  const onlyNotice = async () => (await stage.asAnn('GET', '/api/admin/takedowns')).body.notices[0];
  const decide = (id: string, decision: string, headers: object = {}) =>
    stage.asAnn(
      'POST',
      `/api/admin/takedowns/${id}/decision`,
      { decision, reason: `We ${decision} it.` },
      headers,
    );

  it('a notice goes from its form to the operators, and its case shows what they decide and why', async () => {
    const token = await stage.give({ address: 'A street', phone: '1', links: [VIDEO, OTHER] });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await caseOf(token)).toMatchObject({ state: 'received', mayCounter: false });
    const { id, version, ...row } = await onlyNotice();
    expect(row).toMatchObject({
      kind: 'copyright',
      offence: null,
      name: 'Ada Owner',
      linkCount: 2,
    });
    const seen = await stage.asAnn('GET', `/api/admin/takedowns/${id}`);
    expect(seen.etag).toBe(`"${version}"`);
    expect(seen.body).toMatchObject({
      work: 'A film of mine, 2024',
      email: 'ada@owner.example',
      address: 'A street',
      decisions: ['accept', 'refuse'],
      links: [
        { address: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', isBlocked: false },
        { address: 'https://www.youtube.com/watch?v=aaaaaaaaaaa', isBlocked: false },
      ],
    });
    expect(await codeOf(VIDEO)).toBe('ok');
    expect((await decide(id, 'accept', { 'if-match': '"9"' })).status).toBe(412);
    const accepted = await decide(id, 'accept', { 'if-match': `"${version}"` });
    expect([accepted.status, accepted.body.state, accepted.etag]).toEqual([200, 'accepted', '"2"']);
    expect(accepted.body.links.map((link: { isBlocked: boolean }) => link.isBlocked)).toEqual([
      true,
      true,
    ]);
    expect(await codeOf(VIDEO)).toBe('taken_down');
    const shown = await caseOf(token);
    expect(shown).toMatchObject({ state: 'accepted', mayCounter: true, waitingUntil: null });
    expect(shown.history.map((step: { reason: string }) => step.reason)).toEqual([
      null,
      'We accept it.',
    ]);
    expect(JSON.stringify(shown)).not.toMatch(/ada owner|ada@|ann@/i);
    expect((await decide(id, 'refuse')).body.code).toBe('changed_meanwhile');
  });

  it('a notice that is refused blocks nothing', async () => {
    const token = await stage.give();
    expect((await decide((await onlyNotice()).id, 'refuse')).body.decisions).toEqual([]);
    expect(await caseOf(token)).toMatchObject({ state: 'refused', mayCounter: false });
    expect(await codeOf(VIDEO)).toBe('ok');
  });

  it('of two operators who decide at once, one is told that it changed', async () => {
    await stage.give();
    const { id } = await onlyNotice();
    const both = await Promise.all([decide(id, 'accept'), decide(id, 'refuse')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const [left, right] = both.map(({ status }) => status === 200);
    expect([left, right].filter(Boolean)).toHaveLength(1);
    expect(await codeOf(VIDEO)).toBe(left ? 'taken_down' : 'ok');
  });

  it('whoever objects finds the notice by the link, waits ten business days, and sees what comes of it', async () => {
    const { id } = await stage.accept([VIDEO, OTHER]);
    const counter = {
      ...COUNTER,
      link: 'https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share',
    };
    const sent = await stage.send('/api/takedowns/counter', counter);
    expect(sent.status).toBe(201);
    const shown = await caseOf(sent.body.caseToken);
    // From a Friday noon on, and each test moves the clock by hours at most.
    expect(shown).toMatchObject({ state: 'counter_notice', mayCounter: true });
    expect(shown.waitingUntil.slice(0, 10)).toBe('2026-12-04');
    expect(JSON.stringify(shown)).not.toMatch(/max maker|max@|ada owner|ada@/i);
    expect((await stage.send('/api/takedowns/counter', counter)).status).toBe(404);
    expect(await codeOf(VIDEO)).toBe('taken_down');
    const seen = (await stage.asAnn('GET', `/api/admin/takedowns/${id}`)).body;
    expect(seen.counters).toMatchObject([{ name: 'Max Maker', address: 'Main Street 1\nBerlin' }]);
    expect(seen.links).toMatchObject([{ isContested: true }, { isContested: false }]);
    const restored = (await decide(id, 'restore')).body;
    expect(restored).toMatchObject({ state: 'restored', counters: [{ outcome: 'restored' }] });
    expect([await codeOf(VIDEO), await codeOf(OTHER)]).toEqual(['ok', 'taken_down']);
    expect(await caseOf(sent.body.caseToken)).toMatchObject({ state: 'restored' });
    const second = await stage.send('/api/takedowns/counter', { ...COUNTER, link: OTHER });
    expect(second.status).toBe(201);
    expect((await decide(id, 'keep')).body.state).toBe('kept');
    expect(await codeOf(OTHER)).toBe('taken_down');
  });

  it('many who object at once are each heard about their own link', async () => {
    const links = ['a', 'b', 'c'].map((letter) => `https://youtu.be/${letter.repeat(11)}`);
    const { id } = await stage.accept(links);
    const sent = await Promise.all(
      links.map((link) => stage.send('/api/takedowns/counter', { ...COUNTER, link })),
    );
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await stage.asAnn('GET', `/api/admin/takedowns/${id}`)).body.counters).toHaveLength(3);
  });

  it('a case takes objections to its own notice alone', async () => {
    const token = await stage.give();
    const path = `/api/takedowns/cases/${token}/counter`;
    expect((await stage.send(path, { ...COUNTER, link: VIDEO })).status).toBe(404);
    await decide((await onlyNotice()).id, 'accept');
    await stage.accept([OTHER]);
    expect((await stage.send(path, { ...COUNTER, link: OTHER })).status).toBe(404);
    expect((await stage.send(path, { ...COUNTER, link: VIDEO })).status).toBe(201);
    const nobody = `/api/takedowns/cases/${'a'.repeat(43)}`;
    expect((await stage.call('GET', nobody)).status).toBe(404);
    expect((await stage.send(`${nobody}/counter`, { ...COUNTER, link: VIDEO })).status).toBe(404);
  });

  it('a link that two notices took down stays down until both are settled', async () => {
    const first = await stage.accept([VIDEO]);
    const second = await stage.accept([VIDEO]);
    await decide(first.id, 'restore');
    expect(await codeOf(VIDEO)).toBe('taken_down');
    await decide(second.id, 'restore');
    expect(await codeOf(VIDEO)).toBe('ok');
  });

  it('every decision is written down without a link', async () => {
    const { id } = await stage.accept([VIDEO]);
    await decide(id, 'restore');
    const { body } = await stage.asAnn('POST', '/api/admin/blocks', {
      link: VIDEO,
      reason: 'Own.',
    });
    await stage.asAnn('DELETE', `/api/admin/blocks/${body.id}`);
    expect((await stage.asAnn('DELETE', `/api/admin/blocks/${body.id}`)).status).toBe(404);
    const entries = await createAuditLog(stage.database.db).list(9, null);
    const own = entries.map(({ action, subject, admin }) => `${action} ${subject} ${admin}`);
    expect(own.toSorted()).toEqual(
      [
        `block_added ${body.id} ann@site.example`,
        `block_removed ${body.id} ann@site.example`,
        `takedown_decided ${id} ann@site.example`,
        `takedown_decided ${id} ann@site.example`,
      ].toSorted(),
    );
    expect(JSON.stringify(entries)).not.toMatch(/dQw4w9WgXcQ|youtu/);
  });

  it('the monthly counts tell how many and not who, and are sent again only when they changed', async () => {
    await stage.give({ links: [OTHER] });
    const uploaderIds = ['UCabc'];
    stage.origins.set('youtube:dQw4w9WgXcQ', { mediaIds: ['b'], sourceIds: [], uploaderIds });
    stage.clock.advance(1);
    const { id } = await stage.accept([VIDEO], { blockUploader: true });
    await stage.send('/api/takedowns/counter', { ...COUNTER, link: VIDEO });
    await decide(id, 'restore');
    stage.clock.advance(60_000);
    const { body, etag } = await stage.call('GET', '/api/transparency');
    expect(body).toEqual({
      months: [
        {
          month: '2026-11',
          received: 2,
          accepted: 1,
          refused: 0,
          counterNotices: 1,
          restored: 1,
          blockedVideos: 1,
          blockedUploaders: 1,
        },
      ],
    });
    const again = await stage.call('GET', '/api/transparency', undefined, {
      'if-none-match': etag ?? '',
    });
    expect(again.status).toBe(304);
  });

  it('operators alone see notices and blocks, and lists can be narrowed', async () => {
    for (const path of ['takedowns', 'takedowns/x', 'blocks'])
      expect((await stage.call('GET', `/api/admin/${path}`)).status).toBe(401);
    await stage.accept([VIDEO]);
    await stage.give();
    const list = async (state: string) =>
      (await stage.asAnn('GET', `/api/admin/takedowns?state=${state}`)).body;
    expect((await list('open')).notices).toHaveLength(1);
    expect((await list('accepted')).notices).toHaveLength(1);
    expect(await list('kept')).toMatchObject({
      notices: [],
      openCount: 1,
      isAgentConfigured: true,
    });
    expect((await list('nothing')).code).toBe('invalid_request');
    expect((await stage.asAnn('GET', '/api/admin/takedowns/x')).status).toBe(404);
  });
});
