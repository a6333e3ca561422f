// What the forms of takedowns take and refuse, over HTTP.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../src/adapters/database/connection/open-database.ts';
import {
  COUNTER,
  NOTICE,
  startTakedownFixture,
  type TakedownFixture,
} from '../support/takedowns/takedown-fixture.ts';

const VIDEO = 'https://youtu.be/dQw4w9WgXcQ';
let fixture: TakedownFixture;
beforeAll(async () => {
  const database = await openDatabase({ url: null, dataDir: ':memory:' });
  fixture = await startTakedownFixture({ ...database, end: database.close });
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());
const onlyNotice = async () => (await fixture.asAnn('GET', '/api/admin/takedowns')).body.notices[0];

it.each([
  ['no signature', { signature: ' ' }, 'invalid_request'],
  ['no good faith', { goodFaith: false }, 'invalid_request'],
  ['no oath', { underPenaltyOfPerjury: undefined }, 'invalid_request'],
  ['no link', { links: [] }, 'invalid_request'],
  ['21 links', { links: Array(21).fill(VIDEO) }, 'invalid_request'],
  ['a field more', { admin: true }, 'invalid_request'],
  ['a NUL', { work: 'a\u0000b' }, 'invalid_request'],
  ['half a letter', { name: 'a\ud800' }, 'invalid_request'],
  ['a line end in the name', { name: 'a\nb' }, 'invalid_request'],
  ['no proof', { proof: undefined }, 'invalid_request'],
  ['another proof', { proof: { challenge: 'a', nonce: '0' } }, 'proof_needed'],
  ['too long a text', { work: 'a'.repeat(300_000) }, 'body_too_large'],
  ['an unnamed sender', { kind: 'illegal', offence: 'other' }, 'invalid_request'],
])('a notice with %s is refused and not kept', async (_name, over, code) => {
  const body = 'kind' in over ? { links: [VIDEO], reasons: 'r', goodFaith: true } : NOTICE;
  const sent = await fixture.send('/api/takedowns', { links: [VIDEO], ...body, ...over });
  expect(sent.body.code).toBe(code);
  expect(await onlyNotice()).toBeUndefined();
});

it('an unsupported link is refused by its position', async () => {
  const links = [VIDEO, 'https://vimeo.com/1'];
  const sent = await fixture.send('/api/takedowns', { ...NOTICE, links });
  expect(sent.body).toMatchObject({
    code: 'invalid_request',
    params: { field: 'links', index: 1 },
  });
});

it('abuse of children may be reported without a name', async () => {
  const wish = { kind: 'illegal', offence: 'minors', reasons: 'It is abuse.', goodFaith: true };
  const sent = await fixture.send('/api/takedowns', { ...wish, links: [VIDEO] });
  expect(sent.status).toBe(201);
  expect(await onlyNotice()).toMatchObject({ kind: 'illegal', offence: 'minors', name: null });
});

it.each([
  ['/api/takedowns', { ...NOTICE, links: [VIDEO] }],
  ['/api/takedowns/counter', { ...COUNTER, link: VIDEO }],
])(
  'a robot that fills the hidden field of %s is refused and leaves nothing',
  async (path, body) => {
    const sent = await fixture.send(path, { ...body, website: 'https://spam.example' });
    expect(sent).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(await onlyNotice()).toBeUndefined();
  },
);

it('the hidden field may be sent empty', async () => {
  const sent = await fixture.send('/api/takedowns', { ...NOTICE, links: [VIDEO], website: '' });
  expect(sent.status).toBe(201);
});

it('a solution is valid once, and for ten minutes', async () => {
  const solved = await fixture.proof();
  const body = { ...NOTICE, links: [VIDEO], proof: solved };
  expect((await fixture.send('/api/takedowns', body)).status).toBe(201);
  expect((await fixture.send('/api/takedowns', body)).body.code).toBe('proof_needed');
  const old = await fixture.proof();
  fixture.clock.advance(600_000);
  const late = { ...NOTICE, links: [VIDEO], proof: old };
  expect((await fixture.send('/api/takedowns', late)).body.code).toBe('proof_needed');
});

it('a network may send five notices an hour; refused ones do not count', async () => {
  const send = (body: object) => fixture.send('/api/takedowns', body, '192.0.2.77');
  const good = { ...NOTICE, links: [VIDEO] };
  for (let turn = 0; turn < 8; turn += 1)
    expect((await send({ ...good, links: ['nothing'] })).status).toBe(400);
  const statuses = [];
  for (let turn = 0; turn < 6; turn += 1) statuses.push((await send(good)).status);
  expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
  fixture.clock.advance(720_000);
  expect((await send(good)).status).toBe(201);
});
