// A product with a finished download and a minute of noise to upload, and the calls that edit them; for tests of edits.
import { openAsBlob } from 'node:fs';
import type { ErrorAnswer } from '../../../src/shared/api/answers.ts';
import type { Job } from '../../../src/shared/api/download.ts';
import { film, filmLink } from '../../fixtures/download/films.ts';
import { createMediaFolder, H264, type MediaFolder } from '../media/media-fixtures.ts';
import { type DownloadFixture, startDownloadFixture } from './download-fixture.ts';
import { clientAt, type Finished, type JobClient } from './job-client.ts';

const SHORT = film('Short film', 4);
/** The largest upload of the fixture. */
export const MAX_UPLOAD_MB = 20;

/** The product, its first visitor and their download. */
export type EditFixture = DownloadFixture & {
  readonly media: MediaFolder;
  readonly client: JobClient;
  readonly made: Finished;
  /** The path of a minute of noise, which takes an encoder a while. */
  readonly noise: string;
  /** A new visitor, with limits of their own. */
  readonly visitor: () => JobClient;
};

/** Starts it. */
export async function startEditFixture(): Promise<EditFixture> {
  const fixture = await startDownloadFixture({
    filmOf: () => SHORT,
    prepared: [SHORT],
    settings: {
      MAX_TRANSCODES: '2',
      MAX_UPLOAD_MB: String(MAX_UPLOAD_MB),
      MAX_ENCODE_MINUTES: '2',
    },
  });
  const media = await createMediaFolder();
  const noise = await media.ffmpeg(
    'noise.mp4',
    ...['-f', 'lavfi', '-i', 'testsrc2=s=854x480:r=30:d=60,noise=alls=20:allf=t'],
    ...['-f', 'lavfi', '-i', 'sine=duration=60', ...H264, '-b:v', '1500k', '-c:a', 'aac'],
  );
  const visitor = () => clientAt(fixture.origin());
  const client = visitor();
  return {
    ...fixture,
    media,
    noise,
    visitor,
    client,
    made: await client.make({ url: filmLink('9001') }),
    async close() {
      await fixture.close();
      await media.remove();
    },
  };
}

/** Starts a conversion and does not wait for its end. */
export const convert = (from: JobClient, body: unknown) =>
  from.post('/api/convert', body, { prefer: 'respond-async' });

/** Starts a trim and does not wait for its end. */
export const trim = (from: JobClient, body: unknown) =>
  from.post('/api/trim', body, { prefer: 'respond-async' });

/** The job of an answer. */
export const jobOf = async (response: Response) => (await response.json()) as Job;

/** Status, code and named field of an answer. */
export async function refusalOf(
  response: Response,
): Promise<readonly [number, string, string | number | null]> {
  const { code, params } = (await response.json()) as ErrorAnswer;
  return [response.status, code, params?.['field'] ?? null];
}

/** Sends a file as a form. */
export async function upload(
  from: JobClient,
  call: 'trim' | 'convert',
  file: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', await openAsBlob(file), 'any');
  const headers = { prefer: 'respond-async' };
  return from.ask(`/api/${call}`, { method: 'POST', body: form, headers });
}
