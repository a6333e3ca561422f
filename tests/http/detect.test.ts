import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppError, ERRORS, type ErrorCode } from '../../src/shared/errors.ts';
import { bodyOf, type HttpFixture, startHttpFixture } from '../support/http/http-fixture.ts';

let fixture: HttpFixture;
let code: ErrorCode;
beforeAll(async () => {
  const fail = () => Promise.reject(new AppError(code));
  fixture = await startHttpFixture(
    {},
    {
      inspecting: {
        resolve: fail,
        inspect: fail,
        inspectAgain: fail,
        isKnown: () => false,
        find: async () => null,
      },
    },
  );
});
afterAll(() => fixture.close());

const detect = async (refusal: ErrorCode) => {
  code = refusal;
  const response = await fetch(`${fixture.origin}/api/detect-platform`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"url":"x"}',
  });
  return { response, answer: await bodyOf(response) };
};

it.each<ErrorCode>([
  'invalid_url',
  'unsupported_url',
  'not_found',
  'platform_disabled',
  'taken_down',
])('a link that is refused as %s is an answer like any other', async (refusal) => {
  const { response, answer } = await detect(refusal);
  expect([response.status, response.headers.get('set-cookie')]).toEqual([
    200,
    expect.stringMatching(/^visitor=/),
  ]);
  expect(answer).toMatchObject({ isValid: false, code: refusal, platform: null });
  expect(answer['message']).toMatch(/\w/);
});

it.each<ErrorCode>(['timeout', 'platform_paused', 'internal'])(
  'a check that fails as %s has its own status',
  async (failure) => {
    const { response, answer } = await detect(failure);
    expect([response.status, answer['code']]).toEqual([ERRORS[failure].status, failure]);
    expect(response.status).toBeGreaterThanOrEqual(400);
  },
);
