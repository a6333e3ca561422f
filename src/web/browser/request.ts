// Sends all requests of the pages to this site's server: with credentials, JSON and plain errors, without retries.

import type { ErrorAnswer } from '../../shared/api/answers.ts';
import { BASE_PATH } from '../../shared/base-path.ts';

/** Options of a request. A `body` is sent as JSON, a `form` as multipart. */
export type RequestOptions = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: unknown;
  readonly form?: FormData;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
};

/**
 * A response that is not OK (`status` ≥ 400) or could not be parsed. `message` is for logs, such as "404: …"; `answer` is
 * the error body, if the server sent one.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly answer: ErrorAnswer | null;

  constructor(status: number, message: string, answer: ErrorAnswer | null = null) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

const HTML = /^\s*<(!doctype html|html|head|body)[\s>]/i;
const TITLE = /<title[^>]*>([^<]*)<\/title>/i;
const SHOWN_BODY_LENGTH = 100;

/** Sends a request; `path` is one within the site. Throws {@link RequestError} for a response that is not OK, a TypeError if there was no response. */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const { method = 'GET', body, form, headers = {}, signal } = options;
  const response = await fetch(BASE_PATH ? BASE_PATH + path : path, {
    method,
    credentials: 'include',
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(form === undefined ? {} : { body: form }),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok) throw await refusal(response);
  return response;
}

/** Sends a request and parses the JSON of the response. */
export async function requestJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await request(path, options);
  const text = await response.text();
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    const message = isHtml(response, text)
      ? 'Server returned HTML instead of JSON'
      : `Failed to parse JSON response: ${text.slice(0, SHOWN_BODY_LENGTH)}`;
    const error = new RequestError(response.status, message);
    error.cause = cause;
    throw error;
  }
}

/**
 * The default query function: GET on the first string of the query key. With `on401: 'null'` a 401 response gives null
 * instead of an error.
 */
export async function fetchQuery<T>(
  queryKey: readonly unknown[],
  options: { readonly on401?: 'throw' | 'null'; readonly signal?: AbortSignal } = {},
): Promise<T | null> {
  const [path] = queryKey;
  if (typeof path !== 'string' || path === '') throw new TypeError('Invalid query key format');
  const { on401 = 'throw', signal } = options;
  try {
    return await requestJson<T>(path, signal ? { signal } : {});
  } catch (error) {
    if (on401 === 'null' && error instanceof RequestError && error.status === 401) return null;
    throw error;
  }
}

/** Returns the error for a response that is not OK. */
export async function refusal(response: Response): Promise<RequestError> {
  const text = await response.text().catch(() => '');
  if (isHtml(response, text)) {
    const title = TITLE.exec(text)?.[1]?.trim();
    const reason = title || 'Server returned HTML instead of data';
    return new RequestError(response.status, `${response.status}: ${reason}`);
  }
  const message = `${response.status}: ${text || response.statusText}`;
  return new RequestError(response.status, message, readAnswer(text));
}

function isHtml(response: Response, text: string): boolean {
  return HTML.test(text) || (response.headers.get('content-type') ?? '').startsWith('text/html');
}

/** Parses an error body; null if it is not one. */
function readAnswer(text: string): ErrorAnswer | null {
  try {
    const answer: unknown = JSON.parse(text);
    const isAccount = typeof answer === 'object' && answer !== null && 'message' in answer;
    return isAccount ? (answer as ErrorAnswer) : null;
  } catch {
    // The error may come from a proxy, in a format of its own.
    return null;
  }
}
