// A network that opens files and hardly reads them does not keep the store from freeing disk space for a visitor elsewhere.
import http from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Job } from '../../src/shared/api/download.ts';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt } from '../support/product/job-client.ts';

/** About 17 MB each, so that no buffer on the way takes a whole one. */
const films = ['1', '2', '3', '4'].map((id) => ({
  id: `10${id}`,
  film: film(`Film ${id}`, 20, 7000),
}));
const STORE_GB = '0.06';

let fixture: DownloadFixture;
const requests: http.ClientRequest[] = [];
beforeAll(async () => {
  fixture = await startDownloadFixture({
    settings: { FILES_MAX_GB: STORE_GB },
    filmOf: (id) => films.find((one) => one.id === id)?.film,
    prepared: films.map((one) => one.film),
  });
}, 120_000);
afterAll(async () => {
  for (const request of requests) request.destroy();
  await fixture.close();
});

/** Opens a file and reads nothing of it; answers its status. */
const openIdly = (path: string, headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const request = http.get(
      new URL(path, fixture.origin()),
      { headers, agent: false },
      (response) => {
        response.on('error', () => undefined); // cut off, as it should be
        response.pause();
        resolve(response.statusCode ?? 0);
      },
    );
    request.on('error', reject);
    requests.push(request);
  });

it('serves a visitor elsewhere while one address holds every file open', async () => {
  const holder = clientAt(fixture.origin());
  for (const { id } of films.slice(0, 3)) {
    const { job, result } = await holder.make({ url: filmLink(id) });
    const share = await holder.post(`/api/jobs/${job}/share`);
    const shareUrl = ((await share.json()) as Job).result?.shareUrl ?? '';
    expect(result.receipt.bytes).toBeGreaterThan(15_000_000);
    expect(await openIdly(shareUrl, { 'x-forwarded-for': '192.0.2.7' })).toBe(200);
  }
  const visitor = clientAt(fixture.origin());
  const { result } = await visitor.make({ url: filmLink('104') });
  expect((await visitor.save(result.downloadUrl)).status).toBe(200);
}, 120_000);
