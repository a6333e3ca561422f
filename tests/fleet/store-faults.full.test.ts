// The object store of several servers refuses, cuts answers off and loses an object: files are right, or the download says why not.
import { createHash } from 'node:crypto';
import { DeleteObjectCommand } from '@aws-sdk/client-s3';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openS3 } from '../../src/adapters/s3/open-s3.ts';
import { type PlaceInSwift, placeInSwift } from '../contracts/s3/s3-stores.ts';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type Fleet, openFleet, QUICK, settingsOf } from '../support/fleet/fleet.ts';
import { clientAt } from '../support/product/job-client.ts';
import { untilNothingLeft } from '../support/product/left-behind.ts';
import type { Server } from '../support/product/server.ts';
import { type FaultyProxy, startFaultyProxy } from '../support/run/faulty-proxy.ts';

const SHORT = film('Short', 4);
/** More than connections and buffers on the way hold, in two parts of an upload. */
const LARGE = film('Large', 16, 8000);
const REFUSED = { status: 503, code: 'SlowDown' } as const;

let place: PlaceInSwift;
let proxy: FaultyProxy;
let fleet: Fleet;
let one: Server;
let other: Server;
let database: pg.Client;
beforeAll(async () => {
  place = await placeInSwift();
  proxy = await startFaultyProxy(place.endpoint);
  const short = Object.fromEntries([601, 602, 604].map((id) => [id, SHORT]));
  const films = { ...short, 603: LARGE, 605: LARGE };
  fleet = await openFleet(films, settingsOf({ ...place, endpoint: proxy.endpoint }));
  [one, other] = await Promise.all([
    fleet.start('one', {}, QUICK),
    fleet.start('other', {}, QUICK),
  ]);
  database = new pg.Client({ connectionString: fleet.databaseUrl });
  await database.connect();
}, 240_000);
afterEach(() => {
  proxy.fault = () => 'pass';
});
afterAll(async () => {
  await database?.end();
  await fleet?.close();
  await proxy?.stop();
});

const rowsOfFiles = async () => (await database.query('select id from files')).rows.length;
const isUpload = (method: string, path: string) => method !== 'GET' && path.includes('/files/');
/** No job folder and no media program of either server. */
async function expectNothingLeft() {
  await untilNothingLeft(fleet.folderOf('one'), one.pid, 15_000);
  await untilNothingLeft(fleet.folderOf('other'), other.pid, 15_000);
}

describe('a store that refuses uploads', () => {
  it.each([
    ['in one piece', '601'],
    ['in parts', '605'],
  ])('for a moment: the file is uploaded again, %s', async (_how, id) => {
    let refused = 0;
    proxy.fault = (method, path) => {
      if (!isUpload(method, path) || refused === 2) return 'pass';
      refused += 1;
      return REFUSED;
    };
    const visitor = clientAt(one.url);
    const { result } = await visitor.make({ url: filmLink(id) });
    expect(refused).toBe(2);
    const { bytes, sha256 } = result.receipt;
    const saved = await visitor.movedTo(other.url).save(result.downloadUrl);
    expect(saved).toMatchObject({ status: 200, bytes, sha256 });
    await expectNothingLeft();
  });

  it('for long: the download fails with a code, and leaves nothing; the next one is made', async () => {
    const before = [await rowsOfFiles(), (await fleet.objects()).length];
    proxy.fault = (method, path) => (isUpload(method, path) ? REFUSED : 'pass');
    const visitor = clientAt(one.url);
    const { job } = await visitor.start({ url: filmLink('602') });
    const { state, error } = await visitor.ended(job);
    expect([state, error?.code]).toEqual(['failed', 'storage_failed']);
    await expectNothingLeft();
    expect([await rowsOfFiles(), (await fleet.objects()).length]).toEqual(before);
    proxy.fault = () => 'pass';
    expect((await visitor.make({ url: filmLink('602') })).state).toBe('ready');
  });
});

it('a store that cuts an answer off: the rest is fetched, and what a visitor could not save goes on from there', async () => {
  const visitor = clientAt(one.url);
  const { result } = await visitor.make({ url: filmLink('603') });
  const { bytes, sha256 } = result.receipt;
  expect(bytes).toBeGreaterThan(9_000_000);
  const there = visitor.movedTo(other.url);
  // A connection that breaks once is not noticed.
  let cuts = 1;
  proxy.fault = () => {
    cuts -= 1;
    return cuts === 0 ? { cutAnswerAfter: 3_000_000 } : 'pass';
  };
  expect(await there.save(result.downloadUrl)).toMatchObject({ status: 200, bytes, sha256 });
  // The store is gone in the middle, and stays away.
  let isCut = false;
  proxy.fault = () => {
    if (isCut) return REFUSED;
    isCut = true;
    return { cutAnswerAfter: 5_000_000 };
  };
  const received: Uint8Array[] = [];
  const first = await there.ask(result.downloadUrl);
  const etag = first.headers.get('etag') ?? '';
  await expect(async () => {
    for await (const piece of first.body ?? []) received.push(piece);
  }).rejects.toThrow();
  const got = received.reduce((sum, piece) => sum + piece.length, 0);
  expect([got > 0, got < bytes]).toEqual([true, true]);
  proxy.fault = () => 'pass';
  const headers = { range: `bytes=${got}-`, 'if-range': etag };
  const rest = await visitor.ask(result.downloadUrl, { headers });
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes ${got}-${bytes - 1}/${bytes}`,
  ]);
  received.push(new Uint8Array(await rest.arrayBuffer()));
  const hash = createHash('sha256');
  for (const piece of received) hash.update(piece);
  expect(hash.digest('hex')).toBe(sha256);
});

it('a store that loses an object: the visitor is told, its row goes, and the next request makes it again', async () => {
  const visitor = clientAt(one.url);
  const { result } = await visitor.make({ url: filmLink('604') });
  const { rows } = await database.query('select id from files order by created_at desc limit 1');
  const { id } = rows[0] as { id: string };
  const s3 = openS3(place);
  await s3.client.send(
    new DeleteObjectCommand({ Bucket: s3.bucket, Key: `${s3.prefix}files/${id}` }),
  );
  s3.close();
  const asked = fleet.requestsFor('604');
  const gone = await visitor.movedTo(other.url).ask(result.downloadUrl);
  expect([gone.status, ((await gone.json()) as { code?: string }).code]).toEqual([410, 'expired']);
  await vi.waitUntil(
    async () => (await database.query('select 1 from files where id = $1', [id])).rows.length === 0,
    { timeout: 20_000 },
  );
  const again = await visitor.make({ url: filmLink('604') });
  expect(fleet.requestsFor('604')).toBeGreaterThan(asked);
  expect(await visitor.save(again.result.downloadUrl)).toMatchObject({
    status: 200,
    sha256: result.receipt.sha256,
  });
});
