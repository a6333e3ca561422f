// A visitor who starts, follows, cancels and saves downloads over real HTTP; for tests of what jobs do.
import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import type { Phase } from '../../../src/core/jobs/progress.ts';
import type {
  DownloadRequest,
  DownloadResult,
  Job,
  ProgressEvent,
} from '../../../src/shared/api/download.ts';
import { type EventReader, readEvents } from '../http/http-events.ts';
import { freshAddress } from './product.ts';

/** A file as it was saved. */
export type Saved = {
  readonly status: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly headers: Headers;
};

/** A job with its file, of which the digest is known. */
export type Finished = Job & { readonly result: DownloadResult & { receipt: { sha256: string } } };

/** What one visitor does. A server that cannot be spoken to throws; whatever it answers is answered. */
export type JobClient = {
  /** The cookie of the visitor, `name=value`; null before the first answer. */
  readonly cookie: () => string | null;
  readonly ask: (path: string, init?: RequestInit) => Promise<Response>;
  readonly post: (
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  /** Asks for a download and does not wait for its end. */
  readonly tryStart: (wish: DownloadRequest) => Promise<Response>;
  /** The same; throws with the answer when it was not taken. */
  readonly start: (wish: DownloadRequest) => Promise<Job>;
  readonly job: (id: string) => Promise<Job>;
  readonly jobs: () => Promise<readonly Job[]>;
  readonly cancel: (id?: string) => Promise<boolean>;
  readonly events: (query?: string) => Promise<EventReader>;
  /** The first event with one of these phases; throws when the download ends without. */
  readonly until: (id: string, ...phases: readonly Phase[]) => Promise<ProgressEvent>;
  /** Listens to its end. */
  readonly ended: (id: string) => Promise<Job>;
  /** Starts a download and waits for its file. Throws when there is none. */
  readonly make: (wish: DownloadRequest) => Promise<Finished>;
  /** The same visitor, once the server is to be found elsewhere. */
  readonly movedTo: (origin: string) => JobClient;
  /** Reads a file to its end without keeping it. */
  readonly save: (path: string, headers?: Record<string, string>) => Promise<Saved>;
};

/** A new visitor of the server at `origin`, which must trust what its neighbours say of their addresses. */
export function clientAt(origin: string): JobClient {
  return clientWith(origin, freshAddress(), {});
}

function clientWith(
  origin: string,
  address: string,
  firstCookie: Readonly<Record<string, string>>,
): JobClient {
  let cookie = firstCookie;
  const own = () => ({ 'x-forwarded-for': address, ...cookie });

  const takeCookie = ({ headers }: Response) => {
    const [set] = headers.getSetCookie();
    if (set !== undefined) cookie = { cookie: set.split(';', 1)[0] ?? '' };
  };
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...own(), ...(init.headers as Record<string, string>) };
    const response = await fetch(new URL(path, origin), { ...init, headers });
    takeCookie(response);
    return response;
  };
  const post: JobClient['post'] = (path, body, headers = {}) =>
    ask(path, {
      method: 'POST',
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const tryStart = (wish: DownloadRequest) =>
    post('/api/download', wish, { prefer: 'respond-async' });
  const job = async (id: string) => (await ask(`/api/jobs/${id}`)).json() as Promise<Job>;
  const events = async (query = '') => {
    const reader = await readEvents(`${origin}/api/download-progress${query}`, own());
    takeCookie(reader.response);
    return reader;
  };

  const until: JobClient['until'] = async (id, ...phases) => {
    const reader = await events(`?job=${id}`);
    const seen: string[] = [];
    try {
      for (let event = await reader.next(); event; event = await reader.next()) {
        if (phases.includes(event.phase)) return event;
        seen.push(`${event.phase} ${event.code ?? ''}`.trim());
      }
    } finally {
      await reader.close();
    }
    throw new Error(`never ${phases.join(' or ')}, but ${seen.join(', ')} ${reader.text()}`);
  };

  const start = async (wish: DownloadRequest) => {
    const response = await tryStart(wish);
    if (response.status === 202) return (await response.json()) as Job;
    throw new Error(`${response.status}: ${await response.text()}`);
  };
  const ended = async (id: string) => {
    await until(id, 'ready', 'failed', 'cancelled');
    return job(id);
  };

  return {
    cookie: () => cookie['cookie'] ?? null,
    ask,
    post,
    tryStart,
    start,
    job,
    jobs: async () => ((await (await ask('/api/jobs')).json()) as { jobs: readonly Job[] }).jobs,
    async cancel(id) {
      const response = await post(
        '/api/cancel-download',
        id === undefined ? undefined : { job: id },
      );
      return ((await response.json()) as { cancelled: boolean }).cancelled;
    },
    events,
    until,
    ended,
    async make(wish) {
      const { job: id } = await start(wish);
      const { error, result } = await ended(id);
      if (!result) throw new Error(`no file: ${JSON.stringify(error)}`);
      // Computed behind the visitor's back, a moment after the file is ready.
      return vi.waitUntil(
        async () => {
          const seen = await job(id);
          return seen.result?.receipt.sha256 ? (seen as Finished) : undefined;
        },
        { timeout: 60_000, interval: 50 },
      );
    },
    movedTo: (elsewhere) => clientWith(elsewhere, address, cookie),
    async save(path, headers = {}) {
      const response = await ask(path, { headers });
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const chunk of response.body ?? []) {
        hash.update(chunk);
        bytes += chunk.length;
      }
      const { status } = response;
      return { status, bytes, sha256: hash.digest('hex'), headers: response.headers };
    },
  };
}
