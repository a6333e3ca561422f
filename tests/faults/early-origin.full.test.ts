// What an origin does midway to a file that is saved while it arrives: of one source, and of a picture and a sound.
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../lab/faults/faults.ts';
import { FILE_HOST } from '../../lab/platforms/youtube/addresses.ts';
import { bigVideoId } from '../../lab/platforms/youtube/long-video.ts';
import { PLAIN } from '../../lab/proxy/shape.ts';
import { FILM_HOST, type Film, film, filmLink, filmPath } from '../fixtures/download/films.ts';
import { boxOf } from '../support/media/fragments.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt } from '../support/product/job-client.ts';
import { readBody } from '../support/product/read-body.ts';
import { startEarly } from '../support/product/start-early.ts';

/** Some two megabytes. */
const FILM = film('Noise', 4, 4000);
const MEGABYTES = 2;
const SILENT_MS = 30_000;
const SLOWLY = { rttMs: 5, bytesPerSecondPerConnection: 150_000 };

/** A file to save, of which each `take` is another one; faults are those of its only source, or of its picture. */
type Target = {
  readonly link: (take: number) => string;
  readonly host: string;
  readonly path: (take: number) => string;
  /** Where its post is inspected. */
  readonly page: RegExp;
};
const TARGETS: readonly [[string, Target], [string, Target]] = [
  [
    'of one source',
    {
      link: (take) => filmLink(String(take)),
      host: FILM_HOST,
      path: (take) => filmPath(String(take)),
      page: /(^|\.)x\.com$|twitter/,
    },
  ],
  [
    'of a picture and a sound',
    {
      link: (take) => `https://www.youtube.com/watch?v=${bigVideoId(MEGABYTES, take)}`,
      host: FILE_HOST,
      path: () => '/videoplayback?itag=137&',
      page: /youtube\.com$/,
    },
  ],
];

const MIDWAY = 200_000;

/** The film's file is another one from now on. */
let damage: Film['damage'] | undefined;
let original = FILM;
let fixture: DownloadFixture;
let takes = 100;
beforeAll(async () => {
  const filmOf = () => ({ ...original, ...(damage && { damage }) });
  fixture = await startDownloadFixture({ filmOf, prepared: [FILM] });
});
afterAll(() => fixture.close());
beforeEach(() => fixture.lab.shape.set(SLOWLY));
afterEach(() => {
  damage = undefined;
  original = FILM;
  fixture.lab.faults.clear();
  expect(fixture.warnings.splice(0)).toEqual([]);
});

/** Saves another file; `midway` is called once some of it has come. */
async function save({ link, host, path }: Target, midway: (inject: Inject) => void) {
  takes += 1;
  const pathPrefix = path(takes);
  const inject: Inject = (fault) => fixture.lab.faults.add({ host, pathPrefix, fault });
  const client = clientAt(fixture.origin());
  const { id, early } = await startEarly(client, link(takes));
  if (!early) throw new Error('it ended before it could be saved');
  fixture.lab.clear();
  let isMidway = false;
  const body = await readBody(await client.ask(early.downloadUrl), (received) => {
    if (isMidway || received < MIDWAY) return;
    isMidway = true;
    midway(inject);
    // Closes all connections.
    void fixture.lab.shape.set(PLAIN);
  });
  const ended = await client.ended(id);
  const range = `bytes=${body.bytes.length}-`;
  const resume = () =>
    client.ask(early.downloadUrl, { headers: { range, 'if-range': early.etag } });
  return { ...early, client, body, ended, resume };
}
type Inject = (fault: Fault) => () => void;

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(TARGETS)('a file %s', (_, target) => {
  it.each<[string, boolean, (inject: Inject) => void]>([
    ['answers 403', true, (inject) => inject({ kind: 'status', status: 403, times: 1 })],
    ['answers 410', true, (inject) => inject({ kind: 'status', status: 410, times: 1 })],
    [
      'answers 429',
      false,
      (inject) => {
        const headers = { 'retry-after': '1' };
        inject({ kind: 'status', status: 429, headers, times: 2 });
      },
    ],
    [
      'is silent for half a minute',
      false,
      (inject) => {
        setTimeout(inject({ kind: 'stall', afterBytes: 50_000 }), SILENT_MS);
      },
    ],
  ])('goes on without a wrong byte where its origin %s', async (_what, isAsked, midway) => {
    const { client, body, ended, etag, bytes } = await save(target, midway);
    const hosts = fixture.lab.requests().map(({ host }) => host);
    expect(hosts.some((host) => target.page.test(host))).toBe(isAsked);
    expect([ended.error?.code, ended.state, body.isWhole, body.bytes.length]).toEqual([
      undefined,
      'ready',
      true,
      bytes,
    ]);
    const finished = await client.save(ended.result?.downloadUrl ?? '');
    expect([finished.headers.get('etag'), finished.sha256]).toEqual([etag, digest(body.bytes)]);
  });

  it.each<[string, Fault, string]>([
    ['has nothing any more', { kind: 'status', status: 404 }, 'not_found'],
    ['closes each connection', { kind: 'reset', afterBytes: 0 }, 'origin_unreachable'],
  ])('is cut off where its origin %s', async (_what, fault, code) => {
    const { body, ended, bytes, resume } = await save(target, (inject) => inject(fault));
    expect([ended.error?.code, body.isWhole]).toEqual([code, false]);
    expect(body.bytes.length).toBeGreaterThanOrEqual(MIDWAY);
    expect(body.bytes.length).toBeLessThan(bytes);
    expect((await resume()).status).toBe(410);
  });
});

it.each<[string, string, (bytes: Buffer) => Buffer]>([
  ['length and index', 'failed', (bytes) => bytes.fill(0x55, bytes.indexOf('mdat') + 4)],
  ['index', 'ready', (bytes) => Buffer.concat([bytes, boxOf('free', Buffer.alloc(90)).bytes])],
])(
  'a file is cut off where its origin has another one of the same %s',
  async (name, state, change) => {
    // Each of its own size, since a file that failed is remembered.
    original = film(name, 4, 3000 + 100 * name.length);
    const [[, target]] = TARGETS;
    const { client, body, ended, etag, resume } = await save(target, () => {
      damage = { name, change };
    });
    expect([ended.state, body.isWhole, (await resume()).status]).toEqual([state, false, 410]);
    expect(body.bytes.length).toBeGreaterThanOrEqual(MIDWAY);
    damage = undefined;
    const { result } = await client.make({ url: target.link(takes) });
    expect(result.etag).not.toBe(etag);
  },
);
