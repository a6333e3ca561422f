// A visitor of the server over real HTTP, with a cookie and an address of its own.
import { randomInt } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type {
  DownloadAnswer,
  DownloadRequest,
  Job,
  ProgressEvent,
  ZipAnswer,
} from '../src/shared/api/download.ts';

const POLL_MS = 200;
const AT_ONCE = { prefer: 'respond-async' };

/** How long each phase took, in seconds. */
export type PhaseSeconds = Readonly<Record<string, number>>;

type EditCall = 'trim' | 'convert';
type Fields = Readonly<Record<string, string | number>>;

/** What a visitor does. Every call throws on an unexpected answer. */
export type Visitor = {
  /** Answers when the file is ready. */
  readonly download: (request: DownloadRequest) => Promise<DownloadAnswer>;
  /** Answers at once; its id. */
  readonly start: (request: DownloadRequest) => Promise<string>;
  /** Edits an upload; answers when the file is ready. */
  readonly edit: (call: EditCall, fields: Fields) => Promise<DownloadAnswer>;
  /** Answers at once; the id of the edit. */
  readonly startEdit: (call: EditCall, fields: Fields) => Promise<string>;
  /** Sends a file as a form; answers when its edit is ready. */
  readonly sendFile: (call: EditCall, file: string, fields: Fields) => Promise<DownloadAnswer>;
  /** Answers once the file has arrived; the id of its edit. */
  readonly startWithFile: (call: EditCall, file: string, fields: Fields) => Promise<string>;
  /** Looks what is at a link, as the page does before it offers a choice. */
  readonly inspect: (url: string) => Promise<void>;
  /** The events of a download, until its end. */
  readonly events: (id: string) => AsyncIterable<ProgressEvent>;
  /** Cancels a download; false where it had ended before. */
  readonly cancel: (id: string) => Promise<boolean>;
  /** What is said of a download now. */
  readonly job: (id: string) => Promise<Job>;
  /** Waits for the end of a download. Throws when it has no file. */
  readonly ended: (id: string) => Promise<Job>;
  /** Follows a download to its end and gives the seconds it spent in each phase, from now on. */
  readonly phases: (id: string) => Promise<PhaseSeconds>;
  /** Waits until nothing is done for a download any more: its digest is the last of it. */
  readonly settled: (id: string) => Promise<void>;
  /** Reads a file until its first byte is there, and leaves the rest. */
  readonly firstByte: (path: string) => Promise<void>;
  /** Reads a file to its end; how many bytes it had. */
  readonly save: (path: string) => Promise<number>;
  /** Reads a file piece by piece. */
  readonly pieces: (path: string) => AsyncIterable<Uint8Array>;
  /** Reads a part of a file; both ends are included. */
  readonly range: (path: string, start: number, end: number) => Promise<Uint8Array>;
  /** Puts finished downloads together as a ZIP file. */
  readonly archive: (jobs: readonly string[]) => Promise<ZipAnswer>;
  readonly forget: (id: string) => Promise<void>;
  /** The cookie by which the server knows this visitor, as headers. */
  readonly cookie: () => Readonly<Record<string, string>>;
  /** The same visitor at another server with the same data. */
  readonly at: (origin: string) => Visitor;
};

/** A new visitor. */
export function visit(origin: string): Visitor {
  return visitAs(origin, `198.18.${randomInt(256)}.${randomInt(256)}`, {});
}

function visitAs(
  origin: string,
  address: string,
  known: Readonly<Record<string, string>>,
): Visitor {
  let cookie = known;

  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { 'x-forwarded-for': address, ...cookie, ...init.headers };
    const response = await fetch(new URL(path, origin), { ...init, headers });
    const [set] = response.headers.getSetCookie();
    if (set !== undefined) cookie = { cookie: set.split(';', 1)[0] ?? '' };
    if (!response.ok) throw new Error(`${response.status} for ${path}: ${await response.text()}`);
    return response;
  };
  const post = async (call: string, request: object, more: Readonly<Record<string, string>>) => {
    const headers = { 'content-type': 'application/json', ...more };
    const body = JSON.stringify(request);
    return (await ask(`/api/${call}`, { method: 'POST', headers, body })).json();
  };
  const postForm = async (call: string, file: string, fields: Fields, headers = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.set(name, String(value));
    body.set('file', await openAsBlob(file), 'video.mp4');
    return (await ask(`/api/${call}`, { method: 'POST', headers, body })).json();
  };
  const until = async (id: string, isMet: (job: Job) => boolean): Promise<Job> => {
    for (;;) {
      const job = (await (await ask(`/api/jobs/${id}`)).json()) as Job;
      if (job.error !== null) throw new Error(`no file: ${JSON.stringify(job.error)}`);
      if (isMet(job)) return job;
      await wait(POLL_MS);
    }
  };

  return {
    download: async (request) => (await post('download', request, {})) as DownloadAnswer,
    start: async (request) => ((await post('download', request, AT_ONCE)) as Job).job,
    edit: async (call, fields) => (await post(call, fields, {})) as DownloadAnswer,
    startEdit: async (call, fields) => ((await post(call, fields, AT_ONCE)) as Job).job,
    sendFile: async (...form) => (await postForm(...form)) as DownloadAnswer,
    startWithFile: async (...form) => ((await postForm(...form, AT_ONCE)) as Job).job,
    async inspect(url) {
      await post('inspect', { url }, {});
    },
    async *events(id) {
      yield* eventsOf(await ask(`/api/download-progress?job=${id}`));
    },
    cancel: async (id) =>
      ((await post('cancel-download', { job: id }, {})) as { cancelled: boolean }).cancelled,
    job: async (id) => (await (await ask(`/api/jobs/${id}`)).json()) as Job,
    ended: (id) => until(id, ({ state }) => state !== 'open'),
    async phases(id) {
      const seconds: Record<string, number> = {};
      let [phase, since] = ['queued', performance.now()];
      for await (const event of eventsOf(await ask(`/api/download-progress?job=${id}`))) {
        const now = performance.now();
        seconds[phase] = (seconds[phase] ?? 0) + (now - since) / 1000;
        [phase, since] = [event.phase, now];
      }
      return seconds;
    },
    settled: async (id) => {
      await until(id, ({ result }) => (result?.receipt.sha256 ?? null) !== null);
    },
    async firstByte(path) {
      const reader = (await ask(path)).body?.getReader();
      await reader?.read();
      // Only the first byte counts; the rest is not timed.
      void reader?.cancel();
    },
    async save(path) {
      let bytes = 0;
      for await (const chunk of (await ask(path)).body ?? []) bytes += chunk.length;
      return bytes;
    },
    async *pieces(path) {
      yield* (await ask(path)).body ?? [];
    },
    async range(path, start, end) {
      const response = await ask(path, { headers: { range: `bytes=${start}-${end}` } });
      if (response.status !== 206) throw new Error(`${response.status} for a range`);
      return new Uint8Array(await response.arrayBuffer());
    },
    archive: async (jobs) => (await post('zip', { jobs }, {})) as ZipAnswer,
    async forget(id) {
      await ask(`/api/jobs/${id}`, { method: 'DELETE' });
    },
    cookie: () => cookie,
    at: (other) => visitAs(other, address, cookie),
  };
}

/** The events of a stream, until it ends. */
async function* eventsOf({ body }: Response): AsyncGenerator<ProgressEvent> {
  let text = '';
  for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice(6));
  }
}
