// What is not trimmed or converted: each refusal with its code, and nothing left behind.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorAnswer } from '../../src/shared/api/answers.ts';
import { H264 } from '../support/media/media-fixtures.ts';
import {
  convert,
  type EditFixture,
  jobOf,
  MAX_UPLOAD_MB,
  refusalOf,
  startEditFixture,
  trim,
  upload,
} from '../support/product/edit-fixture.ts';
import { keptFiles, untilNothingLeft } from '../support/product/left-behind.ts';

let fixture: EditFixture;
beforeAll(async () => {
  fixture = await startEditFixture();
}, 240_000);
afterAll(() => fixture.close());

describe('what is refused, with nothing left behind', () => {
  const write = async (name: string, content: Buffer | string) => {
    const file = path.join(fixture.media.folder, name);
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
      fixture.media.ffmpeg(
        'one.jpg',
        '-f',
        'lavfi',
        '-i',
        'testsrc2=s=64x64:d=1',
        '-frames:v',
        '1',
      ),
    'a file of 33 streams': () =>
      fixture.media.ffmpeg(
        'many.mkv',
        ...['-f', 'lavfi', '-i', 'sine=duration=1'],
        ...Array.from({ length: 33 }, () => ['-map', '0:a']).flat(),
        ...['-c:a', 'pcm_s16le'],
      ),
    'a picture of 100 000 × 2 pixels': () =>
      fixture.media.ffmpeg(
        'thin.mkv',
        '-f',
        'lavfi',
        '-i',
        'color=s=100000x2:d=1:r=5',
        '-c:v',
        'ffv1',
      ),
    'a file that ends early': async () => {
      const source = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:d=4', ...H264];
      const whole = await fixture.media.ffmpeg('whole.mp4', ...source, '-movflags', '+faststart');
      return fixture.media.changed(whole, 'torn.mp4', (bytes) =>
        bytes.subarray(0, bytes.length / 2),
      );
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
    expect(
      await refusalOf(await upload(fixture.visitor(), 'convert', file, { format: 'mp4' })),
    ).toEqual([status, code, null]);
    await untilNothingLeft(fixture.dataDir, process.pid, 10_000);
    expect(keptFiles(fixture.dataDir)).toHaveLength(before);
  });

  it.each([
    ['sound that is to become a video', 'convert', { format: 'mp4' }, 422, 'no_picture', null],
    [
      'a size that it cannot have',
      'convert',
      { format: 'mp3', maxBytes: '50000' },
      422,
      'too_small_to_fit',
      null,
    ],
    ['a part beyond its end', 'trim', { start: '1', end: '99' }, 400, 'invalid_request', 'end'],
  ] as const)('an upload with %s', async (_name, call, fields, status, code, field) => {
    const before = keptFiles(fixture.dataDir).length;
    const sound = ['-f', 'lavfi', '-i', 'sine=duration=60', '-c:a', 'libopus'];
    const file = await fixture.media.ffmpeg('tone.ogg', ...sound);
    const answer = await upload(fixture.visitor(), call, file, fields);
    expect(await refusalOf(answer)).toEqual([status, code, field]);
    await untilNothingLeft(fixture.dataDir, process.pid, 10_000);
    expect(keptFiles(fixture.dataDir)).toHaveLength(before);
  });

  it('a job whose id no download can have', async () => {
    const body = { job: 'a\u0000b', format: 'mp3' };
    expect(await refusalOf(await convert(fixture.visitor(), body))).toEqual([
      404,
      'job_not_found',
      null,
    ]);
  });

  it('a file that ends early', async () => {
    const file = (await FILES['a file that ends early']?.()) ?? '';
    const own = fixture.visitor();
    const { job } = await jobOf(await upload(own, 'convert', file, { format: 'webm' }));
    expect((await own.ended(job)).error?.code).toBe('damaged_file');
    await untilNothingLeft(fixture.dataDir, process.pid, 10_000);
  });

  it('a file that is too large', async () => {
    const file = await write('large.mp4', Buffer.alloc(MAX_UPLOAD_MB * 1e6 + 10));
    const own = fixture.visitor();
    expect(await refusalOf(await upload(own, 'convert', file, { format: 'mp4' }))).toEqual([
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
    const answer = await refusalOf(await trim(fixture.client, { job: fixture.made.job, ...body }));
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
    expect(await refusalOf(await convert(fixture.visitor(), body))).toEqual([
      400,
      'invalid_request',
      field,
    ]);
  });

  it.each([
    ['NaN', { start: 'NaN', end: '2' }, 'start'],
    ['a list', { start: '1', end: '2', job: 'x' }, 'job'],
  ])('a form with %s', async (_name, fields, field) => {
    const answer = await refusalOf(await upload(fixture.visitor(), 'trim', fixture.noise, fields));
    expect(answer).toEqual([400, 'invalid_request', field]);
    await untilNothingLeft(fixture.dataDir, process.pid, 10_000);
  });
});

it('a file that is longer than this server encodes is refused before anything runs', async () => {
  const long = await fixture.media.ffmpeg(
    'long.mp4',
    '-f',
    'lavfi',
    '-i',
    'color=s=64x64:r=1:d=130',
    ...H264,
  );
  const own = fixture.visitor();
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
