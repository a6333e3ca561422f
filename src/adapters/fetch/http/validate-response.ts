// Decides whether a response can be used: the requested bytes of the same file, uncompressed media. Pure.
import { AppError } from '../../../shared/errors.ts';
import { type FetchFailure, fetchFailure, misplacedResponse, notMedia } from './fetch-failure.ts';
import type { ResponseFacts, ResponseHeaders } from './response-headers.ts';

/** What was requested. `end` (excluded) is null for "to the end"; without `isRange` there was no Range header. */
export type RequestedRange = {
  readonly start: number;
  readonly end: number | null;
  readonly isRange: boolean;
  /** The origin is known to ignore ranges: bytes before `start` may be skipped. */
  readonly maySkip: boolean;
  /** Whether these validators, which differ from the known ones, may be those of the same file on another node. */
  readonly mayBeSame: (facts: ResponseFacts) => boolean;
  readonly content: Content;
};

/** The expected content: media, encrypted media, or something that is not written into the part. */
export type Content = 'media' | 'sealed' | 'other';

/** A usable response: where its body begins in the resource (perhaps before the requested bytes), and where it ends. */
export type Accepted = {
  readonly start: number;
  readonly end: number | null;
  readonly facts: ResponseFacts;
};

// Playlists and pages where media should be. The body is checked as well.
const NO_MEDIA =
  /^(text\/(html|xml|css|javascript|vtt)|application\/(json|xml|xhtml\+xml|dash\+xml|x-mpegurl|vnd\.apple\.mpegurl|javascript))$/;

/** Validates a response against what is known of its resource, which is null for the first. */
export function validateResponse(
  response: ResponseHeaders,
  requested: RequestedRange,
  known: ResponseFacts | null,
): { readonly accepted: Accepted } | { readonly failure: FetchFailure } {
  const { status, length, range, total } = response;
  if (status === 416) return { failure: failureOf416(response, requested, known) };
  if (status !== 200 && status !== 206) return { failure: failureOfStatus(response) };
  if (response.encoding !== '' && response.encoding !== 'identity')
    return { failure: fetchFailure('final', new AppError('upstream_error', { detail: 'packed' })) };
  if (requested.content !== 'other' && NO_MEDIA.test(response.type))
    return {
      failure: notMedia(`${/html/.test(response.type) ? 'a page' : 'a text'} instead of media`),
    };
  const merged = known ? mergeFacts(known, response) : factsOf(response);
  const isOther = merged === null && known !== null && isOtherNode(known, response);
  const facts = isOther ? known : merged;
  if (facts === null) return { failure: changed() };
  const isUnsure = requested.start > 0 && known !== null && !isSameFile(known, response);

  if (status === 206) {
    if (!requested.isRange || range === null)
      return { failure: misplacedResponse('a part that was not requested for') };
    const tooFar = requested.end !== null && range.end > requested.end;
    const isBeside = range.start > requested.start || range.end <= requested.start;
    if (isBeside || tooFar || (total !== null && range.end > total))
      return { failure: misplacedResponse('another range than requested for') };
    if (length !== null && length !== range.end - range.start)
      return { failure: misplacedResponse('a length that is not that of its range') };
    if (isUnsure) return { failure: unsure() };
    if (isOther && !requested.mayBeSame(response)) return { failure: doubtful(response) };
    return { accepted: { start: range.start, end: range.end, facts } };
  }
  if (requested.start > 0 && !requested.maySkip)
    return {
      failure: fetchFailure('ignored', new AppError('upstream_error', { detail: 'no ranges' })),
    };
  if (isUnsure) return { failure: unsure() };
  if (isOther && !requested.mayBeSame(response)) return { failure: doubtful(response) };
  return { accepted: { start: 0, end: length, facts } };
}

/** Another file than before. */
export function changed(): FetchFailure {
  return fetchFailure(
    'changed',
    new AppError('bad_media', { detail: 'the file changed on the way' }),
  );
}

/** Of the same length, with other validators: its bytes must tell. */
function doubtful(facts: ResponseFacts): FetchFailure {
  return { ...changed(), kind: 'doubtful', facts: factsOf(facts) };
}

/** Possibly the same file, but started over to be safe. */
function unsure(): FetchFailure {
  const detail = 'an response that cannot be gone on with';
  return fetchFailure('changed', new AppError('upstream_error', { detail }));
}

function factsOf({ total, etag, lastModified }: ResponseFacts): ResponseFacts {
  return { total, etag, lastModified };
}

/** Merges the facts of two responses; null when they contradict each other. */
export function mergeFacts(known: ResponseFacts, next: ResponseFacts): ResponseFacts | null {
  const differs = (a: unknown, b: unknown) => a !== null && b !== null && a !== b;
  if (differs(known.total, next.total)) return null;
  if (differs(known.etag, next.etag) || differs(known.lastModified, next.lastModified)) return null;
  return {
    total: known.total ?? next.total,
    etag: known.etag ?? next.etag,
    lastModified: known.lastModified ?? next.lastModified,
  };
}

/** The nodes behind one name do not always share their validators. */
function isOtherNode(known: ResponseFacts, next: ResponseFacts): boolean {
  return known.total !== null && known.total === next.total;
}

/** Without a fact that both have, they may be of different files. */
function isSameFile(known: ResponseFacts, next: ResponseFacts): boolean {
  return (
    (known.total !== null && known.total === next.total) ||
    (known.etag !== null && known.etag === next.etag) ||
    (known.lastModified !== null && known.lastModified === next.lastModified)
  );
}

function failureOf416(
  { total }: ResponseHeaders,
  requested: RequestedRange,
  known: ResponseFacts | null,
): FetchFailure {
  if (requested.start === 0) return notMedia('an empty file');
  if (
    total !== null &&
    known?.total !== null &&
    known?.total !== undefined &&
    known.total !== total
  )
    return changed();
  return misplacedResponse('a range of the file is refused');
}

function failureOfStatus({ status, retryAfterMs }: ResponseHeaders): FetchFailure {
  const detail = `status ${status}`;
  const upstream = new AppError('upstream_error', { detail });
  if (status === 429 || (status === 503 && retryAfterMs !== null)) {
    const params =
      retryAfterMs === null
        ? {}
        : { retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) };
    return fetchFailure('busy', new AppError('rate_limited', { detail, params }), retryAfterMs);
  }
  if (status === 404 || status === 410)
    return fetchFailure('stale', new AppError('not_found', { detail }));
  if (status === 401 || status === 403 || status === 451)
    return fetchFailure('stale', new AppError('blocked', { detail }));
  if (status === 408 || status >= 500) return fetchFailure('server', upstream);
  return fetchFailure('final', upstream);
}
