// One GET through a lane that delivers bytes to callbacks, without a stream between; for fetching media.
import type { Dispatcher } from 'undici';
import { AppError } from '../../shared/errors.ts';
import type { Lane } from './door.ts';
import { boundHeaders, failureOn, ownedHeaders } from './request.ts';

/** Receives a response. Pieces belong to the listener; no callback follows the end. */
export type StreamListener = {
  /** The request was sent: there is a connection. */
  readonly asked: () => void;
  readonly head: (status: number, headers: Readonly<Record<string, string>>) => void;
  readonly piece: (piece: Buffer) => void;
};

/** A request in flight. It has no timeouts of its own: the caller sets them. */
export type Stream = {
  /** Resolves at the clean end of the response, once its connection is free again; rejects with AppError or the reason of `abort`. */
  readonly ended: Promise<void>;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends the request and its connection at once. */
  readonly abort: (reason: unknown) => void;
};

/** Requests a web address; redirects are not followed. Every failure arrives through `ended`. */
export function streamRequest(
  lane: Lane,
  request: { readonly address: string; readonly headers: Readonly<Record<string, string>> },
  listener: StreamListener,
): Stream {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  ended.catch(() => undefined);
  let controller: Dispatcher.DispatchController | null = null;
  let isOver = false;

  const fail = (reason: unknown) => {
    isOver = true;
    reject(reason);
  };
  const abort = (reason: unknown) => {
    if (isOver) return;
    fail(reason);
    // A request that still waits for its connection is aborted once it has one.
    controller?.abort(new AppError('cancelled', { detail: 'called off' }));
  };

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (started) => {
      controller = started;
      if (isOver) started.abort(new AppError('cancelled', { detail: 'called off' }));
      else listener.asked();
    },
    onResponseStart: (_controller, status, headers) => {
      if (!isOver && status >= 200) listener.head(status, boundHeaders(headers));
    },
    onResponseData: (_controller, piece) => {
      if (!isOver) listener.piece(piece as Buffer);
    },
    onResponseEnd: () => {
      isOver = true;
      // Undici frees the connection in an immediate of its own, which is queued right after this call.
      queueMicrotask(() => setImmediate(resolve));
    },
    onResponseError: (_controller, error) => {
      if (!isOver) fail(failureOn(lane, error));
    },
  };

  try {
    const { address, headers } = request;
    const url = URL.canParse(address) ? new URL(address) : null;
    if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
      throw new AppError('blocked_target', { detail: 'not an address of the web' });
    lane.dispatcher.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: { ...ownedHeaders(headers), 'accept-encoding': 'identity' },
        headersTimeout: 0,
        bodyTimeout: 0,
      },
      handler,
    );
  } catch (error) {
    fail(failureOn(lane, error));
  }
  return {
    ended,
    pause: () => controller?.pause(),
    resume: () => controller?.resume(),
    abort,
  };
}
