// A visitor of the running product, over real HTTP and with a cookie of its own; for tests of whole downloads.
import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ErrorAnswer } from '../../../src/shared/api/answers.ts';
import type {
  ConvertRequest,
  DownloadAnswer,
  DownloadRequest,
  Job,
  TrimRequest,
} from '../../../src/shared/api/download.ts';
import type { InspectAnswer } from '../../../src/shared/api/inspect.ts';
import { freshAddress } from './product.ts';

const POLL_MS = 200;

/** A file as it was received: where it was written, and what the server said of it. */
export type Received = {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly headers: Headers;
};

/** What a visitor can do. Everything throws when the server cannot be spoken to, and answers whatever it says. */
export type Visitor = {
  readonly inspect: (url: string) => Promise<InspectAnswer | ErrorAnswer>;
  readonly download: (wish: DownloadRequest) => Promise<DownloadAnswer | ErrorAnswer>;
  /** Starts a download, without waiting for its end. */
  readonly start: (wish: DownloadRequest) => Promise<Job>;
  readonly trim: (wish: TrimRequest) => Promise<DownloadAnswer | ErrorAnswer>;
  readonly convert: (wish: ConvertRequest) => Promise<DownloadAnswer | ErrorAnswer>;
  /** Sends the file as a form with these fields. */
  readonly upload: (
    call: 'trim' | 'convert',
    file: string,
    fields: Readonly<Record<string, string | number>>,
  ) => Promise<DownloadAnswer | ErrorAnswer>;
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  readonly head: (path: string) => Promise<Response>;
  readonly job: (id: string) => Promise<Job>;
  /** Writes the file of an answer into `folder`. Throws when it is not sent whole. */
  readonly receive: (answer: DownloadAnswer, folder: string) => Promise<Received>;
  readonly cancel: (id: string) => Promise<unknown>;
  /** Forgets a download, and with it the file. */
  readonly forget: (id: string) => Promise<number>;
};

/** Lets a product listen on a free port that trusts what its visitors say of their addresses. */
export const OVER_HTTP = { TRUSTED_PROXIES: '127.0.0.1' } as const;

/** A new visitor of the product at `origin`, from an address of its own. */
export function visit(origin: string): Visitor {
  const own = { 'x-forwarded-for': freshAddress() };
  let cookie: Readonly<Record<string, string>> = {};

  const ask = async (where: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...own, ...cookie, ...(init.headers as Record<string, string>) };
    const response = await fetch(new URL(where, origin), { ...init, headers });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = { cookie: set.split(';', 1)[0] ?? '' };
    return response;
  };
  const send = (where: string, body: unknown, more = {}): Promise<Response> => {
    const headers = { 'content-type': 'application/json', ...more };
    return ask(where, { method: 'POST', headers, body: JSON.stringify(body) });
  };
  const post = async <T>(where: string, body: unknown, more = {}): Promise<T> =>
    (await (await send(where, body, more)).json()) as T;
  const jobOf = async (id: string) => (await ask(`/api/jobs/${id}`)).json() as Promise<Job>;
  /** What takes longer than the server waits is answered with its job, which is followed to its end. */
  const answered = async (response: Response): Promise<DownloadAnswer | ErrorAnswer> => {
    if (response.status !== 202) return (await response.json()) as DownloadAnswer | ErrorAnswer;
    let job = (await response.json()) as Job;
    for (; job.state === 'open'; job = await jobOf(job.job)) await wait(POLL_MS);
    const { result, error } = job;
    if (result) return { success: true, message: '', job: job.job, ...result };
    return { success: false, ...(error ?? { code: 'cancelled', message: '', ref: '' }) };
  };

  return {
    inspect: (url) => post('/api/inspect', { url }),
    download: async (wish) => answered(await send('/api/download', wish)),
    start: (wish) => post('/api/download', wish, { prefer: 'respond-async' }),
    trim: async (wish) => answered(await send('/api/trim', wish)),
    convert: async (wish) => answered(await send('/api/convert', wish)),
    async upload(call, file, fields) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
      form.set('file', await openAsBlob(file), path.basename(file));
      return answered(await ask(`/api/${call}`, { method: 'POST', body: form }));
    },
    get: (where, headers = {}) => ask(where, { headers }),
    head: (where) => ask(where, { method: 'HEAD' }),
    job: jobOf,
    async receive({ downloadUrl, filename, job }, folder) {
      const response = await ask(downloadUrl);
      if (response.status !== 200) throw new Error(`${response.status} for ${downloadUrl}`);
      const content = Buffer.from(await response.arrayBuffer());
      const file = path.join(folder, `${job}${path.extname(filename)}`);
      await writeFile(file, content);
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { path: file, bytes: content.length, sha256, headers: response.headers };
    },
    cancel: (id) => post('/api/cancel-download', { job: id }),
    forget: async (id) => (await ask(`/api/jobs/${id}`, { method: 'DELETE' })).status,
  };
}
