// Trimming and converting what was downloaded or uploaded: names, sharing, sizes, cancelling.
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ErrorAnswer } from '../../src/shared/api/answers.ts';
import type { DownloadAnswer } from '../../src/shared/api/download.ts';
import { filmLink } from '../fixtures/download/films.ts';
import {
  convert,
  type EditFixture,
  jobOf,
  refusalOf,
  startEditFixture,
  trim,
  upload,
} from '../support/product/edit-fixture.ts';
import { keptFiles, untilNothingLeft } from '../support/product/left-behind.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

let fixture: EditFixture;
beforeAll(async () => {
  fixture = await startEditFixture();
}, 240_000);
afterAll(() => fixture.close());

describe('a finished download', () => {
  it('is converted under its own title, with the phases of any job', async () => {
    const started = await jobOf(
      await convert(fixture.client, { job: fixture.made.job, format: 'webm' }),
    );
    expect(started).toMatchObject({
      source: 'job',
      upload: null,
      platform: 'twitter',
      url: fixture.made.url,
    });
    const event = await fixture.client.until(started.job, 'making');
    expect(event.status).toBe('Converting...');
    const { result, title } = await fixture.client.ended(started.job);
    expect(title).toBe(fixture.made.title);
    expect(result?.receipt).toMatchObject({ container: 'webm', picture: { codec: 'vp9' } });
    expect(result?.filename).toMatch(/Short film \(360p\)\.webm$/);
    const saved = await fixture.client.save(result?.downloadUrl ?? '');
    expect([saved.status, saved.bytes]).toEqual([200, result?.receipt.bytes]);
  });

  it('is not encoded again for the same request', async () => {
    const wish = { job: fixture.made.job, format: 'mp3', kilobitsPerSecond: 128 };
    const first = await fixture.client.ended(
      (await jobOf(await convert(fixture.client, wish))).job,
    );
    const files = keptFiles(fixture.dataDir).length;
    const second = await fixture.client.ended(
      (await jobOf(await convert(fixture.client, wish))).job,
    );
    expect(second.job).not.toBe(first.job);
    expect(keptFiles(fixture.dataDir)).toHaveLength(files);
    expect(second.result?.receipt).toMatchObject({
      sound: { codec: 'mp3', kilobitsPerSecond: 128 },
    });
  });

  it('can be edited again and again, and shared', async () => {
    const part = await fixture.client.ended(
      (await jobOf(await trim(fixture.client, { job: fixture.made.job, start: 1, end: 3 }))).job,
    );
    const sound = await fixture.client.ended(
      (await jobOf(await convert(fixture.client, { job: part.job, format: 'm4a' }))).job,
    );
    expect(sound.result?.receipt.durationSeconds).toBeCloseTo(2, 1);
    expect((await fixture.client.post(`/api/jobs/${sound.job}/share`)).status).toBe(200);
  });

  it('answers without Prefer once the file is ready', async () => {
    const response = await fixture.client.post('/api/trim', {
      job: fixture.made.job,
      start: 0.5,
      end: 1.5,
    });
    const answer = (await response.json()) as DownloadAnswer;
    expect([response.status, answer.success, answer.message]).toEqual([
      200,
      true,
      'Download complete!',
    ]);
  });

  it('of another visitor does not exist', async () => {
    const other = fixture.visitor();
    const body = { job: fixture.made.job, format: 'mp3' };
    expect(await refusalOf(await convert(other, body))).toEqual([404, 'job_not_found', null]);
  });

  it('that was removed has expired', async () => {
    const gone = await fixture.client.make({ url: filmLink('9002') });
    await fixture.client.ask(`/api/jobs/${gone.job}`, { method: 'DELETE' });
    const body = { job: gone.job, start: 0, end: 1 };
    expect(await refusalOf(await trim(fixture.client, body))).toEqual([404, 'job_not_found', null]);
  });
});

describe('a size to fit', () => {
  it.each([900_000, 2_000_000, 5_000_000])(
    'of %i bytes is kept, and used',
    async (maxBytes) => {
      const own = fixture.visitor();
      const answer = await jobOf(
        await upload(own, 'convert', fixture.noise, { format: 'mp4', maxBytes: String(maxBytes) }),
      );
      const { result, error } = await own.ended(answer.job);
      expect(error).toBeNull();
      const bytes = result?.receipt.bytes ?? 0;
      expect(bytes).toBeLessThanOrEqual(maxBytes);
      expect(bytes).toBeGreaterThan(maxBytes * 0.6);
      expect(result?.receipt.durationSeconds).toBeCloseTo(60, 0);
    },
    // Two passes over noise, at the lowest priority.
    300_000,
  );

  it('that the file has already costs nothing', async () => {
    const { job } = await jobOf(
      await convert(fixture.client, { job: fixture.made.job, format: 'mp4', maxBytes: 50_000_000 }),
    );
    const { result } = await fixture.client.ended(job);
    expect(result?.receipt.bytes).toBe(fixture.made.result.receipt.bytes);
  });

  it('that is too small is refused with the least that would do', async () => {
    const own = fixture.visitor();
    const response = await upload(own, 'convert', fixture.noise, {
      format: 'mp4',
      maxBytes: '50000',
    });
    const { code, params } = (await response.json()) as ErrorAnswer;
    expect([response.status, code]).toEqual([422, 'too_small_to_fit']);
    expect(params?.['megabytes']).toBeGreaterThan(0.5);
  });

  it('of a picture is also that of a quality', async () => {
    const own = fixture.visitor();
    const { job } = await jobOf(
      await upload(own, 'convert', fixture.noise, { format: 'mp4', quality: 'low' }),
    );
    const { result } = await own.ended(job);
    expect(result?.receipt.picture).toMatchObject({ width: 640, height: 360 });
  }, 120_000);
});

describe('an upload', () => {
  it('is edited again without being sent again, by its visitor alone', async () => {
    const own = fixture.visitor();
    const first = await jobOf(
      await upload(own, 'trim', fixture.noise, {
        start: '0',
        end: '1',
        name: 'Holiday, Día 1.mov',
      }),
    );
    expect(first).toMatchObject({ source: 'upload', platform: null, url: null });
    const ended = await own.ended(first.job);
    expect(ended.result?.filename).toBe('Holiday, Día 1 (0s-1s, 480p).mp4');
    const again = { upload: first.upload, format: 'aac', name: 'x' };
    expect((await own.ended((await jobOf(await convert(own, again))).job)).state).toBe('ready');
    expect(await refusalOf(await convert(fixture.visitor(), again))).toEqual([
      410,
      'expired',
      null,
    ]);
    await own.ask(`/api/jobs/${first.job}`, { method: 'DELETE' });
    expect(await refusalOf(await convert(own, { ...again, format: 'mp3' }))).toEqual([
      410,
      'expired',
      null,
    ]);
  });

  it('whose client goes away half-way leaves nothing', async () => {
    const before = keptFiles(fixture.dataDir).length;
    const { hostname, port } = new URL(fixture.origin());
    const headers = {
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '5000000',
    };
    const sent = request({ hostname, port, path: '/api/convert', method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.write('--b\r\ncontent-disposition: form-data; name="format"\r\n\r\nmp3\r\n');
    sent.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n');
    sent.write(Buffer.alloc(500_000));
    await vi.waitUntil(() => sent.writableLength === 0, SLOW_MACHINE_TIMEOUT);
    sent.destroy();
    await untilNothingLeft(fixture.dataDir, process.pid, 10_000);
    expect(keptFiles(fixture.dataDir)).toHaveLength(before);
  });
});

describe('a job that encodes', () => {
  it('is cancelled at once and leaves nothing', async () => {
    const own = fixture.visitor();
    const { job } = await jobOf(await upload(own, 'convert', fixture.noise, { format: 'webm' }));
    await own.until(job, 'making');
    expect(await own.cancel(job)).toBe(true);
    await untilNothingLeft(fixture.dataDir, process.pid, 5000);
    expect((await own.job(job)).state).toBe('cancelled');
  });

  it('runs once for each visitor; the second one waits', async () => {
    const own = fixture.visitor();
    const first = await jobOf(await upload(own, 'convert', fixture.noise, { format: 'webm' }));
    await own.until(first.job, 'making');
    const second = await jobOf(await convert(own, { upload: first.upload, format: 'avi' }));
    expect((await own.until(second.job, 'queued')).position).toBe(1);
    for (const { job } of [first, second]) await own.cancel(job);
    await untilNothingLeft(fixture.dataDir, process.pid, 5000);
  });
});

it('goes on after the server was restarted while it encoded', async () => {
  const own = fixture.visitor();
  const form = { format: 'avi', quality: 'low' };
  const { job } = await jobOf(await upload(own, 'convert', fixture.noise, form));
  await own.until(job, 'making');
  await fixture.stop();
  await fixture.start();
  const after = own.movedTo(fixture.origin());
  const { result, error } = await after.ended(job);
  expect(error).toBeNull();
  expect(result?.receipt).toMatchObject({ container: 'avi', picture: { codec: 'mpeg4' } });
}, 120_000);

it('nothing unexpected was logged', () => {
  expect(fixture.warnings).toEqual([]);
});
