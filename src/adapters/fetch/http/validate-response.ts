// Decides whether an answer may be used: the right bytes of the right file, neither packed nor a page. Pure.
import { AppError } from '../../../shared/errors.ts';
import { brokenResponse, type FetchFailure, fetchFailure, notMedia } from './fetch-failure.ts';
import type { ResponseFacts, ResponseHeaders } from './response-headers.ts';

/** What was asked for. `end` (not in the range) is null for "to its end"; without `isRange` no range was named. */
export type RequestedRange = {
  readonly start: number;
  readonly end: number | null;
  readonly isRange: boolean;
  /** The origin is known to ignore ranges: bytes before `start` may be passed over. */
  readonly maySkip: boolean;
  readonly content: Content;
};

/** What should come: media, media under a cipher, or something else that is not written into the part. */
export type Content = 'media' | 'sealed' | 'other';

/** An answer to take: `skip` bytes of its body come before those asked for; `end` is where the body ends in the resource. */
export type Accepted = {
  readonly skip: number;
  readonly end: number | null;
  readonly facts: ResponseFacts;
};

// Playlists and pages that stand where media should be; a body is looked at besides.
const NO_MEDIA =
  /^(text\/(html|xml|css|javascript|vtt)|application\/(json|xml|xhtml\+xml|dash\+xml|x-mpegurl|vnd\.apple\.mpegurl|javascript))$/;

/** Judges an answer by what is known of its resource, or null when it is the first. */
export function validateResponse(
  answer: ResponseHeaders,
  asked: RequestedRange,
  known: ResponseFacts | null,
): { readonly accepted: Accepted } | { readonly trouble: FetchFailure } {
  const { status, length, range, total } = answer;
  if (status === 416) return { trouble: judgeOutside(answer, asked, known) };
  if (status !== 200 && status !== 206) return { trouble: troubleOfStatus(answer) };
  if (answer.encoding !== '' && answer.encoding !== 'identity')
    return { trouble: fetchFailure('final', new AppError('upstream_error', { detail: 'packed' })) };
  if (asked.content !== 'other' && NO_MEDIA.test(answer.type))
    return { trouble: notMedia(`${answer.type} instead of media`) };
  const facts = known ? mergeFacts(known, answer) : factsOf(answer);
  if (facts === null) return { trouble: changed() };
  const isUnsure = asked.start > 0 && known !== null && !isSameFile(known, answer);

  if (status === 206) {
    if (!asked.isRange || range === null)
      return { trouble: brokenResponse('a part that was not asked for') };
    const tooFar = asked.end !== null && range.end > asked.end;
    if (range.start !== asked.start || tooFar || (total !== null && range.end > total))
      return { trouble: brokenResponse('another range than asked for') };
    if (length !== null && length !== range.end - range.start)
      return { trouble: brokenResponse('a length that is not that of its range') };
    if (isUnsure) return { trouble: unsure() };
    return { accepted: { skip: 0, end: range.end, facts } };
  }
  if (asked.start > 0 && !asked.maySkip)
    return {
      trouble: fetchFailure('ignored', new AppError('upstream_error', { detail: 'no ranges' })),
    };
  if (isUnsure) return { trouble: unsure() };
  return { accepted: { skip: asked.start, end: length, facts } };
}

function changed(): FetchFailure {
  return fetchFailure(
    'changed',
    new AppError('bad_media', { detail: 'the file changed on the way' }),
  );
}

/** Not known to be another file, but begun anew all the same. */
function unsure(): FetchFailure {
  const detail = 'an answer that cannot be gone on with';
  return fetchFailure('changed', new AppError('upstream_error', { detail }));
}

function factsOf({ total, etag, lastModified }: ResponseFacts): ResponseFacts {
  return { total, etag, lastModified };
}

/** What both say together; null when they contradict each other. */
export function mergeFacts(known: ResponseFacts, said: ResponseFacts): ResponseFacts | null {
  const differs = (a: unknown, b: unknown) => a !== null && b !== null && a !== b;
  if (differs(known.total, said.total)) return null;
  if (differs(known.etag, said.etag) || differs(known.lastModified, said.lastModified)) return null;
  return {
    total: known.total ?? said.total,
    etag: known.etag ?? said.etag,
    lastModified: known.lastModified ?? said.lastModified,
  };
}

/** Without anything that both say, nobody can tell that these are bytes of the same file. */
function isSameFile(known: ResponseFacts, said: ResponseFacts): boolean {
  return (
    (known.total !== null && known.total === said.total) ||
    (known.etag !== null && known.etag === said.etag) ||
    (known.lastModified !== null && known.lastModified === said.lastModified)
  );
}

function judgeOutside(
  { total }: ResponseHeaders,
  asked: RequestedRange,
  known: ResponseFacts | null,
): FetchFailure {
  if (asked.start === 0) return notMedia('an empty file');
  if (
    total !== null &&
    known?.total !== null &&
    known?.total !== undefined &&
    known.total !== total
  )
    return changed();
  return brokenResponse('a range of the file is refused');
}

function troubleOfStatus({ status, retryAfterMs }: ResponseHeaders): FetchFailure {
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
