// Uploads cost what arrives of them: announcing takes neither disk space nor quota, and editing keeps no file for longer.
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { film, filmLink } from '../fixtures/download/films.ts';
import { createMediaFolder, H264, type MediaFolder } from '../support/media/media-fixtures.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { jobOf, trim, upload } from '../support/product/edit-fixture.ts';
import { clientAt } from '../support/product/job-client.ts';
import { freshAddress } from '../support/product/product.ts';

const MB = 1e6;
const MAX_UPLOAD_MB = 10;
const BOUNDARY = 'b';

let fixture: DownloadFixture;
let media: MediaFolder;
let clip: string;
beforeAll(async () => {
  const short = film('Short', 4);
  fixture = await startDownloadFixture({
    filmOf: () => short,
    prepared: [short],
    settings: { MAX_UPLOAD_MB: String(MAX_UPLOAD_MB) },
    exact: { FILES_MAX_GB: 0.04 },
  });
  media = await createMediaFolder();
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=4'];
  clip = await media.ffmpeg('clip.mp4', ...picture, ...H264);
});
afterAll(async () => {
  await fixture.close();
  await media.remove();
  expect(fixture.warnings).toEqual([]);
});

/** Begins a form with a file, of this announced length or in chunks, and ends after `sent` bytes of it; its status, if any. */
async function begin(announced: number | 'chunked', sent: number): Promise<string> {
  const { port } = new URL(fixture.origin());
  const socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  socket.on('data', (piece) => {
    answer += piece.toString('latin1');
  });
  socket.on('error', () => undefined);
  const part = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`;
  const length =
    announced === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${announced}`;
  const body = announced === 'chunked' ? `3\r\n--${BOUNDARY}\r\n0\r\n\r\n` : part;
  socket.write(
    [
      'POST /api/convert HTTP/1.1',
      'host: a',
      `x-forwarded-for: ${freshAddress()}`,
      `content-type: multipart/form-data; boundary=${BOUNDARY}`,
      length,
      '',
      body,
    ].join('\r\n'),
  );
  if (sent > 0) socket.write(Buffer.alloc(sent));
  // It is answered, or reads all that was sent.
  await expect.poll(() => answer !== '' || socket.writableLength === 0).toBe(true);
  if (announced === 'chunked') await expect.poll(() => answer).not.toBe('');
  socket.destroy();
  await once(socket, 'close');
  return answer.slice(9, 12);
}

it('that are announced and cut off remove no file of others, and leave room for whoever comes next', async () => {
  const owner = clientAt(fixture.origin());
  const { result } = await owner.make({ url: filmLink('11') });
  for (let turn = 0; turn < 12; turn += 1) await begin(MAX_UPLOAD_MB * MB, 230);
  for (let turn = 0; turn < 12; turn += 1) expect(await begin('chunked', 0)).toBe('400');
  expect((await owner.save(result?.downloadUrl ?? '')).status).toBe(200);
  const newcomer = clientAt(fixture.origin());
  const next = await upload(newcomer, 'convert', clip, { format: 'mov' });
  expect(next.status).toBe(202);
  expect((await newcomer.ended((await jobOf(next)).job)).state).toBe('ready');
});

it('expire a while after they came, however often they are edited', async () => {
  const visitor = clientAt(fixture.origin());
  const first = await jobOf(await upload(visitor, 'trim', clip, { start: '0', end: '1' }));
  await visitor.ended(first.job);
  const folder = path.join(fixture.dataDir, 'files');
  const expiries = () =>
    Object.fromEntries(
      readdirSync(folder).map((id) => {
        const record = JSON.parse(readFileSync(path.join(folder, id, 'record.json'), 'utf8'));
        return [id, record.expiresAt as number];
      }),
    );
  const before = expiries();
  const again = await jobOf(await trim(visitor, { upload: first.upload, start: 1, end: 2 }));
  expect((await visitor.ended(again.job)).state).toBe('ready');
  expect(expiries()).toMatchObject(before);
});
