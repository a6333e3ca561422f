// Trimming and converting what was downloaded or uploaded: names, sharing, sizes, refusals, and that nothing is left behind.
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { DownloadAnswer, ErrorAnswer, Job } from '../../src/shared/api.ts';
import { film, filmLink } from '../fixtures/download/films.ts';
import { createMediaFolder, H264, type MediaFolder } from '../support/media/media-fixtures.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt, type Finished, type JobClient } from '../support/product/job-client.ts';
import { keptFiles, untilNothingLeft } from '../support/product/left-behind.ts';
import { SLOW_MACHINE_TIMEOUT } from '../support/run/slow-machine-timeout.ts';

const SHORT = film('Short film', 4);
const MAX_UPLOAD_MB = 20;

let fixture: DownloadFixture;
let media: MediaFolder;
let client: JobClient;
let made: Finished;
/** A minute of noise, which takes an encoder a while. */
let noise: string;
beforeAll(async () => {
  fixture = await startDownloadFixture({
    filmOf: () => SHORT,
    prepared: [SHORT],
    settings: {
      MAX_TRANSCODES: '2',
      MAX_UPLOAD_MB: String(MAX_UPLOAD_MB),
      MAX_ENCODE_MINUTES: '2',
    },
  });
  media = await createMediaFolder();
  noise = await media.ffmpeg(
    'noise.mp4',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=854x480:r=30:d=60,noise=alls=20:allf=t'],
    ...['-f', 'lavfi', '-i', 'sine=duration=60', ...H264, '-b:v', '1500k', '-c:a', 'aac'],
  );
  client = clientAt(fixture.origin());
  made = await client.make({ url: filmLink('9001') });
}, 240_000);
afterAll(async () => {
  await fixture.close();
  await media.remove();
});

const convert = (from: JobClient, body: unknown) =>
  from.post('/api/convert', body, { prefer: 'respond-async' });
const trim = (from: JobClient, body: unknown) =>
  from.post('/api/trim', body, { prefer: 'respond-async' });
const jobOf = async (response: Response) => (await response.json()) as Job;
const refusal = async (response: Response) => {
  const { code, params } = (await response.json()) as ErrorAnswer;
  return [response.status, code, params?.['field'] ?? null];
};

/** Sends a file as a form. */
async function upload(
  from: JobClient,
  call: 'trim' | 'convert',
  file: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', await openAsBlob(file), 'any');
  return from.ask(`/api/${call}`, {
    method: 'POST',
    body: form,
    headers: { prefer: 'respond-async' },
  });
}

describe('a finished download', () => {
  it('is converted under its own title, with the phases of any job', async () => {
    const started = await jobOf(await convert(client, { job: made.job, format: 'webm' }));
    expect(started).toMatchObject({
      source: 'job',
      upload: null,
      platform: 'twitter',
      url: made.url,
    });
    const event = await client.until(started.job, 'making');
    expect(event.status).toBe('Converting...');
    const { result, title } = await client.ended(started.job);
    expect(title).toBe(made.title);
    expect(result?.receipt).toMatchObject({ container: 'webm', picture: { codec: 'vp9' } });
    expect(result?.filename).toMatch(/Short film \(360p\)\.webm$/);
    const saved = await client.save(result?.downloadUrl ?? '');
    expect([saved.status, saved.bytes]).toEqual([200, result?.receipt.bytes]);
  });

  it('is not encoded again for the same request', async () => {
    const wish = { job: made.job, format: 'mp3', kilobitsPerSecond: 128 };
    const first = await client.ended((await jobOf(await convert(client, wish))).job);
    const files = keptFiles(fixture.dataDir).length;
    const second = await client.ended((await jobOf(await convert(client, wish))).job);
    expect(second.job).not.toBe(first.job);
    expect(keptFiles(fixture.dataDir)).toHaveLength(files);
    expect(second.result?.receipt).toMatchObject({
      sound: { codec: 'mp3', kilobitsPerSecond: 128 },
    });
  });

  it('can be edited again and again, and shared', async () => {
    const part = await client.ended(
      (await jobOf(await trim(client, { job: made.job, start: 1, end: 3 }))).job,
    );
    const sound = await client.ended(
      (await jobOf(await convert(client, { job: part.job, format: 'm4a' }))).job,
    );
    expect(sound.result?.receipt.durationSeconds).toBeCloseTo(2, 1);
    expect((await client.post(`/api/jobs/${sound.job}/share`)).status).toBe(200);
  });

  it('answers without Prefer once the file is ready', async () => {
    const response = await client.post('/api/trim', { job: made.job, start: 0.5, end: 1.5 });
    const answer = (await response.json()) as DownloadAnswer;
    expect([response.status, answer.success, answer.message]).toEqual([
      200,
      true,
      'Download complete!',
    ]);
  });

  it('of another visitor does not exist', async () => {
    const other = clientAt(fixture.origin());
    const body = { job: made.job, format: 'mp3' };
    expect(await refusal(await convert(other, body))).toEqual([404, 'job_not_found', null]);
  });

  it('that was removed has expired', async () => {
    const gone = await client.make({ url: filmLink('9002') });
    await client.ask(`/api/jobs/${gone.job}`, { method: 'DELETE' });
    const body = { job: gone.job, start: 0, end: 1 };
    expect(await refusal(await trim(client, body))).toEqual([404, 'job_not_found', null]);
  });
});

describe('a size to fit', () => {
  it.each([900_000, 2_000_000, 5_000_000])(
    'of %i bytes is kept, and used',
    async (maxBytes) => {
      const own = clientAt(fixture.origin());
      const answer = await jobOf(
        await upload(own, 'convert', noise, { format: 'mp4', maxBytes: String(maxBytes) }),
      );
      const { result, error } = await own.ended(answer.job);
      expect(error).toBeNull();
      const bytes = result?.receipt.bytes ?? 0;
      expect(bytes).toBeLessThanOrEqual(maxBytes);
      expect(bytes).toBeGreaterThan(maxBytes * 0.6);
      expect(result?.receipt.durationSeconds).toBeCloseTo(60, 0);
    },
    120_000,
  );

  it('that the file has already costs nothing', async () => {
    const { job } = await jobOf(
      await convert(client, { job: made.job, format: 'mp4', maxBytes: 50_000_000 }),
    );
    const { result } = await client.ended(job);
    expect(result?.receipt.bytes).toBe(made.result.receipt.bytes);
  });

  it('that is too small is refused with the least that would do', async () => {
    const own = clientAt(fixture.origin());
    const response = await upload(own, 'convert', noise, { format: 'mp4', maxBytes: '50000' });
    const { code, params } = (await response.json()) as ErrorAnswer;
    expect([response.status, code]).toEqual([422, 'too_small_to_fit']);
    expect(params?.['megabytes']).toBeGreaterThan(0.5);
  });

  it('of a picture is also that of a quality', async () => {
    const { job } = await jobOf(
      await upload(clientFor(), 'convert', noise, { format: 'mp4', quality: 'low' }),
    );
    const { result } = await last.ended(job);
    expect(result?.receipt.picture).toMatchObject({ width: 640, height: 360 });
  }, 120_000);
});

let last: JobClient;
const clientFor = () => {
  last = clientAt(fixture.origin());
  return last;
};

describe('an upload', () => {
  it('is edited again without being sent again, by its visitor alone', async () => {
    const own = clientFor();
    const first = await jobOf(
      await upload(own, 'trim', noise, { start: '0', end: '1', name: 'Holiday, Día 1.mov' }),
    );
    expect(first).toMatchObject({ source: 'upload', platform: null, url: null });
    const ended = await own.ended(first.job);
    expect(ended.result?.filename).toBe('Holiday, Día 1 0.00-0.01 (480p).mp4');
    const again = { upload: first.upload, format: 'aac', name: 'x' };
    expect((await own.ended((await jobOf(await convert(own, again))).job)).state).toBe('ready');
    expect(await refusal(await convert(clientAt(fixture.origin()), again))).toEqual([
      410,
      'expired',
      null,
    ]);
    await own.ask(`/api/jobs/${first.job}`, { method: 'DELETE' });
    expect(await refusal(await convert(own, { ...again, format: 'mp3' }))).toEqual([
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

describe('what is refused, with nothing left behind', () => {
  const write = async (name: string, content: Buffer | string) => {
    const file = path.join(media.folder, name);
    await writeFile(file, content);
    return file;
  };
  const FILES: Record<string, () => Promise<string>> = {
    'an empty file': () => write('empty.mp4', ''),
    'text named .mp4': () => write('text.mp4', 'This is not a video. '.repeat(500)),
    'a page that is also a picture': () =>
      write(
        'poly.mp4',
        Buffer.concat([Buffer.from('GIF89a<html><script>'), Buffer.alloc(5000, 65)]),
      ),
    'a playlist': () => write('list.mp4', '#EXTM3U\nfile:///etc/passwd\n'),
    'a picture': () =>
      media.ffmpeg('one.jpg', '-f', 'lavfi', '-i', 'testsrc2=s=64x64:d=1', '-frames:v', '1'),
    'a file of 33 streams': () =>
      media.ffmpeg(
        'many.mkv',
        ...['-f', 'lavfi', '-i', 'sine=duration=1'],
        ...Array.from({ length: 33 }, () => ['-map', '0:a']).flat(),
        ...['-c:a', 'pcm_s16le'],
      ),
    'a picture of 100 000 × 2 pixels': () =>
      media.ffmpeg('thin.mkv', '-f', 'lavfi', '-i', 'color=s=100000x2:d=1:r=5', '-c:v', 'ffv1'),
    'a file that ends early': async () => {
      const source = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:d=4', ...H264];
      const whole = await media.ffmpeg('whole.mp4', ...source, '-movflags', '+faststart');
      return media.changed(whole, 'torn.mp4', (bytes) => bytes.subarray(0, bytes.length / 2));
    },
  };
  it.each([
    ['an empty file', 415, 'not_media'],
    ['text named .mp4', 415, 'not_media'],
    ['a page that is also a picture', 415, 'not_media'],
    ['a playlist', 415, 'not_media'],
    ['a picture', 415, 'not_media'],
    ['a file of 33 streams', 422, 'damaged_file'],
    ['a picture of 100 000 × 2 pixels', 415, 'not_media'],
  ])('%s', async (name, status, code) => {
    const before = keptFiles(fixture.dataDir).length;
    const file = (await FILES[name]?.()) ?? '';
    expect(await refusal(await upload(clientFor(), 'convert', file, { format: 'mp4' }))).toEqual([
      status,
      code,
      null,
    ]);
    await untilNothingLeft(fixture.dataDir, process.pid, 10_000);
    expect(keptFiles(fixture.dataDir)).toHaveLength(before);
  });

  it('a file that ends early', async () => {
    const file = (await FILES['a file that ends early']?.()) ?? '';
    const own = clientFor();
    const { job } = await jobOf(await upload(own, 'convert', file, { format: 'webm' }));
    expect((await own.ended(job)).error?.code).toBe('damaged_file');
    await untilNothingLeft(fixture.dataDir, process.pid, 10_000);
  });

  it('a file that is too large', async () => {
    const file = await write('large.mp4', Buffer.alloc(MAX_UPLOAD_MB * 1e6 + 10));
    const own = clientFor();
    expect(await refusal(await upload(own, 'convert', file, { format: 'mp4' }))).toEqual([
      413,
      'body_too_large',
      null,
    ]);
    await untilNothingLeft(fixture.dataDir, process.pid, 10_000);
  });

  it.each([
    ['an end before the start', { start: 3, end: 2 }, 'end'],
    ['an end at the start', { start: 2, end: 2 }, 'end'],
    ['a start beyond the end', { start: 40, end: 50 }, 'start'],
    ['an end beyond the end', { start: 1, end: 50 }, 'end'],
    ['a negative start', { start: -1, end: 2 }, 'start'],
    ['no number', { start: null, end: 2 }, 'start'],
    ['a text', { start: '1', end: 2 }, 'start'],
    ['a mode that does not exist', { start: 1, end: 2, mode: 'rough' }, 'mode'],
    ['a format that does not exist', { start: 1, end: 2, format: 'exe' }, 'format'],
    ['another field', { start: 1, end: 2, shell: 'rm' }, 'shell'],
  ])('a part with %s', async (_name, body, field) => {
    const answer = await refusal(await trim(client, { job: made.job, ...body }));
    expect(answer).toEqual([400, 'invalid_request', field]);
  });

  it.each([
    ['neither job nor upload', { format: 'mp3' }, 'job'],
    ['both', { job: 'a', upload: 'b', format: 'mp3' }, 'job'],
    ['no format', { job: 'a' }, 'format'],
    [
      'a bit rate that no encoder has',
      { job: 'a', format: 'mp3', kilobitsPerSecond: 7 },
      'kilobitsPerSecond',
    ],
    ['a size of half a byte', { job: 'a', format: 'mp3', maxBytes: 0.5 }, 'maxBytes'],
  ])('a conversion with %s', async (_name, body, field) => {
    expect(await refusal(await convert(clientFor(), body))).toEqual([
      400,
      'invalid_request',
      field,
    ]);
  });

  it.each([
    ['NaN', { start: 'NaN', end: '2' }, 'start'],
    ['a list', { start: '1', end: '2', job: 'x' }, 'job'],
  ])('a form with %s', async (_name, fields, field) => {
    const answer = await refusal(await upload(clientFor(), 'trim', noise, fields));
    expect(answer).toEqual([400, 'invalid_request', field]);
    await untilNothingLeft(fixture.dataDir, process.pid, 10_000);
  });
});

describe('a job that encodes', () => {
  it('is cancelled at once and leaves nothing', async () => {
    const own = clientFor();
    const { job } = await jobOf(await upload(own, 'convert', noise, { format: 'webm' }));
    await own.until(job, 'making');
    expect(await own.cancel(job)).toBe(true);
    await untilNothingLeft(fixture.dataDir, process.pid, 5000);
    expect((await own.job(job)).state).toBe('cancelled');
  });

  it('runs once for each visitor; the second one waits', async () => {
    const own = clientFor();
    const first = await jobOf(await upload(own, 'convert', noise, { format: 'webm' }));
    await own.until(first.job, 'making');
    const second = await jobOf(await convert(own, { upload: first.upload, format: 'avi' }));
    expect((await own.until(second.job, 'queued')).position).toBe(1);
    for (const { job } of [first, second]) await own.cancel(job);
    await untilNothingLeft(fixture.dataDir, process.pid, 5000);
  });
});

it('a file that is longer than this server encodes is refused before anything runs', async () => {
  const long = await media.ffmpeg(
    'long.mp4',
    '-f',
    'lavfi',
    '-i',
    'color=s=64x64:r=1:d=130',
    ...H264,
  );
  const own = clientFor();
  const { code, params } = (await (
    await upload(own, 'convert', long, { format: 'webm' })
  ).json()) as ErrorAnswer;
  expect([code, params]).toEqual(['too_long', { minutes: 2 }]);
  // Copying costs nothing.
  expect((await upload(own, 'convert', long, { format: 'mov' })).status).toBe(202);
});

it('nothing unexpected was logged', () => {
  expect(fixture.warnings).toEqual([]);
});
