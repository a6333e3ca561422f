// Takedowns over HTTP, from notice and objection to the operators' decision.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAuditLog } from '../../src/adapters/database/audit-log.ts';
import { databases } from '../contracts/databases.ts';
import {
  COUNTER,
  startTakedownFixture,
  type TakedownFixture,
} from '../support/takedowns/takedown-fixture.ts';

const VIDEO = 'https://youtu.be/dQw4w9WgXcQ';
const OTHER = 'https://youtu.be/aaaaaaaaaaa';

describe.each(databases)('takedowns on %s', (_kind, make) => {
  let fixture: TakedownFixture;
  beforeAll(async () => {
    fixture = await startTakedownFixture(await make());
    return fixture.close;
  });
  beforeEach(() => fixture.reset());
  const inspect = (url: string) => fixture.call('POST', '/api/inspect', { url });
  const codeOf = async (url: string) => (await inspect(url)).body.code ?? 'ok';
  const caseOf = async (token: string) =>
    (await fixture.call('GET', `/api/takedowns/cases/${token}`)).body;
  const onlyNotice = async () =>
    (await fixture.asAnn('GET', '/api/admin/takedowns')).body.notices[0];
  const decide = (id: string, decision: string, headers: object = {}) =>
    fixture.asAnn(
      'POST',
      `/api/admin/takedowns/${id}/decision`,
      { decision, reason: `We ${decision} it.` },
      headers,
    );

  it('a notice goes from its form to the operators, and its case shows their decision and reason', async () => {
    const token = await fixture.give({ address: 'A street', phone: '1', links: [VIDEO, OTHER] });
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await caseOf(token)).toMatchObject({ state: 'received', mayCounter: false });
    const { id, version, ...row } = await onlyNotice();
    expect(row).toMatchObject({
      kind: 'copyright',
      offence: null,
      name: 'Ada Owner',
      linkCount: 2,
    });
    const seen = await fixture.asAnn('GET', `/api/admin/takedowns/${id}`);
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
    const token = await fixture.give();
    expect((await decide((await onlyNotice()).id, 'refuse')).body.decisions).toEqual([]);
    expect(await caseOf(token)).toMatchObject({ state: 'refused', mayCounter: false });
    expect(await codeOf(VIDEO)).toBe('ok');
  });

  it('of two operators who decide at once, one gets a conflict', async () => {
    await fixture.give();
    const { id } = await onlyNotice();
    const both = await Promise.all([decide(id, 'accept'), decide(id, 'refuse')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const [left, right] = both.map(({ status }) => status === 200);
    expect([left, right].filter(Boolean)).toHaveLength(1);
    expect(await codeOf(VIDEO)).toBe(left ? 'taken_down' : 'ok');
  });

  it('an objector finds the notice by the link, waits ten business days, and sees the outcome', async () => {
    const { id } = await fixture.accept([VIDEO, OTHER]);
    const counter = {
      ...COUNTER,
      link: 'https://www.youtube.com/shorts/dQw4w9WgXcQ?feature=share',
    };
    const sent = await fixture.send('/api/takedowns/counter', counter);
    expect(sent.status).toBe(201);
    const shown = await caseOf(sent.body.caseToken);
    // From a Friday noon on, and each test moves the clock by hours at most.
    expect(shown).toMatchObject({ state: 'counter_notice', mayCounter: true });
    expect(shown.waitingUntil.slice(0, 10)).toBe('2026-12-04');
    expect(JSON.stringify(shown)).not.toMatch(/max maker|max@|ada owner|ada@/i);
    expect((await fixture.send('/api/takedowns/counter', counter)).status).toBe(404);
    expect(await codeOf(VIDEO)).toBe('taken_down');
    const seen = (await fixture.asAnn('GET', `/api/admin/takedowns/${id}`)).body;
    expect(seen.counters).toMatchObject([{ name: 'Max Maker', address: 'Main Street 1\nBerlin' }]);
    expect(seen.links).toMatchObject([{ isContested: true }, { isContested: false }]);
    const restored = (await decide(id, 'restore')).body;
    expect(restored).toMatchObject({ state: 'restored', counters: [{ outcome: 'restored' }] });
    expect([await codeOf(VIDEO), await codeOf(OTHER)]).toEqual(['ok', 'taken_down']);
    expect(await caseOf(sent.body.caseToken)).toMatchObject({ state: 'restored' });
    const second = await fixture.send('/api/takedowns/counter', { ...COUNTER, link: OTHER });
    expect(second.status).toBe(201);
    expect((await decide(id, 'keep')).body.state).toBe('kept');
    expect(await codeOf(OTHER)).toBe('taken_down');
  });

  it('many who object at once are each heard about their own link', async () => {
    const links = ['a', 'b', 'c'].map((letter) => `https://youtu.be/${letter.repeat(11)}`);
    const { id } = await fixture.accept(links);
    const sent = await Promise.all(
      links.map((link) => fixture.send('/api/takedowns/counter', { ...COUNTER, link })),
    );
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await fixture.asAnn('GET', `/api/admin/takedowns/${id}`)).body.counters).toHaveLength(
      3,
    );
  });

  it('a case takes objections to its own notice alone', async () => {
    const token = await fixture.give();
    const path = `/api/takedowns/cases/${token}/counter`;
    expect((await fixture.send(path, { ...COUNTER, link: VIDEO })).status).toBe(404);
    await decide((await onlyNotice()).id, 'accept');
    await fixture.accept([OTHER]);
    expect((await fixture.send(path, { ...COUNTER, link: OTHER })).status).toBe(404);
    expect((await fixture.send(path, { ...COUNTER, link: VIDEO })).status).toBe(201);
    const nobody = `/api/takedowns/cases/${'a'.repeat(43)}`;
    expect((await fixture.call('GET', nobody)).status).toBe(404);
    expect((await fixture.send(`${nobody}/counter`, { ...COUNTER, link: VIDEO })).status).toBe(404);
  });

  it('a link that two notices took down stays down until both are settled', async () => {
    const first = await fixture.accept([VIDEO]);
    const second = await fixture.accept([VIDEO]);
    await decide(first.id, 'restore');
    expect(await codeOf(VIDEO)).toBe('taken_down');
    await decide(second.id, 'restore');
    expect(await codeOf(VIDEO)).toBe('ok');
  });

  it('every decision is logged without a link', async () => {
    const { id } = await fixture.accept([VIDEO]);
    await decide(id, 'restore');
    const { body } = await fixture.asAnn('POST', '/api/admin/blocks', {
      link: VIDEO,
      reason: 'Own.',
    });
    await fixture.asAnn('DELETE', `/api/admin/blocks/${body.id}`);
    expect((await fixture.asAnn('DELETE', `/api/admin/blocks/${body.id}`)).status).toBe(404);
    const entries = await createAuditLog(fixture.database.db).list(9, null);
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

  it('the monthly counts contain totals and no identities, and are sent again only when they changed', async () => {
    await fixture.give({ links: [OTHER] });
    const uploaderIds = ['UCabc'];
    fixture.origins.set('youtube:dQw4w9WgXcQ', { mediaIds: ['b'], sourceIds: [], uploaderIds });
    fixture.clock.advance(1);
    const { id } = await fixture.accept([VIDEO], { blockUploader: true });
    await fixture.send('/api/takedowns/counter', { ...COUNTER, link: VIDEO });
    await decide(id, 'restore');
    fixture.clock.advance(60_000);
    const { body, etag } = await fixture.call('GET', '/api/transparency');
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
    const again = await fixture.call('GET', '/api/transparency', undefined, {
      'if-none-match': etag ?? '',
    });
    expect(again.status).toBe(304);
  });

  it('only operators see notices and blocks, and lists can be filtered', async () => {
    for (const path of ['takedowns', 'takedowns/x', 'blocks'])
      expect((await fixture.call('GET', `/api/admin/${path}`)).status).toBe(401);
    await fixture.accept([VIDEO]);
    await fixture.give();
    const list = async (state: string) =>
      (await fixture.asAnn('GET', `/api/admin/takedowns?state=${state}`)).body;
    expect((await list('open')).notices).toHaveLength(1);
    expect((await list('accepted')).notices).toHaveLength(1);
    expect(await list('kept')).toMatchObject({
      notices: [],
      openCount: 1,
      isAgentConfigured: true,
    });
    expect((await list('nothing')).code).toBe('invalid_request');
    expect((await fixture.asAnn('GET', '/api/admin/takedowns/x')).status).toBe(404);
  });
});
