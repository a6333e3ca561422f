// Sends one request for media, follows its redirects and enforces a minimum pace.

import type { Clock } from '../../../core/async/clock.ts';
import { AppError } from '../../../shared/errors.ts';
import { MAX_REDIRECTS } from '../../../shared/limits.ts';
import type { Lane } from '../../door/door.ts';
import { type Stream, streamRequest } from '../../door/stream-request.ts';
import { classifyFailure, type FetchFailure, fetchFailure } from './fetch-failure.ts';
import { type ResponseHeaders, readResponseHeaders } from './response-headers.ts';
import { watchPace } from './watch-pace.ts';

/** What to request. `headersFor` is called for each hop. */
export type RangeRequest = {
  readonly address: string;
  readonly headersFor: (address: string) => Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly leastBytesPerSecond: () => number;
  /** Whether all connections together are below the minimum, so that another would not help. */
  readonly isHopeless: () => boolean;
  /** Called with the final response and its address after all redirects. */
  readonly head: (answer: ResponseHeaders, address: string) => void;
  readonly piece: (piece: Buffer) => void;
};

/** A request in flight. `stop` ends it cleanly, `fail` with a failure; no callback follows either. */
export type PendingRequest = {
  /** Null for a clean end. Never rejects. */
  readonly ended: Promise<FetchFailure | null>;
  readonly hold: (isHeld: boolean) => void;
  readonly stop: () => void;
  readonly fail: (failure: FetchFailure) => void;
};

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Sends it through an egress session. */
export function sendRequest(lane: Lane, clock: Clock, request: RangeRequest): PendingRequest {
  const { signal } = request;
  const { promise: ended, resolve } = Promise.withResolvers<FetchFailure | null>();
  let stream: Stream | null = null;
  let isOver = false;
  let isAsked = false;
  let isAnswered = false;
  const pace = watchPace({
    clock,
    leastBytesPerSecond: request.leastBytesPerSecond,
    tooSlow(error, isDripping) {
      if (isDripping && request.isHopeless()) return end(fetchFailure('final', error));
      // A host that is silent to a request will hardly answer the sixth one.
      const silent = isAsked ? 'server' : 'unreachable';
      end(fetchFailure(isAnswered ? 'broken' : silent, error));
    },
  });
  const abort = () => end(fetchFailure('final', signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  else hop(request.address, MAX_REDIRECTS);

  function end(outcome: FetchFailure | null): void {
    if (isOver) return;
    isOver = true;
    pace.stop();
    signal.removeEventListener('abort', abort);
    stream?.abort(new AppError('cancelled', { detail: 'no longer wanted' }));
    resolve(outcome);
  }

  function hop(address: string, hopsLeft: number): void {
    isAsked = false;
    let isLeft = false;
    const current = streamRequest(
      lane,
      { address, headers: request.headersFor(address) },
      {
        asked: () => {
          isAsked = true;
          if (!isOver) pace.asked();
        },
        head: (status, headers) => {
          if (isOver) return;
          const location = headers['location'];
          if (!REDIRECTS.has(status) || location === undefined) {
            isAnswered = true;
            pace.answered();
            request.head(readResponseHeaders(status, headers, clock.now()), address);
            return;
          }
          isLeft = true;
          current.abort(new AppError('cancelled', { detail: 'a redirect' }));
          const next = redirectTarget(location, address);
          if (next === null)
            end(
              fetchFailure(
                'final',
                new AppError('blocked_target', { detail: 'a redirect to no web page' }),
              ),
            );
          else if (hopsLeft === 0)
            end(
              fetchFailure(
                'final',
                new AppError('upstream_error', { detail: 'too many redirects' }),
              ),
            );
          else hop(next, hopsLeft - 1);
        },
        piece: (piece) => {
          if (isOver || isLeft) return;
          pace.came(piece.length);
          request.piece(piece);
        },
      },
    );
    stream = current;
    current.ended.then(
      () => isLeft || end(null),
      (error: unknown) => isLeft || end(classifyFailure(error, isAsked)),
    );
  }

  return {
    ended,
    hold: (isHeld) => {
      if (isOver) return;
      pace.held(isHeld);
      if (isHeld) stream?.pause();
      else stream?.resume();
    },
    stop: () => end(null),
    fail: end,
  };
}

/** The target of a redirect; null for a downgrade to http and for anything but a web address without credentials. */
function redirectTarget(location: string, from: string): string | null {
  const url = URL.parse(location, from);
  const mayBePlain = from.startsWith('http:');
  if (!url || !(url.protocol === 'https:' || (mayBePlain && url.protocol === 'http:'))) return null;
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href;
}
