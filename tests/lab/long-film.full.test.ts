// A film of two hours is fetched and checked like any other, unless it exceeds the site's limit.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';

const TWO_HOURS = film('Two hours', 7200);

let fixture: DownloadFixture;
let visitor: JobClient;
beforeAll(async () => {
  fixture = await startDownloadFixture({ filmOf: () => TWO_HOURS, prepared: [TWO_HOURS] });
  visitor = clientAt(fixture.origin());
}, 240_000);
afterAll(() => fixture.close());

it('is delivered whole, picture and sound', async () => {
  const { result } = await visitor.make({ url: filmLink('1') });
  expect(result.receipt).toMatchObject({ picture: { codec: 'h264' }, sound: { codec: 'aac' } });
  expect(result.receipt.durationSeconds).toBeCloseTo(7200, 0);
  expect((await visitor.save(result.downloadUrl)).bytes).toBe(result.receipt.bytes);
});

it('is refused where it exceeds the limit of the site', async () => {
  const short = await startDownloadFixture({
    filmOf: () => TWO_HOURS,
    prepared: [TWO_HOURS],
    settings: { MAX_DURATION_MINUTES: '60' },
  });
  const answer = await clientAt(short.origin()).post('/api/download', { url: filmLink('1') });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
    422,
    'too_long',
  ]);
  await short.close();
});
