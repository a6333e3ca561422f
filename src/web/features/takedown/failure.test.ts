import { describe, expect, it } from 'vitest';
import type { ErrorAnswer } from '../../../shared/api/answers.ts';
import type { ErrorCode, ErrorParams } from '../../../shared/errors.ts';
import { RequestError } from '../../browser/request.ts';
import { EMPTY_DRAFT } from './draft.ts';
import { failureOf, isUnknownCase, problemsIn } from './failure.ts';

const refusedWith = (status: number, code: ErrorCode, params: ErrorParams = {}) =>
  new RequestError(status, `${status}`, {
    success: false,
    message: 'no',
    ref: 'r',
    code,
    params,
  } as ErrorAnswer);
const copyright = { ...EMPTY_DRAFT, form: 'copyright' as const };
const counter = { ...EMPTY_DRAFT, form: 'counter' as const };

describe('a form that was not taken', () => {
  it.each([
    ['there was no answer', new TypeError('fetch failed'), 'download.offline', 0],
    ['something else answered', new RequestError(502, '502'), 'download.unreadable', 0],
    [
      'it was too often',
      refusedWith(429, 'too_many_requests', { retryAfterSeconds: 61.2 }),
      'errors.too_many_requests',
      62,
    ],
    ['the proof was wrong', refusedWith(400, 'proof_needed'), 'errors.proof_needed', 0],
    ['the server is full', refusedWith(503, 'server_full'), 'errors.server_full', 0],
    [
      'nothing with this link was removed',
      refusedWith(404, 'not_found_page'),
      'takedown.notBlocked',
      0,
    ],
    ['the server failed', refusedWith(500, 'internal'), 'takedown.failed', 0],
  ])('says so when %s', (_name, error, words, waitSeconds) => {
    expect(failureOf(error)).toEqual({ words, waitSeconds });
  });

  it.each([
    ['a link', copyright, { field: 'links', index: 1 }, { links: { kind: 'link', number: 2 } }],
    ['another field', copyright, { field: 'work' }, { work: { kind: 'notTaken' } }],
    [
      'the link of an objection',
      counter,
      { field: 'link' },
      { link: { kind: 'link', number: null } },
    ],
    ['a field of another form', counter, { field: 'work' }, null],
    ['what is no field', copyright, { field: 'constructor' }, null],
    ['nothing', copyright, {}, null],
  ])('shows beside its field that %s is meant', (_name, draft, params, problems) => {
    expect(problemsIn(refusedWith(400, 'invalid_request', params), draft)).toEqual(problems);
  });

  it('points to no field for anything else', () => {
    expect(problemsIn(refusedWith(400, 'proof_needed', { field: 'work' }), copyright)).toBeNull();
    expect(problemsIn(new TypeError('offline'), copyright)).toBeNull();
  });
});

it('a case that is not there is no failure', () => {
  expect(isUnknownCase(refusedWith(404, 'not_found_page'))).toBe(true);
  expect(isUnknownCase(refusedWith(500, 'internal'))).toBe(false);
  expect(isUnknownCase(new TypeError('offline'))).toBe(false);
});
