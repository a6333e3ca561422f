// Forty good but unusual files: converted, cut exactly, and downloaded where a platform may give them. Each is made right.
import { openAsBlob } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runTool } from '../../lab/media/run-tool.ts';
import type { Job } from '../../src/shared/api/download.ts';
import { type Film, film, filmLink } from '../fixtures/download/films.ts';
import { ODD_FILES, pipedCopy } from '../fixtures/odd-media.ts';
import { createMediaFolder, type MediaFolder } from '../support/media/media-fixtures.ts';
import { type DownloadFixture, startDownloadFixture } from '../support/product/download-fixture.ts';
import { clientAt, type JobClient } from '../support/product/job-client.ts';

const MAX_BYTES = 300_000;
const NAMES = Object.keys(ODD_FILES);
/** What X gives files in; the announcement is that of another film of this length. */
const DOWNLOADED = NAMES.filter((name) => name.endsWith('.mp4'));
const idOf = (name: string) => String(6000 + NAMES.indexOf(name));

let media: MediaFolder;
let fixture: DownloadFixture;
const paths = new Map<string, string>();
beforeAll(async () => {
  media = await createMediaFolder();
  for (const [name, { words, isPiped }] of Object.entries(ODD_FILES)) {
    const made = await media.ffmpeg(name, ...words);
    if (isPiped) await writeFile(made, await pipedCopy(made));
    paths.set(name, made);
  }
  const bytesOf = new Map<string, Buffer>();
  for (const name of DOWNLOADED) bytesOf.set(idOf(name), await readFile(paths.get(name) as string));
  fixture = await startDownloadFixture({
    filmOf(id) {
      const bytes = bytesOf.get(id);
      const { seconds } = ODD_FILES[NAMES[Number(id) - 6000] ?? ''] ?? { seconds: 4 };
      const plain: Film = film('Odd', seconds);
      return bytes && { ...plain, damage: { name: id, change: () => bytes } };
    },
  });
}, 240_000);
afterAll(async () => {
  await fixture?.close();
  await media?.remove();
});

async function upload(
  visitor: JobClient,
  call: 'convert' | 'trim',
  file: string,
  fields: Readonly<Record<string, string>>,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', await openAsBlob(file), path.basename(file));
  const answer = await visitor.ask(`/api/${call}`, {
    method: 'POST',
    headers: { prefer: 'respond-async' },
    body: form,
  });
  return ((await answer.json()) as Job).job;
}

/** What a job came to: its code, or how long its file really lasts and what a decoder says of it. */
async function outcomeOf(visitor: JobClient, job: string) {
  const { error, result } = await visitor.ended(job);
  if (!result) return { code: error?.code };
  const saved = path.join(media.folder, `saved-${job}.${result.format}`);
  await writeFile(saved, await (await visitor.ask(result.downloadUrl)).bytes());
  const probed = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', saved];
  const seconds = Number(await runTool('ffprobe', probed));
  const complaint = String(
    await runTool('ffmpeg', ['-v', 'error', '-xerror', '-i', saved, '-f', 'null', '-']),
  );
  return { seconds, complaint };
}

const lasts = (seconds: number) => ({
  complaint: '',
  seconds: expect.closeTo(seconds, 0) as number,
});

describe.each(NAMES)('%s', (name) => {
  const { seconds, isSound } = ODD_FILES[name] as (typeof ODD_FILES)[string];
  const file = () => paths.get(name) as string;

  it('is small', async () => {
    expect((await stat(file())).size).toBeLessThan(MAX_BYTES);
  });

  it('is converted', async () => {
    const visitor = clientAt(fixture.origin());
    const job = await upload(visitor, 'convert', file(), { format: isSound ? 'mp3' : 'mp4' });
    expect(await outcomeOf(visitor, job)).toEqual(lasts(seconds));
  });

  it('is cut exactly', async () => {
    const visitor = clientAt(fixture.origin());
    const job = await upload(visitor, 'trim', file(), { start: '1', end: '3' });
    expect(await outcomeOf(visitor, job)).toEqual(lasts(2));
  });

  it.runIf(DOWNLOADED.includes(name))('is downloaded', async () => {
    const visitor = clientAt(fixture.origin());
    const { job } = await visitor.start({ url: filmLink(idOf(name)) });
    expect(await outcomeOf(visitor, job)).toEqual(lasts(seconds));
  });
});
