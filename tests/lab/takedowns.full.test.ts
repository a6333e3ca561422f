// Takedowns in the whole product with the lab behind it: ready files are removed, running downloads ended, and matching inspections refused.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ChallengeAnswer } from '../../src/shared/api/takedown.ts';
import { FILM_HOST, film, filmLink, filmPath } from '../fixtures/download/films.ts';
import { solveProof } from '../support/http/solve-proof.ts';
import { ANN } from '../support/operators/admin-fixture.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt } from '../support/product/job-client.ts';
import { keptFiles } from '../support/product/left-behind.ts';
import { NOTICE } from '../support/takedowns/takedown-fixture.ts';

const SLOW = '7202';
const FAILED = { state: 'failed', error: { code: 'taken_down' } };
let fixture: DownloadFixture;
let cookie: string;
beforeAll(async () => {
  fixture = await startDownloadFixture({
    settings: { ADMIN_EMAIL: ANN.email, ADMIN_PASSWORD: ANN.password },
    filmOf: (id) => (id === SLOW ? film('Slow', 10, 4000) : film('A film', 4)),
  });
  const answer = await call('POST', '/api/admin/login', ANN);
  cookie = (answer.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? '';
});
afterAll(() => fixture.close());
afterEach(() => expect(fixture.warnings).toEqual([]));

const call = (method: string, path: string, body?: unknown) =>
  fetch(fixture.origin() + path, {
    method,
    headers: {
      ...(cookie === undefined ? {} : { cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
// biome-ignore lint/suspicious/noExplicitAny: bodies of several calls
const json = async (response: Promise<Response>): Promise<any> => (await response).json();
const block = (wish: object) =>
  json(call('POST', '/api/admin/blocks', { ...wish, reason: 'Asked for.' }));
const codeOf = async (response: Promise<Response>) => {
  const answer = await response;
  return `${answer.status} ${((await answer.json()) as { code?: string }).code}`;
};

it('an accepted notice ends running downloads and removes ready files, for their visitor and for share links', async () => {
  const visitor = clientAt(fixture.origin());
  const ready = await visitor.make({ url: filmLink('7201') });
  const shared = await json(visitor.post(`/api/jobs/${ready.job}/share`));
  const undo = fixture.lab.faults.add({
    host: FILM_HOST,
    pathPrefix: filmPath(SLOW),
    fault: { kind: 'slow', bytesPerSecond: 10_000 },
  });
  const running = await visitor.start({ url: filmLink(SLOW) });
  await visitor.until(running.job, 'fetching');
  const kept = keptFiles(fixture.dataDir);

  const asked = (await json(call('GET', '/api/takedowns/challenge'))) as ChallengeAnswer;
  const links = [filmLink('7201'), `https://twitter.com/i/web/status/${SLOW}`];
  const sent = await call('POST', '/api/takedowns', { ...NOTICE, links, proof: solveProof(asked) });
  expect([asked.difficulty, sent.status]).toEqual([17, 201]);
  const { notices } = await json(call('GET', '/api/admin/takedowns?state=open'));
  const decision = { decision: 'accept', reason: 'It is theirs.' };
  const decided = await call('POST', `/api/admin/takedowns/${notices[0].id}/decision`, decision);
  expect(decided.status).toBe(200);

  expect(await visitor.ended(running.job)).toMatchObject(FAILED);
  undo();
  expect(kept.length).toBe(1);
  expect(keptFiles(fixture.dataDir)).toEqual([]);
  expect(await codeOf(visitor.ask(ready.result.downloadUrl))).toBe('451 taken_down');
  expect(await codeOf(clientAt(fixture.origin()).ask(shared.result.shareUrl))).toBe(
    '451 taken_down',
  );
  expect(await visitor.job(ready.job)).toMatchObject(FAILED);
  expect(await codeOf(visitor.tryStart({ url: filmLink('7201') }))).toBe('451 taken_down');
  // Who has no right to the file learns nothing by it.
  expect(await codeOf(clientAt(fixture.origin()).ask(ready.result.downloadUrl))).toBe(
    '404 job_not_found',
  );
});

it('the block list is loaded after a restart, before any request is served', async () => {
  const visitor = clientAt(fixture.origin());
  const ready = await visitor.make({ url: filmLink('7203') });
  await block({ link: filmLink('7204') });
  await fixture.stop();
  await fixture.start();
  const same = visitor.movedTo(fixture.origin());
  expect(await codeOf(same.tryStart({ url: filmLink('7204') }))).toBe('451 taken_down');
  expect((await same.ask(ready.result.downloadUrl)).status).toBe(200);
});

it('an uploader who is blocked by one video is recognized behind every other one', async () => {
  const visitor = clientAt(fixture.origin());
  const ready = await visitor.make({ url: filmLink('7209') });
  expect((await visitor.post('/api/inspect', { url: filmLink('7205') })).status).toBe(200);
  const added = await block({ uploader: filmLink('7206') });
  expect(added).toMatchObject({ kind: 'uploader', subject: 'twitter:42' });
  for (const id of ['7205', '7207'])
    expect(await codeOf(visitor.post('/api/inspect', { url: filmLink(id) }))).toBe(
      '451 taken_down',
    );
  // A file that was made before goes, too, though its link is on no list.
  expect(await codeOf(visitor.ask(ready.result.downloadUrl))).toBe('451 taken_down');
  expect(await visitor.job(ready.job)).toMatchObject(FAILED);
  const job = await visitor.start({ url: filmLink('7208') });
  expect(await visitor.ended(job.job)).toMatchObject(FAILED);
  expect((await call('DELETE', `/api/admin/blocks/${added.id}`)).status).toBe(204);
  expect((await visitor.post('/api/inspect', { url: filmLink('7205') })).status).toBe(200);
});
