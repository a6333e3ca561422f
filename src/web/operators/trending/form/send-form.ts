// Sends a form with a file and reports upload progress, which `fetch` cannot.

import type { AuthStatus } from '../../../../shared/api/admin.ts';
import { BASE_PATH } from '../../../../shared/base-path.ts';
import { RequestError, refusal, requestJson } from '../../../browser/request.ts';

/** How much of a form has been sent, in bytes. */
export type SendProgress = { readonly sentBytes: number; readonly totalBytes: number };

type SendOptions = {
  readonly headers?: Readonly<Record<string, string>>;
  readonly onProgress: (progress: SendProgress) => void;
  readonly signal: AbortSignal;
};

/**
 * Posts the form to a path within the site. Throws a {@link RequestError} for a response that is not OK, the signal's reason when aborted, and a
 * TypeError if there was no response.
 */
export async function sendForm(path: string, form: FormData, options: SendOptions): Promise<void> {
  const { headers = {}, onProgress, signal } = options;
  signal.throwIfAborted();
  const sending = new XMLHttpRequest();
  const end = Promise.withResolvers<void>();
  const abort = () => sending.abort();
  signal.addEventListener('abort', abort);
  sending.onload = () => end.resolve();
  sending.onerror = () => end.reject(new TypeError('nothing answered'));
  sending.onabort = () => end.reject(signal.reason);
  sending.upload.onprogress = ({ loaded, total }) =>
    onProgress({ sentBytes: loaded, totalBytes: total });
  sending.open('POST', BASE_PATH + path);
  for (const [name, value] of Object.entries(headers)) sending.setRequestHeader(name, value);
  sending.send(form);
  try {
    await end.promise;
  } catch (error) {
    if (!signal.aborted) await throwIfSignedOut(signal);
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
  if (sending.status >= 200 && sending.status < 300) return;
  const type = sending.getResponseHeader('content-type') ?? '';
  const { status, statusText, responseText } = sending;
  throw await refusal(
    new Response(responseText, { status, statusText, headers: { 'content-type': type } }),
  );
}

/** Checks the session: when the server closes the connection during a large upload, its 401 response may be lost. */
async function throwIfSignedOut(signal: AbortSignal): Promise<void> {
  const status = await requestJson<AuthStatus>('/admin/auth-status', { signal }).catch(
    (error: unknown) => {
      console.info('the session could not be checked', error);
      return null;
    },
  );
  if (status?.loggedIn === false) throw new RequestError(401, '401: the session has ended');
}
