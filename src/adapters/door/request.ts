// One bounded request through a lane that does not follow redirects; for thumbnails and short links.
import { request } from 'undici';
import { AppError } from '../../shared/errors.ts';
import type { Lane } from './door.ts';
import { budgetSpent } from './lane-meter.ts';
import { readNetworkError } from './network-error.ts';

/** The request. `maxBytes` limits the body. */
export type RequestOptions = {
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: 'GET' | 'HEAD';
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

/**
 * A response whose body is unread. `body` can be read once and throws AppError `upstream_error` when it is too long.
 * Call `discard` if it is not needed.
 */
export type OpenedRequest = {
  readonly status: number;
  /** Names in lower case; repeated headers are joined with a comma; at most a hundred of at most 8192 characters. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: AsyncIterable<Uint8Array>;
  readonly discard: () => void;
};

const MAX_HEADERS = 100;
const MAX_HEADER_LENGTH = 8_192;

// Set here or by undici; an extractor's values for them must not reach the connection.
const OWN_HEADERS = [
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Requests an address. Throws AppError (`blocked_target`, `origin_unreachable`, `timeout`, `upstream_error`,
 * `server_busy`) or the signal's reason; an unsuccessful status is a response, not an error.
 */
export async function openRequest(lane: Lane, options: RequestOptions): Promise<OpenedRequest> {
  const { address, maxBytes, method = 'GET', signal } = options;
  signal.throwIfAborted();
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new AppError('blocked_target', { detail: 'not an address of the web' });

  const answer = await request(url, {
    dispatcher: lane.dispatcher,
    method,
    headers: { ...ownedHeaders(options.headers ?? {}), 'accept-encoding': 'identity' },
    signal,
  }).catch((error: unknown) => {
    throw failureOf(error, lane, signal);
  });
  // Undici emits an error event for an unread body that is cut off; the reader notices by itself.
  answer.body.on('error', () => undefined);
  const discard = () => void answer.body.destroy();

  async function* read(): AsyncGenerator<Uint8Array> {
    let bytes = 0;
    try {
      for await (const piece of answer.body as AsyncIterable<Uint8Array>) {
        bytes += piece.length;
        if (bytes > maxBytes)
          throw new AppError('upstream_error', { detail: 'a longer body than allowed' });
        yield piece;
      }
    } catch (error) {
      throw failureOf(error, lane, signal);
    } finally {
      discard();
    }
  }

  return {
    status: answer.statusCode,
    headers: boundHeaders(answer.headers),
    body: read(),
    discard,
  };
}

function failureOf(error: unknown, lane: Lane, signal: AbortSignal): unknown {
  return signal.aborted ? signal.reason : failureOn(lane, error);
}

/** Classifies a failure on a lane: its own spent budget, or the network. */
export function failureOn(lane: Lane, error: unknown): AppError {
  const { spent } = lane.use();
  if (spent === 'time') return new AppError('timeout', { cause: error, detail: 'time is spent' });
  if (spent === 'bytes') return budgetSpent('bytes are spent', error);
  return readNetworkError(error);
}

/** The headers without those that this module or undici sets, names in lower case. */
export function ownedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const kept = Object.entries(headers)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => !OWN_HEADERS.includes(name) && !name.startsWith('proxy-'));
  return Object.fromEntries(kept);
}

/** A response's headers as text: names in lower case, repeated ones joined, number and length limited. */
export function boundHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const bounded = Object.entries(headers)
    .slice(0, MAX_HEADERS)
    .map(([name, value = '']) => [
      name.toLowerCase(),
      (Array.isArray(value) ? value.join(', ') : value).slice(0, MAX_HEADER_LENGTH),
    ]);
  return Object.fromEntries(bounded);
}
