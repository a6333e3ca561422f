// Which responses are used, and the failures that the others mean, as one table.
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../../http/answers/reason.ts';
import type { AppError } from '../../../shared/errors.ts';
import { type ResponseFacts, readResponseHeaders } from './response-headers.ts';
import { mergeFacts, type RequestedRange, validateResponse } from './validate-response.ts';

const ASKED: RequestedRange = {
  start: 100,
  end: 200,
  isRange: true,
  maySkip: false,
  mayBeSame: () => false,
  content: 'media',
};
const KNOWN: ResponseFacts = {
  total: 1000,
  etag: '"a"',
  lastModified: 'Thu, 01 Jan 1970 00:00:00 GMT',
};
const GOOD = { 'content-range': 'bytes 100-199/1000', etag: '"a"', 'content-length': '100' };
const DATE = 'Thu, 01 Jan 1970 00:00:00 GMT';
const NOTHING: ResponseFacts = { total: null, etag: null, lastModified: null };
const FRONT = { start: 0, end: 100 };
const PART = { 'content-range': 'bytes 100-199/*' };
const TOTAL = { 'content-range': 'bytes 100-199/1000' };
const SAME = () => true;
const NOW_MS = Date.UTC(2026, 0, 1);

type Row = readonly [
  what: string,
  result: string,
  status: number,
  headers: Record<string, string>,
  asked?: Partial<RequestedRange>,
  known?: ResponseFacts | null,
];

const ROWS: readonly Row[] = [
  ['the range that was asked for', 'accepted', 206, GOOD],
  ['a shorter one', 'accepted', 206, { 'content-range': 'bytes 100-149/1000' }],
  ['a single byte', 'accepted', 206, { 'content-range': 'bytes 100-100/1000' }],
  ['a range between spaces', 'accepted', 206, { 'content-range': ' bytes 100-199/1000 ' }],
  ['a range in other units', 'misplaced', 206, { 'content-range': 'items 100-199/1000' }],
  ['a longer one', 'misplaced', 206, { 'content-range': 'bytes 100-200/1000' }],
  ['one that begins elsewhere', 'misplaced', 206, { 'content-range': 'bytes 101-199/1000' }],
  ['one behind its own end', 'misplaced', 206, { 'content-range': 'bytes 100-199/150' }, {}, null],
  ['one that runs backward', 'misplaced', 206, { 'content-range': 'bytes 100-99/1000' }],
  ['one of no range', 'misplaced', 206, {}],
  ['one with a length of its own', 'misplaced', 206, { ...GOOD, 'content-length': '99' }],
  ['a range that was not requested', 'misplaced', 206, GOOD, { isRange: false }],
  ['another total', 'changed', 206, { ...GOOD, 'content-range': 'bytes 100-199/1001' }],
  ['another ETag', 'doubtful bad_media', 206, { ...GOOD, etag: '"b"' }],
  ['another ETag of the same file', 'accepted', 206, { ...GOOD, etag: '"b"' }, { mayBeSame: SAME }],
  [
    'another ETag where the length was not known',
    'changed',
    206,
    { ...GOOD, etag: '"b"' },
    { mayBeSame: SAME },
    { ...KNOWN, total: null },
  ],
  ['another ETag and no length', 'changed', 206, { ...PART, etag: '"b"' }, { mayBeSame: SAME }],
  [
    'another total and another ETag',
    'changed',
    206,
    { 'content-range': 'bytes 100-199/1001', etag: '"b"' },
    { mayBeSame: SAME },
  ],
  ['one that begins earlier', 'accepted', 206, { 'content-range': 'bytes 90-199/1000' }],
  ['one that begins earlier and ends so', 'accepted', 206, { 'content-range': 'bytes 0-100/1000' }],
  ['one that ends where it should begin', 'misplaced', 206, { 'content-range': 'bytes 0-99/1000' }],
  [
    'one that begins earlier and ends later',
    'misplaced',
    206,
    { 'content-range': 'bytes 90-200/1000' },
  ],
  ['the whole of another ETag', 'ignored', 200, { 'content-length': '1000', etag: '"b"' }],
  [
    'the whole of another ETag where ranges are ignored',
    'doubtful',
    200,
    { 'content-length': '1000', etag: '"b"' },
    { maySkip: true },
  ],
  ['another date', 'doubtful', 206, { ...GOOD, 'last-modified': 'Fri, 02 Jan 1970 00:00:00 GMT' }],
  ['a weak ETag, which says nothing', 'accepted', 206, { ...GOOD, etag: 'W/"b"' }],
  ['nothing to know it by', 'changed', 206, { 'content-range': 'bytes 100-199/*' }],
  [
    'nothing to know it by at its start',
    'accepted',
    206,
    { 'content-range': 'bytes 0-99/*' },
    FRONT,
  ],
  ['all up to the end', 'accepted', 206, { 'content-range': 'bytes 100-999/1000' }, { end: null }],
  [
    'the last bytes',
    'accepted',
    206,
    { 'content-range': 'bytes 900-999/1000' },
    { start: 900, end: 1000 },
  ],
  [
    'nothing but the total of the same file',
    'accepted',
    206,
    TOTAL,
    {},
    { ...NOTHING, total: 1000 },
  ],
  ['nothing but its ETag', 'accepted', 206, { ...PART, etag: '"a"' }],
  ['nothing but its date', 'accepted', 206, { ...PART, 'last-modified': DATE }],
  ['what was not known before', 'changed', 206, GOOD, {}, NOTHING],
  ['the whole file', 'ignored', 200, { 'content-length': '1000' }],
  [
    'the whole file where ranges are known to be ignored',
    'accepted',
    200,
    { 'content-length': '1000' },
    { maySkip: true },
  ],
  ['a whole file of unknown length there', 'changed', 200, {}, { maySkip: true }],
  ['the whole file from its start', 'accepted', 200, {}, { start: 0 }, null],
  ['a packed body', 'final upstream_error', 206, { ...GOOD, 'content-encoding': 'gzip' }],
  ['a body packed in capitals', 'final', 206, { ...GOOD, 'content-encoding': ' GZIP ' }],
  ['a body not packed in capitals', 'accepted', 206, { ...GOOD, 'content-encoding': 'Identity' }],
  ['a page in capitals', 'final', 206, { ...GOOD, 'content-type': 'TEXT/HTML ; charset=x' }],
  [
    'a body that is said not to be packed',
    'accepted',
    206,
    { ...GOOD, 'content-encoding': 'identity' },
  ],
  [
    'a page',
    'final bad_media',
    200,
    { 'content-type': 'text/html; charset=utf-8' },
    { start: 0 },
    null,
  ],
  [
    'a playlist',
    'final bad_media',
    200,
    { 'content-type': 'application/x-mpegURL' },
    { start: 0 },
    null,
  ],
  [
    'a playlist where one is wanted',
    'accepted',
    200,
    { 'content-type': 'application/x-mpegURL' },
    { start: 0, content: 'other' },
    null,
  ],
  ['a range outside', 'misplaced', 416, { 'content-range': 'bytes */1000' }],
  ['a range outside a file of unknown length', 'misplaced', 416, {}],
  [
    'a range outside a file not known',
    'misplaced',
    416,
    { 'content-range': 'bytes */50' },
    {},
    null,
  ],
  [
    'a range outside a file whose length was not known',
    'misplaced',
    416,
    { 'content-range': 'bytes */50' },
    {},
    NOTHING,
  ],
  ['a range outside another file', 'changed', 416, { 'content-range': 'bytes */50' }],
  ['nothing at all', 'final bad_media', 416, { 'content-range': 'bytes */0' }, { start: 0 }, null],
  ['451', 'stale blocked', 451, {}],
  ['401', 'stale blocked', 401, {}],
  ['403', 'stale blocked', 403, {}],
  ['404', 'stale not_found', 404, {}],
  ['410', 'stale not_found', 410, {}],
  ['408', 'server upstream_error', 408, {}],
  ['429', 'busy rate_limited', 429, {}],
  ['503 with a wait', 'busy rate_limited', 503, { 'retry-after': '5' }],
  ['503', 'server upstream_error', 503, {}],
  ['500', 'server upstream_error', 500, { 'retry-after': '5' }],
  ['499', 'final upstream_error', 499, {}],
  ['a status without sense', 'final upstream_error', 418, {}],
  ['a success without bytes', 'final upstream_error', 204, {}],
];

describe('a response', () => {
  it.each(
    ROWS.map(([what, result, status, headers, asked = {}, known = KNOWN]) => ({
      what,
      result,
      status,
      headers,
      asked,
      known,
    })),
  )('with $what is $result', ({ result, status, headers, asked, known }) => {
    const answer = readResponseHeaders(status, headers, NOW_MS);
    const verdict = validateResponse(answer, { ...ASKED, ...asked }, known);
    const said =
      'accepted' in verdict
        ? 'accepted'
        : `${verdict.failure.kind} ${(verdict.failure.error as { code: string }).code}`;
    expect(said).toMatch(new RegExp(`^${result}`));
  });

  it.each([
    ['7', { retryAfterSeconds: 7 }],
    ['0', { retryAfterSeconds: 1 }],
    ['999999999999999', { retryAfterSeconds: 3600 }],
    [new Date(NOW_MS + 1500).toISOString(), {}],
    [undefined, {}],
  ])('that asks to wait (%s) tells the visitor so', (wait, params) => {
    const headers = { ...(wait !== undefined && { 'retry-after': wait }) };
    const verdict = validateResponse(readResponseHeaders(429, headers, NOW_MS), ASKED, KNOWN);
    expect(verdict).toMatchObject({ failure: { kind: 'busy', error: { params } } });
  });

  it.each([
    ['text/html; charset=utf-8', 'a page instead of media'],
    ['application/json', 'a text instead of media'],
  ])('of type %s is named in words that may be logged', (type, reason) => {
    const response = readResponseHeaders(200, { 'content-type': type }, NOW_MS);
    const verdict = validateResponse(response, { ...ASKED, start: 0 }, null);
    expect(reasonOf(('failure' in verdict && verdict.failure.error) as AppError)).toBe(reason);
  });

  it.each([
    ['7', 7000],
    [' 0 ', 0],
    [new Date(NOW_MS + 9000).toUTCString(), 9000],
    [new Date(NOW_MS - 9000).toUTCString(), 0],
    ['soon', null],
    ['-1', null],
  ])('with Retry-After %s means %s ms', (text, waitMs) => {
    expect(readResponseHeaders(429, { 'retry-after': text }, NOW_MS).retryAfterMs).toBe(waitMs);
  });
});

describe('what two responses say of a file', () => {
  const facts = (total: number | null, etag: string | null, lastModified: string | null) => ({
    total,
    etag,
    lastModified,
  });

  it.each([
    ['the same', facts(1, 'a', 'm'), facts(1, 'a', 'm'), facts(1, 'a', 'm')],
    ['more than before', facts(null, null, null), facts(1, 'a', 'm'), facts(1, 'a', 'm')],
    ['less than before', facts(1, 'a', 'm'), facts(null, null, null), facts(1, 'a', 'm')],
    ['something else each', facts(1, null, null), facts(null, 'a', null), facts(1, 'a', null)],
    ['another length', facts(1, 'a', 'm'), facts(2, 'a', 'm'), null],
    ['another ETag', facts(1, 'a', 'm'), facts(1, 'b', 'm'), null],
    ['another date', facts(1, 'a', 'm'), facts(1, 'a', 'n'), null],
  ])('is joined: %s', (_, known, next, joined) => {
    expect(mergeFacts(known, next)).toEqual(joined);
  });
});
