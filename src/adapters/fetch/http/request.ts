// One request for media with its redirects, watched for its pace; what comes is judged by whoever asks.

import type { Clock } from '../../../core/async/clock.ts';
import { AppError } from '../../../shared/errors.ts';
import { MAX_REDIRECTS } from '../../../shared/limits.ts';
import type { Lane } from '../../door/door.ts';
import { type Stream, streamRequest } from '../../door/stream-request.ts';
import { classifyFailure, type FetchFailure, fetchFailure } from './fetch-failure.ts';
import { type ResponseHeaders, readResponseHeaders } from './response-headers.ts';
import { watchPace } from './watch-pace.ts';

/** What to ask for. `headersFor` is asked anew for each hop. */
export type RangeRequest = {
  readonly address: string;
  readonly headersFor: (address: string) => Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly leastBytesPerSecond: () => number;
  /** The answer at the end of all redirects, and where that was. */
  readonly head: (answer: ResponseHeaders, address: string) => void;
  readonly piece: (piece: Buffer) => void;
};

/** A running request. `stop` ends it without trouble, `fail` with some; nothing comes after either. */
export type PendingRequest = {
  /** Null for a clean end. Never rejected. */
  readonly ended: Promise<FetchFailure | null>;
  readonly hold: (isHeld: boolean) => void;
  readonly stop: () => void;
  readonly fail: (trouble: FetchFailure) => void;
};

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Asks through a lane. */
export function sendRequest(lane: Lane, clock: Clock, question: RangeRequest): PendingRequest {
  const { signal } = question;
  const { promise: ended, resolve } = Promise.withResolvers<FetchFailure | null>();
  let stream: Stream | null = null;
  let isOver = false;
  let isAsked = false;
  const pace = watchPace({
    clock,
    leastBytesPerSecond: question.leastBytesPerSecond,
    tooSlow: (error) => end(fetchFailure(isAsked ? 'broken' : 'unreachable', error)),
  });
  const abort = () => end(fetchFailure('final', signal.reason));
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  else hop(question.address, MAX_REDIRECTS);

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
      { address, headers: question.headersFor(address) },
      {
        asked: () => {
          isAsked = true;
          if (!isOver) pace.asked();
        },
        head: (status, headers) => {
          if (isOver) return;
          const location = headers['location'];
          if (!REDIRECTS.has(status) || location === undefined) {
            pace.answered();
            question.head(readResponseHeaders(status, headers, clock.now()), address);
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
          question.piece(piece);
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

/** Never from a secret way to an open one, nor to anything but a web address on its own port. */
function redirectTarget(location: string, from: string): string | null {
  const url = URL.parse(location, from);
  const mayBePlain = from.startsWith('http:');
  if (!url || !(url.protocol === 'https:' || (mayBePlain && url.protocol === 'http:'))) return null;
  if (url.username !== '' || url.password !== '') return null;
  url.hash = '';
  return url.href;
}
