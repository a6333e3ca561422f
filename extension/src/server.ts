// The calls of the configured server, each with the key; never with cookies.
import type { DownloadRequest, Job, JobsAnswer } from '../../src/shared/api/download.ts';
import type { InspectAnswer } from '../../src/shared/api/inspect.ts';
import type { StatusAnswer } from '../../src/shared/api/site.ts';
import { browser } from './browser.ts';

/** Why a call failed. `code` is the server's, or one of `unreachable`, `unreadable`, `other_version`, `not_connected`. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly code: string;
  readonly params: Readonly<Record<string, string | number>>;

  constructor(code: string, params: Readonly<Record<string, string | number>> = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

/** Where to ask, and with what. */
export type Access = { readonly server: string; readonly key: string };

type CallOptions = {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** `GET /api/key`, as far as it is read here: proves the key, and says what the server speaks. */
export type KeyAnswer = { readonly apiVersion?: unknown; readonly key: { readonly id: string } };

/** The calls. Each rejects with a {@link CallError}. */
export function callsOf(access: Access) {
  const json = <T>(path: string, options?: CallOptions) =>
    readJson<T>(access, access.server + path, options);
  const job = (id: string) => `/api/jobs/${encodeURIComponent(id)}`;
  return {
    key: () => json<KeyAnswer>('/api/key'),
    inspect: (url: string) =>
      json<InspectAnswer>('/api/inspect', { method: 'POST', body: { url } }),
    start: (body: DownloadRequest) =>
      json<Job>('/api/download', {
        method: 'POST',
        body,
        headers: { Prefer: 'respond-async' },
      }),
    status: () => json<StatusAnswer>('/api/status'),
    jobs: () => json<JobsAnswer>('/api/jobs'),
    cancel: (id: string) =>
      json<unknown>('/api/cancel-download', { method: 'POST', body: { job: id } }),
    share: (id: string) => json<Job>(`${job(id)}/share`, { method: 'POST' }),
    unshare: (id: string) => json<Job>(`${job(id)}/share`, { method: 'DELETE' }),
    /** The picture of an item. Addresses of another site are not asked. */
    async picture(path: string): Promise<Blob> {
      const response = await send(access, new URL(path, access.server).href, {});
      return response.blob();
    },
  };
}

/** The calls of a server. */
export type Calls = ReturnType<typeof callsOf>;

async function readJson<T>(access: Access, address: string, options: CallOptions = {}): Promise<T> {
  const response = await send(access, address, options);
  try {
    return (await response.json()) as T;
  } catch (cause) {
    throw new CallError('unreadable', { reason: String(cause) });
  }
}

async function send(
  { server, key }: Access,
  address: string,
  options: CallOptions,
): Promise<Response> {
  // The key goes to its own server only.
  if (!address.startsWith(`${server}/`)) throw new CallError('unreadable');
  const { method = 'GET', body, headers } = options;
  const response = await fetch(address, {
    method,
    credentials: 'omit',
    redirect: 'error',
    headers: {
      ...headers,
      Authorization: `Bearer ${key}`,
      'Accept-Language': browser.i18n.getUILanguage(),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new CallError('unreachable', { reason: String(cause) });
  });
  if (!response.ok) throw await refusalOf(response);
  return response;
}

async function refusalOf(response: Response): Promise<CallError> {
  const answer: unknown = await response.json().catch(() => null); // a proxy in between may answer
  if (typeof answer !== 'object' || answer === null || !('code' in answer))
    return new CallError('unreadable');
  const params = 'params' in answer && typeof answer.params === 'object' ? answer.params : {};
  return new CallError(String(answer.code), params as Record<string, string | number>);
}
