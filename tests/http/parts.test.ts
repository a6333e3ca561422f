// Parts of a video before the download: little more than their bytes is sent, the same part is made once, and bad input names its field.
import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Fault } from '../../lab/faults/faults.ts';
import { bigVideoId } from '../../lab/platforms/youtube/long-video.ts';
import type { DownloadRequest } from '../../src/shared/api/download.ts';
import { FILM_HOST, film, filmLink, filmPath } from '../fixtures/download/films.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt } from '../support/product/job-client.ts';
import { readBody } from '../support/product/read-body.ts';
import { startEarly } from '../support/product/start-early.ts';

/** Some twelve megabytes. */
const FILM = film('Noise', 60, 1500);
const FILM_SECONDS = 60;
const FILM_BYTES = 11_000_000;
const MEGABYTES = 20;

let fixture: DownloadFixture;
beforeAll(async () => {
  fixture = await startDownloadFixture({ filmOf: () => FILM, prepared: [FILM] });
});
afterAll(() => fixture.close());
afterEach(() => {
  fixture.lab.faults.clear();
  expect(fixture.warnings.splice(0)).toEqual([]);
});

const videoLink = (take: number) =>
  `https://www.youtube.com/watch?v=${bigVideoId(MEGABYTES, take)}`;

/** Makes a part; `sent` are the bytes that the platform sent for it. */
async function make(wish: DownloadRequest) {
  const before = fixture.lab.sentBytes();
  const client = clientAt(fixture.origin());
  const { job } = await client.start(wish);
  const { error, result } = await client.ended(job);
  if (!result) throw new Error(JSON.stringify(error));
  const sent = fixture.lab.sentBytes() - before;
  return { sent, saved: await client.save(result.downloadUrl), receipt: result.receipt };
}

describe.each([
  ['of one file', filmLink, FILM_BYTES, FILM_SECONDS],
  ['of a picture and a sound', (id: string) => videoLink(Number(id)), MEGABYTES * 1e6, 26.2],
])('a part %s', (_, link, bytes, seconds) => {
  it('is fetched without the rest, and is found again', async () => {
    const wish: DownloadRequest = { url: link('1'), from: 8.3, to: 10.5 };
    const first = await make(wish);
    expect(first.receipt.span?.endSeconds).toBe(10.5);
    expect(first.receipt.span?.startSeconds).toBeLessThanOrEqual(8.3);
    expect(first.receipt.span?.startSeconds).toBeGreaterThan(2);
    const { startSeconds = 0, endSeconds = 0 } = first.receipt.span ?? {};
    expect(first.receipt.durationSeconds).toBeCloseTo(endSeconds - startSeconds, 0.5);
    expect(first.sent).toBeLessThan(0.75 * bytes);
    // Nothing of what is beside it is in the file.
    const share = (endSeconds - startSeconds) / seconds;
    expect(first.saved.bytes).toBeLessThan(1.15 * share * bytes + 100_000);
    expect(first.receipt.fetchedWhole).toBeUndefined();
    const again = await make(wish);
    expect(again.sent).toBe(0);
    expect(again.saved.sha256).toBe(first.saved.sha256);
  });

  it('is cut from the whole where that is kept', async () => {
    await make({ url: link('6') });
    const { receipt, sent } = await make({ url: link('6'), from: 8.3, to: 10.5 });
    expect(receipt.span?.endSeconds).toBe(10.5);
    expect(receipt.span?.startSeconds).toBeLessThanOrEqual(8.3);
    expect(sent).toBe(0);
  });

  it('begins exactly where that was wanted', async () => {
    const { receipt } = await make({ url: link('2'), from: 8.3, to: 10.5, cut: 'exact' });
    expect(receipt.span).toEqual({ startSeconds: 8.3, endSeconds: 10.5 });
    expect(receipt.durationSeconds).toBeCloseTo(2.2, 1);
  });

  it('is an MP3 of exactly that', async () => {
    const { receipt } = await make({ url: link('3'), format: 'mp3', from: 8.3, to: 10.5 });
    expect(receipt.container).toBe('mp3');
    expect(receipt.span).toEqual({ startSeconds: 8.3, endSeconds: 10.5 });
    expect(receipt.durationSeconds).toBeCloseTo(2.2, 1);
  });

  it('can be saved while it arrives', async () => {
    const client = clientAt(fixture.origin());
    await fixture.lab.shape.set({ rttMs: 5, bytesPerSecondPerConnection: 300_000 });
    const { id, early } = await startEarly(client, { url: link('4'), from: 8.3, to: 14 });
    if (!early) throw new Error('it ended before it could be saved');
    const body = await readBody(await client.ask(early.downloadUrl));
    await fixture.lab.shape.set({ rttMs: 0, bytesPerSecondPerConnection: null });
    const ended = await client.ended(id);
    expect(ended.state).toBe('ready');
    const saved = await client.save(ended.result?.downloadUrl ?? '');
    expect(createHash('sha256').update(body.bytes).digest('hex')).toBe(saved.sha256);
  });
});

it.each<[string, string, Fault]>([
  ['no ranges', '9', { kind: 'ignoreRange' }],
  ['other ranges', '10', { kind: 'shiftRange', byBytes: 4096 }],
  ['other bytes than it says', '11', { kind: 'shiftRange', byBytes: 4096, silent: true }],
])('a part of a host that gives %s is cut from the whole, and says so', async (_, id, fault) => {
  fixture.lab.faults.add({ host: FILM_HOST, pathPrefix: filmPath(id), fault });
  const { receipt, sent } = await make({ url: filmLink(id), from: 8.3, to: 10.5 });
  expect(receipt).toMatchObject({ fetchedWhole: true, span: { endSeconds: 10.5 } });
  expect(receipt.durationSeconds).toBeLessThan(10);
  expect(sent).toBeGreaterThan(FILM_BYTES * 0.9);
});

it.each<[string, Partial<DownloadRequest>, string]>([
  ['an end before its start', { from: 20, to: 10 }, 'to'],
  ['an end at its start', { from: 20, to: 20 }, 'to'],
  ['a start behind the end', { from: FILM_SECONDS + 1 }, 'from'],
  ['24 hours', { from: 0, to: 86_400 }, 'to'],
  ['a millisecond', { from: 1, to: 1.001 }, 'to'],
  ['a chapter that is not there', { chapter: 1 }, 'chapter'],
  ['a cut of nothing', { cut: 'exact' }, 'cut'],
  ['a chapter and a time', { chapter: 1, from: 3 }, 'from'],
  ['a start that is no number', { from: Number.NaN }, 'from'],
  ['a negative start', { from: -1 }, 'from'],
])('%s is refused by its field, and nothing is fetched', async (_what, wish, field) => {
  fixture.lab.clear();
  const client = clientAt(fixture.origin());
  const response = await client.tryStart({ url: filmLink('5'), ...wish });
  const answer = (await response.json()) as { readonly job: string };
  // What depends on the item is known once that is inspected.
  const error = response.status === 202 ? (await client.ended(answer.job)).error : answer;
  expect(error).toMatchObject({ code: 'invalid_request', params: { field } });
  expect(fixture.lab.requests().filter(({ host }) => host === FILM_HOST)).toEqual([]);
});
