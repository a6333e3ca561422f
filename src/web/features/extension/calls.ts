// The calls of the server that the bridge makes: keys as the visitor, work with the key of the extension.
import type { LimitsAnswer } from '../../../shared/api/answers.ts';
import type { Job } from '../../../shared/api/download.ts';
import type { InspectAnswer } from '../../../shared/api/inspect.ts';
import type { OwnKey } from '../../../shared/api/keys.ts';
import type { StatusAnswer } from '../../../shared/api/site.ts';
import { type RequestOptions, request, requestJson } from '../../browser/request.ts';
import type { Task } from './read-message.ts';

/** A new key; `secret` is the key itself. */
export type MadeKey = { readonly key: OwnKey; readonly secret: string };

/** The calls. */
export const calls = {
  limits: () => requestJson<LimitsAnswer>('/api/limits'),
  status: () => requestJson<StatusAnswer>('/api/status'),
  makeKey: (name: string, origin: string | undefined) =>
    requestJson<MadeKey>('/api/keys', {
      method: 'POST',
      body: { name, ...(origin === undefined ? {} : { origin }) },
    }),
  keys: async () => (await requestJson<{ readonly keys: readonly OwnKey[] }>('/api/keys')).keys,
  revoke: (id: string) => request(`/api/keys/${encodeURIComponent(id)}`, { method: 'DELETE' }),
  /** The key of an extension, as the server knows it. */
  keyOf: async (secret: string) =>
    (await withKey<{ readonly key: OwnKey }>(secret, '/api/key')).key,
  inspect: (secret: string, url: string, signal: AbortSignal) =>
    withKey<InspectAnswer>(secret, '/api/inspect', { method: 'POST', body: { url }, signal }),
  start: (secret: string, task: Task, signal: AbortSignal) =>
    withKey<Job>(secret, '/api/download', {
      method: 'POST',
      body: task,
      headers: { Prefer: 'respond-async' },
      signal,
    }),
  job: (secret: string, id: string, signal: AbortSignal) =>
    withKey<Job>(secret, jobPath(id), { signal }),
  share: (secret: string, id: string) =>
    withKey<Job>(secret, `${jobPath(id)}/share`, { method: 'POST' }),
  cancel: (secret: string, job: string) =>
    withKey<unknown>(secret, '/api/cancel-download', { method: 'POST', body: { job } }),
} as const;

/** The calls of the server. */
export type BridgeCalls = typeof calls;

function withKey<T>(secret: string, path: string, options: RequestOptions = {}): Promise<T> {
  const headers = { ...options.headers, Authorization: `Bearer ${secret}` };
  return requestJson<T>(path, { ...options, headers });
}

const jobPath = (id: string) => `/api/jobs/${encodeURIComponent(id)}`;
