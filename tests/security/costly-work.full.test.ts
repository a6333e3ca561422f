// Work that a stranger makes expensive does not keep others waiting: whatever it is taken for, it gives its slot back.
import { appendFile, copyFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { createMediaFolder, H264, type MediaFolder } from '../support/media/media-fixtures.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { jobOf, refusalOf, upload } from '../support/product/edit-fixture.ts';
import { clientAt } from '../support/product/job-client.ts';

const SHORT = film('Short', 4);
const SLOTS = 4;
/** So many zeros in a row make the check decode everything. */
const ODD_ZEROS = 5000;

let fixture: DownloadFixture;
let media: MediaFolder;
beforeAll(async () => {
  fixture = await startDownloadFixture({
    filmOf: () => SHORT,
    prepared: [SHORT],
    settings: { MAX_JOBS: String(SLOTS), MAX_TRANSCODES: '1', MAX_UPLOAD_MB: '100' },
  });
  media = await createMediaFolder();
});
afterAll(async () => {
  await fixture.close();
  await media.remove();
  expect(fixture.warnings).toEqual([]);
});

/** A film that is small, and slow to decode. */
async function slowFilm(name: string, size: string, times: number): Promise<string> {
  const picture = ['-f', 'lavfi', '-i', `color=s=${size}:r=25:d=10`];
  const few = ['-preset', 'ultrafast', '-x264-params', 'keyint=250:scenecut=0'];
  const once = await media.ffmpeg(`${name}-once.mp4`, ...picture, ...H264, ...few);
  const again = ['-stream_loop', String(times), '-i', once, '-c', 'copy'];
  return media.ffmpeg(`${name}.mp4`, ...again, '-movflags', '+faststart');
}

const visitor = () => clientAt(fixture.origin());

it('checks that decode everything leave the slots to others, and end with the visitor who wants them', async () => {
  const long = await slowFilm('long', '3840x2160', 340);
  const odd = path.join(media.folder, 'odd.mp4');
  await copyFile(long, odd);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(ODD_ZEROS + 8);
  await appendFile(odd, Buffer.concat([size, Buffer.from('mdat'), Buffer.alloc(ODD_ZEROS)]));
  const costly = await Promise.all(
    Array.from({ length: SLOTS }, async () => {
      const client = visitor();
      const { job } = await jobOf(await upload(client, 'convert', odd, { format: 'mp4' }));
      await client.until(job, 'checking');
      return { client, job };
    }),
  );
  await visitor().make({ url: filmLink('21') });
  for (const { client, job } of costly) {
    expect(await client.job(job)).toMatchObject({ state: 'open' });
    expect(await client.cancel(job)).toBe(true);
  }
});

it('an encode that takes minutes lets a short one pass', async () => {
  const long = await slowFilm('hour', '1280x720', 300);
  const client = visitor();
  const { job } = await jobOf(await upload(client, 'convert', long, { format: 'webm' }));
  await client.until(job, 'making');
  const short = await media.ffmpeg('short.mp4', '-f', 'lavfi', '-i', 'testsrc2=d=4', ...H264);
  const other = visitor();
  const fields = { start: '1', end: '3', mode: 'exact' };
  const trimmed = await jobOf(await upload(other, 'trim', short, fields));
  expect(await other.ended(trimmed.job)).toMatchObject({ state: 'ready' });
  expect(await client.job(job)).toMatchObject({ state: 'open' });
  await client.cancel(job);
});

it('encodes of as many addresses as there are places leave one of them to a short one', async () => {
  const long = await slowFilm('many', '1280x720', 300);
  // More than may encode and wait on any machine: one, and four beside the slots.
  const costly = await Promise.all(
    Array.from({ length: SLOTS + 2 }, async () => {
      const client = visitor();
      return {
        client,
        job: (await jobOf(await upload(client, 'convert', long, { format: 'webm' }))).job,
      };
    }),
  );
  const short = await media.ffmpeg('brief.mp4', '-f', 'lavfi', '-i', 'testsrc2=d=4', ...H264);
  const other = visitor();
  const fields = { start: '1', end: '3', mode: 'exact' };
  const trimmed = await jobOf(await upload(other, 'trim', short, fields));
  expect(await other.ended(trimmed.job)).toMatchObject({ state: 'ready' });
  for (const { client, job } of costly) {
    expect(await client.job(job)).toMatchObject({ state: 'open' });
    await client.cancel(job);
  }
}, 300_000);

it('refuses to encode more pixels than an hour of 1080p has, before anything is decoded', async () => {
  const long = await slowFilm('wide', '3840x2160', 120);
  const answer = await upload(visitor(), 'convert', long, { format: 'webm' });
  expect(await refusalOf(answer)).toEqual([422, 'too_long', null]);
});
